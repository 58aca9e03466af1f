import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { parseAccountAddress } from '@tonriver/chain-model';
import type { MessagePlace, PlacedTransaction, TransactionPart } from '@tonriver/chain-reader';
import { builtSource } from '@tonriver/testing';
import { partsOfBlock, transactionsOfParts } from '../testing/part-rows.test-support.ts';
import { createLiveTrace, type LiveTrace } from '../traces/live-trace.ts';
import { createLiveTraces, type LiveTraces } from '../traces/live-traces.ts';
import type { ReadTransaction } from './followed-transaction.ts';
import type { Head } from './head.ts';
import { lookThroughRounds, lookUpNew, type MinedReader } from './look-through-rounds.ts';

const ROUNDS = 24;
const FIRST_SEQNO = 100;

let partsOfRounds: readonly (readonly TransactionPart[])[];
let all: readonly { readonly placed: PlacedTransaction; readonly read: ReadTransaction }[];
let traces: LiveTraces;
let nowMs: number;
let onRead: () => void;
/** Keys of look-ups by hash, a list for each query. */
let asked: string[][];
/** Rounds of which a replica lacks rows, by index. */
let lacking: Set<number>;

beforeAll(() => {
  const { rounds } = builtSource({ seed: 'followed', rounds: ROUNDS, transactionsPerRound: 80 });
  partsOfRounds = rounds.map((blocks, index) => blocks.flatMap(({ boc }) => partsOfBlock(boc, FIRST_SEQNO + index)));
  all = transactionsOfParts(partsOfRounds.flat(2));
});

beforeEach(() => {
  traces = createLiveTraces({ tracesMax: 10_000, perAccountMax: 10_000, bytesMax: 2 ** 30 });
  [nowMs, asked, lacking] = [1_000, [], new Set()];
  onRead = () => undefined;
});

/** Follows every message from outside. Returns its traces. */
function followAll(afterSeqno?: number): LiveTrace[] {
  const sent = new Set(all.flatMap(({ read }) => read.transaction.sent.map(({ hash }) => hash)));
  return all.flatMap(({ read: { transaction, taken } }) => {
    if (taken.length < 2 || sent.has(taken[0]!)) return [];
    const key = Buffer.from(taken[1]!, 'hex').toString('base64');
    const { account } = transaction;
    const message = { key, externalHash: key, address: parseAccountAddress(account), account };
    const made = { takenAtMs: nowMs, isTakenOver: false, assignment: { isCurrent: () => true } };
    const trace = createLiveTrace({ ...message, boc: new Uint8Array(), acceptedAtMs: nowMs, afterSeqno }, made);
    return traces.add(trace) ? [trace] : [];
  });
}

/** The transactions of a trace up to a round, found one by one in all that there are. */
function expectedOf({ message }: LiveTrace, lastSeqno: number): string[] {
  const open = [Buffer.from(message.key, 'base64').toString('hex').toUpperCase()];
  const found: string[] = [];
  for (const hash of open) {
    const taker = all.find(({ read }) => read.taken.includes(hash))?.read.transaction;
    if (taker === undefined || taker.place.mcSeqno > lastSeqno) continue;
    found.push(taker.hash);
    open.push(...taker.sent.map((sent) => sent.hash));
  }
  return found.toSorted();
}

const minedOf = ({ mined }: LiveTrace): string[] => mined.map(({ hash }) => hash).toSorted();
const roundsRead = (first: number, { indexedSeqno }: { readonly indexedSeqno: number }): TransactionPart[] =>
  partsOfRounds.slice(first - FIRST_SEQNO, indexedSeqno - FIRST_SEQNO + 1).flat();

const reader = {
  messagePlaces: {
    async getMany(hashes: readonly string[]) {
      asked.push([...hashes]);
      return hashes.map((hash) =>
        all
          .filter(({ read, placed }) => read.taken.includes(hash) && !lacking.has(seqnoOf(placed) - FIRST_SEQNO))
          .map(({ placed }) => ({ direction: 'in', mcBlockSeqno: seqnoOf(placed), placed }) as unknown as MessagePlace),
      );
    },
  },
  parts: {
    atPlaces: async (places: readonly (MessagePlace & { readonly placed?: PlacedTransaction })[]) =>
      places.map(({ placed }) => (placed === undefined ? [] : [placed])),
  },
  async roundTransactions(first: number, visible: Head) {
    const indexes = Array.from({ length: visible.indexedSeqno - first + 1 }, (_, index) => first + index - FIRST_SEQNO);
    return indexes.some((index) => lacking.has(index)) ? undefined : roundsRead(first, visible);
  },
} as unknown as MinedReader;

