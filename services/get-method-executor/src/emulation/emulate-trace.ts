import { type EmulatedTraceAnswer, type EmulateTraceCall, GetMethodError } from '@tonriver/api-model';
import { Bag } from '@tonriver/boc';
import { formatAccountAddress } from '@tonriver/chain-model';
import { emulateTrace as emulate, type EmulatedTransaction, readMessage } from '@tonriver/emulation';
import { shardAccountParts } from '../state/shard-account-parts.ts';
import { createAccountsAfter } from './accounts-after.ts';
import { actionsOfTrace } from './actions-of-trace.ts';
import type { ReadInterfacesOfTrace } from './interfaces-of-trace.ts';
import { messageOf } from './message-error.ts';
import { createTraceCost } from './trace-cost.ts';
import {
  createTracePorts,
  type EmulationDependencies,
  nextLtAfter,
  RECEIVE_EXTERNAL,
  traceBounds,
  untilOver,
} from './trace-ports.ts';
import type { TraceTurn } from './trace-time.ts';
import { transactionPartsOf } from './transaction-parts.ts';

/**
 * Emulates a message from outside and all that follows from it, after one block.
 *
 * @throws {GetMethodError} `bad_message`, `message_not_accepted`, or what keeps the message from being emulated
 */
export type EmulateTrace = (call: EmulateTraceCall, turn: TraceTurn) => Promise<EmulatedTraceAnswer>;

export function createEmulateTrace(
  dependencies: Omit<EmulationDependencies, 'runMethod'>,
  readInterfaces: ReadInterfacesOfTrace,
): EmulateTrace {
  const { state } = dependencies;

  return async function emulateTrace(call, turn) {
    const { wanted, time, leave } = turn;
    const messageBoc = bytesOf(call.messageBoc);
    const message = messageOf(() => readMessage(messageBoc));
    const { address } = message;
    const point = await state.point({ seqno: call.seqno, address, methodId: RECEIVE_EXTERNAL });
    let problem: unknown;
    const cost = createTraceCost();
    const ports = createTracePorts(dependencies, {
      point,
      ...turn,
      ignoresSignatures: call.ignoresSignatures,
      states: new Map(Object.entries(call.states ?? {}).map(([of, boc]) => [of, bytesOf(boc)])),
      onUnknown: (error) => (problem ??= error),
      cost,
    });
    const trace = await emulate({ address, messageBoc, ltMin: nextLtAfter(point) }, ports, traceBounds(time, cost));
    if (trace.kind === 'not_accepted') throw notAccepted(trace);
    if (trace.kind === 'unknown') throw problem;
    const { transactions, missing } = trace;
    const { parts, opened, rootHash } = transactionPartsOf(transactions, point.seqno);
    const accountAfter = createAccountsAfter(state, point, transactions);
    const askedUntil = untilOver(wanted, time.contractsOver, cost);
    const states = { accountAfter, point, wanted, askedUntil, leave };
    const found = call.withActions
      ? await actionsOfTrace(readInterfaces, { message, opened, seqnoEnd: 0, ...states })
      : undefined;
    return {
      seqno: point.seqno,
      isIncomplete: missing.size > 0 || found?.isComplete === false,
      isLarge: cost.isLarge,
      rootHash,
      parts: parts.map(({ workchain, content }) => ({ workchain, content: base64(content) })),
      ...(found === undefined ? {} : { actions: found.actions }),
      ...(call.withCells ? cellsOf(transactions) : {}),
      ...(call.withStates === true ? { states: statesAfter(transactions) } : {}),
    };
  };
}

/** The newest state of each account of the trace. */
function statesAfter(transactions: readonly EmulatedTransaction[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    transactions.map(({ address, afterBoc }) => [formatAccountAddress(address), base64(afterBoc)]),
  );
}

/** Code and data of all states of the trace, by their hashes. */
function cellsOf(transactions: readonly EmulatedTransaction[]): Pick<EmulatedTraceAnswer, 'codes' | 'data'> {
  const codes: Record<string, string> = {};
  const data: Record<string, string> = {};
  const add = (trees: Record<string, string>, boc: Uint8Array | null): void => {
    if (boc === null) return;
    const bag = Bag.parse(boc);
    trees[base64(bag.hash(bag.root))] ??= base64(boc);
  };
  for (const boc of transactions.flatMap(({ beforeBoc, afterBoc }) => [beforeBoc, afterBoc])) {
    const { codeBoc, dataBoc } = shardAccountParts(boc);
    add(codes, codeBoc);
    add(data, dataBoc);
  }
  return { codes, data };
}

/** The words of a node, which clients recognise. */
function notAccepted({ exitCode, reason }: { readonly exitCode: number | null; readonly reason: string }) {
  const code = exitCode === null ? '' : `, exitcode=${exitCode}`;
  const text = `External message was not accepted\nCannot run message on account: ${reason}${code}`;
  return new GetMethodError('message_not_accepted', text, { exitCode: exitCode ?? undefined });
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}

function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(Buffer.from(text, 'base64'));
}
