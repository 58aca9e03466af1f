import { describe, expect, it } from '@jest/globals';
import {
  type AccountInterfaces,
  addressesNeeded,
  classify,
  type MessageInput,
  type TraceInput,
  type TransactionInput,
} from '@tonriver/actions';
import { describeRecorded, seededNumbers } from '@tonriver/testing';
import { generatedActions } from './generated-action.ts';
import { readCase } from './read-case.ts';
import { recordedCases } from './testing/recorded-cases.ts';
import type { TraceCase } from './trace-case.ts';

const lts = 1_000_000_007n;
const seconds = 86_399;
/** A cell without bits and references, as a bag. */
const emptyBag = new Uint8Array(Buffer.from('te6cckEBAQEAAgAAAEysuc0=', 'base64'));

function text({ trace, interfaces }: TraceCase): string {
  const result = classify(trace, interfaces);
  return JSON.stringify({ state: result.state, actions: generatedActions(result, 'contract') });
}

function mapMessages(trace: TraceInput, change: (message: MessageInput) => MessageInput): TraceInput {
  const transactions = trace.transactions.map((transaction) => ({
    ...transaction,
    inMessage: transaction.inMessage === null ? null : change(transaction.inMessage),
    outMessages: transaction.outMessages.map(change),
  }));
  return { ...trace, transactions };
}

function shifted(trace: TraceInput): TraceInput {
  const moved = mapMessages(trace, (message) => ({
    ...message,
    createdLt: message.createdLt === null ? null : message.createdLt + lts,
    createdAt: message.createdAt === null ? null : message.createdAt + seconds,
  }));
  return {
    ...moved,
    startLt: trace.startLt + lts,
    endLt: trace.endLt + lts,
    startUtime: trace.startUtime + seconds,
    endUtime: trace.endUtime + seconds,
    transactions: moved.transactions.map((one) => ({ ...one, lt: one.lt + lts, now: one.now + seconds })),
  };
}

const ltColumns: ReadonlySet<string> = new Set(['start_lt', 'end_lt', 'trace_end_lt']);
const timeColumns: ReadonlySet<string> = new Set(['start_utime', 'end_utime', 'trace_end_utime']);

/** The result with all times moved. */
function shiftedText(result: string): string {
  const moved: unknown = JSON.parse(result, (key, value: unknown) => {
    if (ltColumns.has(key)) return String(BigInt(value as string) + lts);
    return timeColumns.has(key) ? (value as number) + seconds : value;
  });
  return JSON.stringify(moved);
}

function shuffled<Item>(items: readonly Item[], next: () => number): Item[] {
  return items
    .map((item) => ({ item, place: next() }))
    .toSorted((left, right) => left.place - right.place)
    .map(({ item }) => item);
}

function shuffledTrace(trace: TraceInput, seed: number): TraceInput {
  const numbers = seededNumbers(seed);
  const next = (): number => numbers(2 ** 31);
  const transactions = shuffled(trace.transactions, next).map((transaction) => ({
    ...transaction,
    outMessages: shuffled(transaction.outMessages, next),
  }));
  return { ...trace, transactions };
}

/** Without the transaction that came last, as if it was still to come: the message to it stays. */
function withoutLast(trace: TraceInput): TraceInput {
  const last = trace.transactions.reduce((latest, one) => (one.lt > latest.lt ? one : latest));
  return { ...trace, transactions: trace.transactions.filter((one) => one !== last) };
}

/** Without the last message of the first sender and everything below it, as if it was never sent. */
function withoutLastSubtree(trace: TraceInput): TraceInput {
  const sender = trace.transactions.findLast(({ outMessages }) => outMessages.length > 0);
  const cut = new Set<string>();
  const lost = sender?.outMessages.at(-1)?.hash;
  if (lost !== undefined) cut.add(lost);
  const isCut = ({ inMessage }: TransactionInput): boolean => inMessage !== null && cut.has(inMessage.hash);
  for (let before = -1; before !== cut.size; ) {
    before = cut.size;
    for (const one of trace.transactions.filter(isCut)) for (const { hash } of one.outMessages) cut.add(hash);
  }
  const transactions = trace.transactions
    .filter((one) => !isCut(one))
    .map((one) => ({ ...one, outMessages: one.outMessages.filter(({ hash }) => !cut.has(hash)) }));
  return { ...trace, transactions };
}

function without(interfaces: TraceCase['interfaces'], address: string): Map<string, AccountInterfaces> {
  const rest = new Map(interfaces);
  rest.delete(address);
  return rest;
}

describeRecorded('the actions of a recorded trace', (data) => {
  const cases = recordedCases(data.path('traces')).map((one) => [one.name, readCase(one.file)] as const);

  describe('depend on neither the order of transactions nor that of messages', () => {
    it.each(cases)('in %s', (_name, one) => {
      for (const seed of [1, 2, 3]) {
        expect(text({ ...one, trace: shuffledTrace(one.trace, seed) })).toBe(text(one));
      }
    });
  });

  describe('move with the times', () => {
    it.each(cases)('in %s', (_name, one) => {
      expect(text({ ...one, trace: shifted(one.trace) })).toBe(shiftedText(text(one)));
    });
  });

  describe('are defined when an interface is missing, and `addressesNeeded` names every one that matters', () => {
    it.each(cases)('in %s', (_name, one) => {
      const whole = text(one);
      const needed = new Set(addressesNeeded(one.trace, one.interfaces));
      for (const address of one.interfaces.keys()) {
        const rest = text({ ...one, interfaces: without(one.interfaces, address) });
        expect({ address, isNamed: needed.has(address) || rest === whole }).toEqual({ address, isNamed: true });
      }
    });
  });

  describe('are defined when a body is empty, unreadable or not stored', () => {
    it.each(cases)('in %s', (_name, one) => {
      const hashes = new Set(one.trace.transactions.flatMap(({ inMessage }) => inMessage?.hash ?? []));
      for (const hash of hashes) {
        for (const body of [emptyBag, new Uint8Array(0), null]) {
          const trace = mapMessages(one.trace, (message) => (message.hash === hash ? { ...message, body } : message));
          const { state, actions } = classify(trace, one.interfaces);
          expect(['ok', 'broken', 'failed']).toContain(state);
          // Without a body the tree is not whole, and there is nothing to say.
          expect(body === null ? actions.length : actions.length > 0).toEqual(body === null ? 0 : true);
        }
      }
    });
  });

  describe('are defined when the end of the trace is missing', () => {
    it.each(cases)('in %s', (_name, one) => {
      const pending = withoutLast(one.trace);
      const result = classify(pending, one.interfaces);
      expect(result).toMatchObject({ state: 'failed', actions: [], error: { code: 'incomplete_trace' } });
      const cut = withoutLastSubtree(one.trace);
      expect(['ok', 'broken', 'failed']).toContain(classify(cut, one.interfaces).state);
    });
  });
});
