import { type ContinueTraceCall, type EmulatedTraceAnswer, GetMethodError } from '@tonriver/api-model';
import { openEmulatedPart, type PartReader, type PartTransaction } from '@tonriver/block-rows';
import { serializeTree } from '@tonriver/boc';
import { accountAddressOf, loadOutsideMessage, type OutsideMessage } from '@tonriver/chain-model';
import { continueTrace as follow, type MessageInFlight } from '@tonriver/emulation';
import { TonriverError } from '@tonriver/errors';
import { createAccountsAfter } from './accounts-after.ts';
import { actionsOfTrace } from './actions-of-trace.ts';
import type { ReadInterfacesOfTrace } from './interfaces-of-trace.ts';
import { createTraceCost } from './trace-cost.ts';
import {
  createTracePorts,
  type EmulationDependencies,
  nextLtAfter,
  RECEIVE_INTERNAL,
  traceBounds,
  untilOver,
} from './trace-ports.ts';
import type { TraceTurn } from './trace-time.ts';
import { transactionPartsOf } from './transaction-parts.ts';

/**
 * Emulates what follows from the messages in flight of a trace of which blocks have a part, and says what the whole
 * trace does. With nothing in flight it only says that.
 *
 * @throws {GetMethodError} `bad_call` when the parts cannot be read, or what keeps the trace from being emulated
 */
export type ContinueTrace = (call: ContinueTraceCall, turn: TraceTurn) => Promise<EmulatedTraceAnswer>;

/** Mined transactions of one trace that are looked at: more than real traces have. */
const MINED_MAX = 4_000;

export function createContinueTrace(
  dependencies: Omit<EmulationDependencies, 'runMethod'>,
  readInterfaces: ReadInterfacesOfTrace,
): ContinueTrace {
  const { state } = dependencies;

  return async function continueTrace(call, turn) {
    const { wanted, time, leave } = turn;
    const mined = readMined(call);
    const { address } = mined.message;
    const point = await state.point({ seqno: call.seqno, address, methodId: RECEIVE_INTERNAL });
    const cost = createTraceCost();
    const ports = createTracePorts(dependencies, {
      point,
      ...turn,
      ignoresSignatures: false,
      states: new Map(),
      onUnknown: () => undefined,
      cost,
    });
    const request = { messages: mined.inFlight, ltMin: nextLtAfter(point) };
    const { transactions, missing } = await follow(request, ports, traceBounds(time, cost));
    // With nothing in flight, the time begins here: contracts are asked what they are.
    time.begin();
    const emulated = transactionPartsOf(transactions, point.seqno);
    const { actions, isComplete } = await actionsOfTrace(readInterfaces, {
      message: mined.message,
      opened: [...mined.opened, ...emulated.opened],
      seqnoEnd: call.minedSeqno,
      accountAfter: createAccountsAfter(state, point, transactions),
      point,
      wanted,
      askedUntil: untilOver(wanted, time.contractsOver, cost),
      leave,
    });
    return {
      seqno: point.seqno,
      isIncomplete: missing.size > 0 || !isComplete,
      isLarge: cost.isLarge,
      rootHash: mined.rootHash,
      parts: emulated.parts.map(({ workchain, content }) => ({ workchain, content: base64(content) })),
      actions,
    };
  };
}

interface MinedPart {
  readonly opened: readonly PartReader[];
  readonly message: OutsideMessage;
  readonly rootHash: string;
  readonly inFlight: readonly MessageInFlight[];
}

function readMined({ parts, seqno }: ContinueTraceCall): MinedPart {
  try {
    const opened = parts.map(({ workchain, content }) =>
      openEmulatedPart({ workchain, content: Uint8Array.from(Buffer.from(content, 'base64')) }, seqno),
    );
    const count = opened.reduce((total, part) => total + part.count, 0);
    if (count > MINED_MAX) throw badParts(`they have more than ${MINED_MAX} transactions`);
    const transactions = opened.flatMap((part) => part.read(Array.from({ length: part.count }, (_, place) => place)));
    const [root] = transactions;
    if (root?.inMessage === undefined) throw badParts('the first transaction has no message');
    const message = loadOutsideMessage(root.inMessage.bag, root.inMessage.message.cell);
    return { opened, message, rootHash: base64(root.transaction.hash), inFlight: inFlightOf(transactions) };
  } catch (error) {
    if (error instanceof GetMethodError || !(error instanceof TonriverError)) throw error;
    throw badParts(error.message, error);
  }
}

/** Messages that a transaction sends inside the chain and that none of them takes. */
function inFlightOf(transactions: readonly PartTransaction[]): readonly MessageInFlight[] {
  const taken = new Set(
    transactions.flatMap(({ inMessage }) => (inMessage === undefined ? [] : [base64(inMessage.row.hash)])),
  );
  return transactions.flatMap(({ outMessages }) =>
    outMessages.flatMap(({ row, bag, message: { info, cell } }) => {
      if (info.type !== 'internal' || taken.has(base64(row.hash))) return [];
      const address = accountAddressOf(info.destination);
      return address === null ? [] : [{ address, boc: serializeTree(bag, cell), createdLt: info.createdLt }];
    }),
  );
}

function badParts(why: string, cause?: unknown): GetMethodError {
  return new GetMethodError('bad_call', `the mined part of the trace cannot be read: ${why}`, {}, { cause });
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}
