import { type EmulatedTraceAnswer, GetMethodError, type GetMethodExecutor } from '@tonriver/api-model';
import type { LiveTrace } from '../traces/live-trace.ts';
import { newestRound } from '../traces/live-trace.ts';
import { minedParts } from './pending-trace-of.ts';

export type EmulationOutcome =
  | { readonly kind: 'trace'; readonly prediction: EmulatedTraceAnswer }
  | { readonly kind: 'refused'; readonly reason: string };

export type EmulationPort = Pick<GetMethodExecutor, 'emulateTrace' | 'continueTrace'>;

/**
 * Emulates what no block has of a trace, at a round. A message that is refused there is tried once behind those to its
 * account that came before it and that no block has either.
 *
 * @param earlier traces of these messages, in their order
 * @throws {GetMethodError} when it is not known what the chain would do
 */
export async function emulateLiveTrace(
  executor: EmulationPort,
  trace: LiveTrace,
  earlier: readonly LiveTrace[],
  { seqno, signal }: { readonly seqno: number; readonly signal: AbortSignal },
): Promise<EmulationOutcome> {
  const { mined, message } = trace;
  if (mined.length > 0) {
    const parts = minedParts(mined).map(({ workchain, content }) => ({ workchain, content }));
    const call = { seqno, parts, minedSeqno: newestRound(trace) };
    return { kind: 'trace', prediction: await executor.continueTrace(call, { signal }) };
  }
  const call = {
    messageBoc: Buffer.from(message.boc).toString('base64'),
    ignoresSignatures: false,
    withActions: true,
    withCells: false,
    withStates: true,
    seqno,
  };
  try {
    return { kind: 'trace', prediction: await executor.emulateTrace(call, { signal }) };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const states = Object.assign({}, ...earlier.map(({ prediction }) => prediction?.states ?? {}));
    if (Object.keys(states).length === 0) return { kind: 'refused', reason: error.message };
    return await emulateBehind(executor, { ...call, states }, signal);
  }
}

async function emulateBehind(
  executor: EmulationPort,
  call: Parameters<EmulationPort['emulateTrace']>[0],
  signal: AbortSignal,
): Promise<EmulationOutcome> {
  try {
    return { kind: 'trace', prediction: await executor.emulateTrace(call, { signal }) };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { kind: 'refused', reason: error.message };
  }
}

function isRefusal(error: unknown): error is GetMethodError {
  return error instanceof GetMethodError && error.code === 'message_not_accepted';
}
