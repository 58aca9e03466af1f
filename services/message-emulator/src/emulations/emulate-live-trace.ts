import {
  type EmulatedTraceAnswer,
  type EmulateTraceCall,
  GetMethodError,
  type GetMethodExecutor,
} from '@tonriver/api-model';
import type { LiveTrace } from '../traces/live-trace.ts';
import { newestRound } from '../traces/live-trace.ts';
import { minedParts } from './pending-trace-of.ts';

export type EmulationOutcome =
  | { readonly kind: 'trace'; readonly prediction: EmulatedTraceAnswer; readonly isBehind: boolean }
  | { readonly kind: 'refused'; readonly reason: string };

export type EmulationPort = Pick<GetMethodExecutor, 'emulateTrace' | 'continueTrace'>;

/**
 * Emulates what no block has of a trace, at a round. A message is tried at the newest state, and once behind those to
 * its account that came before it and that no block has either: it is refused when both refuse it. Where the message
 * before it was only valid behind others, that is tried first, because it is then most likely so too.
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
    return { kind: 'trace', prediction: await executor.continueTrace(call, { signal }), isBehind: false };
  }
  const call = {
    messageBoc: Buffer.from(message.boc).toString('base64'),
    ignoresSignatures: false,
    withActions: true,
    withCells: false,
    withStates: true,
    seqno,
  };
  const tryCall = async (given: EmulateTraceCall, isBehind: boolean): Promise<EmulationOutcome> => {
    try {
      return { kind: 'trace', prediction: await executor.emulateTrace(given, { signal }), isBehind };
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return { kind: 'refused', reason: error.message };
    }
  };
  const states = Object.assign({}, ...earlier.map(({ prediction }) => prediction?.states ?? {}));
  const atNewest = (): Promise<EmulationOutcome> => tryCall(call, false);
  if (Object.keys(states).length === 0) return await atNewest();
  const behind = (): Promise<EmulationOutcome> => tryCall({ ...call, states }, true);
  const isChain = earlier.at(-1)?.isBehind === true;
  const outcome = await (isChain ? behind() : atNewest());
  if (outcome.kind === 'trace') return outcome;
  const other = await (isChain ? atNewest() : behind());
  // The reason is the one behind the others: that is what the chain would say.
  return other.kind === 'refused' && isChain ? outcome : other;
}

function isRefusal(error: unknown): error is GetMethodError {
  return error instanceof GetMethodError && error.code === 'message_not_accepted';
}
