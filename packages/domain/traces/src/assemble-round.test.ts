import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  type AssembledRound,
  assembleRound,
  emptyAssemblyState,
  type RoundTransaction,
  readSnapshot,
  writeSnapshot,
} from './index.ts';

const transaction = (hash: string, lt: number, fields: Partial<RoundTransaction> = {}): RoundTransaction => ({
  workchain: 0,
  account: 'aa',
  lt: BigInt(lt),
  hash,
  place: { round: 1, shard: -(2n ** 63n), seqno: 1, index: lt },
  now: 1000 + lt,
  inMessage: null,
  outMessages: [],
  logCount: 0,
  ...fields,
});
const external = (hash: string, norm = hash) => ({ hash, norm, from: 'external' as const });
const internal = (hash: string) => ({ hash, norm: null, from: 'account' as const });

const idsOf = (round: AssembledRound) =>
  Object.fromEntries(round.memberships.map(({ transaction: { hash }, traceId }) => [hash, traceId]));

describe('assembleRound', () => {
  // ext ─▶ A ─m1─▶ B ─m2─▶ (round 2) C
  //        └─m3─▶ (round 2) D, with a log
  it('follows messages within a round and into later ones', () => {
    const state = emptyAssemblyState();
    const first = assembleRound(state, 1, [
      transaction('B', 2, { inMessage: internal('m1'), outMessages: ['m2'] }),
      transaction('A', 1, { inMessage: external('ext', 'norm'), outMessages: ['m1', 'm3'] }),
    ]);
    expect(idsOf(first)).toEqual({ A: 'A', B: 'A' });
    expect(first.traces).toEqual([
      expect.objectContaining({
        state: 'pending',
        nodes: 2,
        edges: 2,
        pendingEdges: 2,
        externalHash: 'ext',
        externalHashNorm: 'norm',
      }),
    ]);

    const second = assembleRound(state, 2, [
      transaction('C', 5, { inMessage: internal('m2') }),
      transaction('D', 4, { inMessage: internal('m3'), logCount: 1 }),
    ]);
    expect(idsOf(second)).toEqual({ C: 'A', D: 'A' });
    expect(second.traces).toEqual([
      expect.objectContaining({
        state: 'complete',
        nodes: 4,
        edges: 5,
        pendingEdges: 0,
        seqnoStart: 1,
        seqnoEnd: 2,
        endLt: 5n,
        endUtime: 1005,
      }),
    ]);
    expect(state.openEdges.size + state.openTraces.size).toBe(0);
  });

  it('begins a complete trace for a transaction without a message', () => {
    const { traces } = assembleRound(emptyAssemblyState(), 9, [transaction('tick', 1)]);
    expect(traces).toEqual([
      expect.objectContaining({ traceId: 'tick', externalHash: null, state: 'complete', edges: 0 }),
    ]);
  });

  it('does not mark a trace broken that the block itself began', () => {
    const inMessage = { hash: 'mint', norm: null, from: 'system' as const };
    const { traces } = assembleRound(emptyAssemblyState(), 1, [transaction('A', 1, { inMessage })]);
    expect(traces).toEqual([expect.objectContaining({ state: 'complete', edges: 1, externalHashNorm: null })]);
  });

  it('marks a trace broken when its sender is unknown, and keeps it so', () => {
    const state = emptyAssemblyState();
    const first = assembleRound(state, 5, [transaction('B', 9, { inMessage: internal('lost'), outMessages: ['m'] })]);
    expect(first.traces).toEqual([expect.objectContaining({ state: 'broken', edges: 0, pendingEdges: 1 })]);
    const second = assembleRound(state, 6, [transaction('C', 12, { inMessage: internal('m') })]);
    expect(second.traces).toEqual([
      expect.objectContaining({ traceId: 'B', state: 'broken', edges: 1, pendingEdges: 0 }),
    ]);
  });

  it('leaves the normalised hash out when it equals the hash', () => {
    const { traces } = assembleRound(emptyAssemblyState(), 1, [transaction('A', 1, { inMessage: external('e') })]);
    expect(traces[0]).toMatchObject({ externalHash: 'e', externalHashNorm: null });
  });

  it('does not depend on the order inside a round', () => {
    const round = [
      transaction('A', 1, { inMessage: external('e'), outMessages: ['1', '2'] }),
      transaction('B', 2, { inMessage: internal('1'), outMessages: ['3'] }),
      transaction('C', 2, { inMessage: internal('2'), account: 'bb' }),
      transaction('D', 3, { inMessage: internal('3'), workchain: -1 }),
    ];
    const expected = assembleRound(emptyAssemblyState(), 1, round);
    fc.assert(
      fc.property(fc.shuffledSubarray(round, { minLength: round.length }), (shuffled) => {
        expect(assembleRound(emptyAssemblyState(), 1, shuffled)).toEqual(expected);
      }),
    );
  });
});

describe('the sender of a message', () => {
  it('is known in the same round and in later ones, with the place and the number of the message', () => {
    const state = emptyAssemblyState();
    const place = { round: 1, shard: 2n ** 62n, seqno: 9, index: 70 };
    const first = assembleRound(state, 1, [
      transaction('A', 1, { inMessage: external('e'), outMessages: ['m1', 'm2'], place, workchain: -1 }),
      transaction('B', 2, { inMessage: internal('m1') }),
    ]);
    const later = assembleRound(state, 2, [transaction('C', 3, { inMessage: internal('m2') })]);
    const senders = [...first.memberships, ...later.memberships].map(({ sender }) => sender);
    const sender = { workchain: -1, place, hash: 'A' };
    expect(senders).toEqual([undefined, { ...sender, position: 0 }, { ...sender, position: 1 }]);
    expect(later.memberships[0]).toMatchObject({ traceId: 'A', externalHash: 'e' });
  });
});

describe('snapshots', () => {
  const carried = () => {
    const state = emptyAssemblyState();
    assembleRound(state, 1, [transaction('A', 1, { inMessage: external('e'), outMessages: ['m2', 'm1'] })]);
    return state;
  };

  it('are read back to the same state', () => {
    const state = carried();
    expect(readSnapshot(writeSnapshot(state))).toEqual(state);
  });

  it('of releases that do not remember senders are read, and the other way round', () => {
    const text = writeSnapshot(carried());
    const snapshot = JSON.parse(text) as { readonly edges: readonly (readonly unknown[])[] };
    const older = JSON.stringify({ ...snapshot, edges: snapshot.edges.map((edge) => edge.slice(0, 2)) });
    const state = readSnapshot(older);
    expect([...state.openEdges.values()]).toEqual([
      { traceId: 'A', sender: undefined },
      { traceId: 'A', sender: undefined },
    ]);
    expect(writeSnapshot(state)).toBe(older);
    // What an older release makes of an edge.
    expect(new Map(snapshot.edges as readonly [string, string][]).get('m1')).toBe('A');
    const [membership] = assembleRound(state, 2, [transaction('B', 2, { inMessage: internal('m1') })]).memberships;
    expect(membership).toMatchObject({ traceId: 'A', sender: undefined });
  });

  it.each(['', '{"version":0}', writeSnapshot(carried()).replace('"pendingEdges":2', '"pendingEdges":3')])(
    'are refused when they are not whole: %j',
    (text) => {
      expect(() => readSnapshot(text)).toThrow(/snapshot/);
    },
  );
});