const seqnoOf = ({ part }: PlacedTransaction): number => part.mcBlockSeqno!;
const headAt = (indexedSeqno: number): Head => ({
  indexedSeqno,
  range: { firstSeqno: FIRST_SEQNO, lastSeqno: indexedSeqno },
});
const look = (firstSeqno: number, lastSeqno: number): Promise<void> =>
  lookThroughRounds(reader, traces, {
    firstSeqno,
    visible: headAt(lastSeqno),
    nowMs: () => nowMs,
    onRead: () => onRead(),
  });
const lookUp = (seqno: number): Promise<void> =>
  lookUpNew(reader, traces.open(), { seqno, visible: headAt(seqno), nowMs: () => nowMs });

describe('messages that are followed', () => {
  // However the rounds come: one by one, some together, or more than are read at once.
  it.each([[[1]], [[2, 5]], [[3, 1, 7]], [[17, 1]], [[ROUNDS]]])(
    'grow by rounds that come %j at a time',
    async (steps) => {
      const followed = followAll();
      expect(followed.length).toBeGreaterThan(100);
      await lookUp(FIRST_SEQNO - 1);
      let seqno = FIRST_SEQNO - 1;
      for (let turn = 0; seqno < FIRST_SEQNO + ROUNDS - 1; turn += 1) {
        const next = Math.min(FIRST_SEQNO + ROUNDS - 1, seqno + steps[turn % steps.length]!);
        await look(seqno + 1, next);
        for (const trace of followed) expect(minedOf(trace)).toEqual(expectedOf(trace, next));
        seqno = next;
      }
      expect(followed.some(({ mined }) => mined.length > 2)).toBe(true);
    },
  );

  it('are looked up by hash when they come, and again after some seconds; the rest is read from the rounds', async () => {
    const followed = followAll();
    await look(FIRST_SEQNO, FIRST_SEQNO);
    expect(asked[0]).toHaveLength(followed.length);
    asked = [];
    nowMs += 4_999;
    await look(FIRST_SEQNO + 1, FIRST_SEQNO + 1);
    expect(asked.flat()).toEqual([]);
    nowMs += 1;
    await look(FIRST_SEQNO + 2, FIRST_SEQNO + 2);
    expect(asked.flat().length).toBeGreaterThan(0);
  });

  it('are not looked up by hash when only rounds that are not read yet can have them', async () => {
    const followed = followAll(FIRST_SEQNO - 1);
    await lookUp(FIRST_SEQNO - 1);
    await look(FIRST_SEQNO, FIRST_SEQNO + 1);
    expect(asked.flat()).toEqual([]);
    for (const trace of followed) expect(minedOf(trace)).toEqual(expectedOf(trace, FIRST_SEQNO + 1));
  });

  it('are looked up by hash when a round that was read may have them', async () => {
    const followed = followAll(FIRST_SEQNO - 1);
    await lookUp(FIRST_SEQNO + 3);
    for (const trace of followed) expect(minedOf(trace)).toEqual(expectedOf(trace, FIRST_SEQNO + 3));
    expect(followed.some(({ mined }) => mined.length > 0)).toBe(true);
  });

  it('that a replica lacked when they were looked up are found later', async () => {
    const followed = followAll();
    lacking.add(0).add(1);
    await look(FIRST_SEQNO, FIRST_SEQNO + 1);
    expect(followed.every(({ mined }) => mined.length === 0)).toBe(true);
    lacking.clear();
    nowMs += 5_000;
    await look(FIRST_SEQNO + 2, FIRST_SEQNO + 2);
    for (const trace of followed) expect(minedOf(trace)).toEqual(expectedOf(trace, FIRST_SEQNO + 2));
  });

  it.each([
    ['read whole', 8],
    ['looked up by hash', 17],
  ])('are changed only when emulations were told of it, while rounds are %s', async (_how, rounds) => {
    const followed = followAll();
    await lookUp(FIRST_SEQNO - 1);
    const states = () =>
      followed.map(({ mined, inFlight, emulateFromMs }) => [mined.length, inFlight.size, emulateFromMs]);
    const before = states();
    let atTelling: unknown;
    onRead = () => void (atTelling = states());
    await look(FIRST_SEQNO, FIRST_SEQNO + rounds - 1);
    expect(atTelling).toEqual(before);
    expect(states()).not.toEqual(before);
  });

  it('are emulated again when they grew or an account of theirs was touched, and otherwise not', async () => {
    const followed = followAll();
    await look(FIRST_SEQNO, FIRST_SEQNO);
    for (const trace of followed) Object.assign(trace, { emulateFromMs: undefined, emulatedAtMs: nowMs });
    const counts = followed.map(({ mined }) => mined.length);
    await look(FIRST_SEQNO + 1, FIRST_SEQNO + 1);
    const touched = new Set(roundsRead(FIRST_SEQNO + 1, headAt(FIRST_SEQNO + 1)).flatMap(accountsOf));
    const isOpen = ({ inFlight }: LiveTrace): boolean => inFlight.size > 0;
    const expected = followed.map(
      (trace, index) => trace.mined.length > counts[index]! || (isOpen(trace) && touched.has(trace.message.account)),
    );
    expect(followed.map(({ emulateFromMs }) => emulateFromMs !== undefined)).toEqual(expected);
    expect(new Set(expected).size).toBe(2);
  });

  it('say why they are looked at again: their own account comes first, then others, then their age', async () => {
    const followed = followAll();
    await look(FIRST_SEQNO, FIRST_SEQNO);
    const first = accountsOf(roundsRead(FIRST_SEQNO + 1, headAt(FIRST_SEQNO + 1))[0]!)[0]!;
    const isOpen = ({ inFlight }: LiveTrace): boolean => inFlight.size > 0;
    const readNext = async (emulatedAtMs: number, accounts: readonly string[]): Promise<void> => {
      const kept = { accounts };
      for (const trace of followed) Object.assign(trace, { emulateFromMs: undefined, emulatedAtMs, kept });
      await look(FIRST_SEQNO + 1, FIRST_SEQNO + 1);
    };
    const touched = new Set(roundsRead(FIRST_SEQNO + 1, headAt(FIRST_SEQNO + 1)).flatMap(accountsOf));
    const counts = followed.map(({ mined }) => mined.length);
    await readNext(nowMs - 4_999, [first]);
    const others = followed.filter(
      (trace, index) => isOpen(trace) && !touched.has(trace.message.account) && trace.mined.length === counts[index],
    );
    const own = followed.filter((trace) => isOpen(trace) && touched.has(trace.message.account));
    expect([others.length > 10, own.length > 0]).toEqual([true, true]);
    expect(new Set(others.map(({ renewal }) => renewal))).toEqual(new Set(['touched']));
    expect(new Set(own.map(({ renewal }) => renewal))).toEqual(new Set([undefined]));
    // One that waits because it is old, and whose own account changes then, waits for a better reason.
    await readNext(nowMs - 5_000, []);
    expect(new Set(others.map(({ renewal }) => renewal))).toEqual(new Set(['old']));
    for (const trace of own) trace.renewal = 'old';
    await look(FIRST_SEQNO + 1, FIRST_SEQNO + 1);
    expect(new Set(own.map(({ renewal }) => renewal))).toEqual(new Set([undefined]));
    // What readers do not have at all is not only renewed, however old it is.
    for (const trace of others) Object.assign(trace, { emulateFromMs: undefined, renewal: undefined, kept: undefined });
    await look(FIRST_SEQNO + 2, FIRST_SEQNO + 2);
    expect(new Set(others.map(({ renewal }) => renewal))).toEqual(new Set([undefined]));
    expect(others.every(({ emulateFromMs }) => emulateFromMs !== undefined)).toBe(true);
  });
});

function accountsOf({ block, transactions }: TransactionPart): string[] {
  return Array.from({ length: transactions.count }, (_, place) => {
    const { account } = transactions.keyAt(place);
    return `${block.workchain}:${Buffer.from(account).toString('hex').toUpperCase()}`;
  });
}
