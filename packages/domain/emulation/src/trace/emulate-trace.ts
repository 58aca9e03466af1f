import type { AccountAddress } from '@tonriver/chain-model';
import type { EmulatedTrace } from './emulated-trace.ts';
import type { TraceBounds, TracePorts } from './trace-ports.ts';
import { createTraceRun } from './trace-run.ts';

/** A message from outside whose trace is wanted. */
export interface TraceRequest {
  readonly address: AccountAddress;
  readonly messageBoc: Uint8Array;
  /** Transactions have at least this logical time: the first one of the block that would come next. */
  readonly ltMin: bigint;
}

/**
 * Emulates a message and all messages that follow from it, as if one block had them all: in the order of logical time,
 * then of sending, each account in the state that the transaction before left. Errors of the ports pass.
 */
export async function emulateTrace(
  { address, messageBoc, ltMin }: TraceRequest,
  ports: TracePorts,
  bounds: TraceBounds,
): Promise<EmulatedTrace> {
  const run = createTraceRun(ltMin, ports, bounds);
  const begun = await run.begin({ address, boc: messageBoc });
  if (begun.kind !== 'transaction') return begun;
  await run.followAll();
  return { kind: 'trace', transactions: run.transactions, missing: run.missing };
}
