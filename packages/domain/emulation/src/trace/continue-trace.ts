import type { AccountAddress } from '@tonriver/chain-model';
import type { EmulatedTrace } from './emulated-trace.ts';
import type { TraceBounds, TracePorts } from './trace-ports.ts';
import { createTraceRun } from './trace-run.ts';

/** A message inside the chain that a block has sent and none has taken. */
export interface MessageInFlight {
  readonly address: AccountAddress;
  readonly boc: Uint8Array;
  readonly createdLt: bigint;
}

/** Emulates what follows from messages in flight, in the way of `emulateTrace`. Empty when there are none. */
export async function continueTrace(
  { messages, ltMin }: { readonly messages: readonly MessageInFlight[]; readonly ltMin: bigint },
  ports: TracePorts,
  bounds: TraceBounds,
): Promise<Extract<EmulatedTrace, { readonly kind: 'trace' }>> {
  const run = createTraceRun(ltMin, ports, bounds);
  for (const message of messages) run.add(message);
  await run.followAll();
  return { kind: 'trace', transactions: run.transactions, missing: run.missing };
}
