import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ChainIdentity, DevnetStore, NewRound, StoredBlock, WaitingEntry } from './devnet-store.ts';

/** A place for a chain, empty at first. */
export interface DevnetPlace {
  /** With what was committed before. */
  open(): Promise<DevnetStore>;
  remove(): void;
}

const hash = (name: number): string => name.toString(16).padStart(64, '0');
const hashes = { rootHash: hash(1), fileHash: hash(2) };
const identity: ChainIdentity = {
  seed: 'seed',
  globalId: -777,
  genesisTime: 1_800_000_000,
  shardsMin: 1,
  shardsMax: 4,
  walletCount: 2,
  masterchain: hashes,
  basechain: hashes,
};
const bytes = (...values: number[]): Uint8Array => Uint8Array.of(...values);
const blockOf = (workchain: number, seqno: number): StoredBlock => {
  return { workchain, shard: 0xc000000000000000n, seqno, ...hashes, boc: bytes(workchain & 0xff, seqno) };
};
const roundOf = (seqno: number, messages: NewRound['messages'] = []): NewRound => ({
  seqno,
  genUtime: 1_800_000_000 + seqno,
  blocks: [blockOf(-1, seqno), blockOf(0, seqno)],
  signatures: [{ nodeId: hash(8), signature: hash(9) }],
  chainRecord: bytes(seqno),
  inputs: bytes(seqno, seqno),
  keepFrom: null,
  messages,
});
const messageOf = (position: number): WaitingEntry => ({
  hash: hash(100 + position),
  normalisedHash: hash(200 + position),
  account: `0:${hash(3)}`,
  acceptedAt: 1_800_000_000,
  position,
  boc: bytes(position, 7),
});

/** Tests that hold for every store of a devnet, on a disk or in memory. */
export function describeDevnetStore(name: string, createPlace: () => DevnetPlace): void {
  describe(`the store of a devnet ${name}`, () => {
    let place: DevnetPlace;
    let store: DevnetStore;
    beforeEach(async () => {
      place = createPlace();
      store = await place.open();
    });
    afterEach(async () => {
      await store.close();
      place.remove();
    });
    const begin = () =>
      store.begin({ identity, zeroStates: { masterchain: bytes(1), basechain: bytes(2) }, chainRecord: bytes(0) });
    const reopen = async (): Promise<void> => {
      await store.close();
      store = await place.open();
    };
    const wrongOrder = expect.objectContaining({ code: 'wrong_order' });

    it('is empty at first, and then has the beginning of one chain only', async () => {
      expect(store.identity()).toBeUndefined();
      expect(store.chainRecord()).toBeUndefined();
      await begin();
      await reopen();
      expect(store.identity()).toEqual(identity);
      expect(store.headSeqno()).toBe(0);
      expect([store.zeroState(-1), store.zeroState(0)].map((state) => [...state!])).toEqual([[1], [2]]);
      await expect(begin()).rejects.toEqual(wrongOrder);
    });

    it('keeps rounds, blocks and what the chain goes on from', async () => {
      await begin();
      await store.appendRound(roundOf(1));
      await store.appendRound(roundOf(2));
      await reopen();
      expect(store.headSeqno()).toBe(2);
      expect([...store.chainRecord()!]).toEqual([2]);
      const { chainRecord: _record, messages: _messages, keepFrom: _from, inputs, blocks, ...round } = roundOf(2);
      expect([...store.inputs(2)!]).toEqual([...inputs]);
      const entries = blocks.map(({ boc: _boc, ...entry }) => entry);
      expect(store.round(2)).toEqual({ ...round, blocks: entries });
      expect(store.round(3)).toBeUndefined();
      for (const block of [...roundOf(1).blocks, ...blocks]) expect([...store.block(block)!]).toEqual([...block.boc]);
      expect(store.block({ ...blockOf(0, 1), shard: 0x4000000000000000n })).toBeUndefined();
    });

    it('refuses a round that does not follow, and a second block of one id', async () => {
      await begin();
      await store.appendRound(roundOf(1));
      await expect(store.appendRound(roundOf(1))).rejects.toEqual(wrongOrder);
      await expect(store.appendRound(roundOf(3))).rejects.toEqual(wrongOrder);
      const repeated = { ...roundOf(2), blocks: [blockOf(-1, 2), { ...blockOf(0, 1), boc: bytes(99) }] };
      await expect(store.appendRound(repeated)).rejects.toEqual(wrongOrder);
      expect(store.headSeqno()).toBe(1);
      expect([...store.block(blockOf(0, 1))!]).toEqual([...blockOf(0, 1).boc]);
    });

    it('keeps accepted messages in their order until a round says what became of them', async () => {
      await begin();
      await store.accept([messageOf(0), messageOf(1)]);
      await store.accept([messageOf(2)]);
      await reopen();
      expect([...store.waiting()].map(({ boc, ...entry }) => ({ ...entry, boc: bytes(...boc) }))).toEqual(
        [0, 1, 2].map(messageOf),
      );
      expect(store.nextPosition()).toBe(3);
      const block = { workchain: 0, shard: 'c000000000000000', seqno: 1 };
      const mined = { kind: 'mined', round: 1, block, lt: '1000001', transactionHash: hash(5) } as const;
      const expired = { kind: 'expired', round: 1, code: 'not_accepted', reason: 'exitcode=33' } as const;
      await store.appendRound(
        roundOf(1, [
          { hash: messageOf(0).hash, state: mined },
          { hash: messageOf(2).hash, state: expired },
        ]),
      );
      await reopen();
      expect([...store.waiting()].map(({ position }) => position)).toEqual([1]);
      expect(store.message(messageOf(0).hash)?.state).toEqual(mined);
      expect(store.message(messageOf(1).hash)?.state).toEqual({ kind: 'queued' });
      expect(store.message(messageOf(2).normalisedHash)).toMatchObject({ hash: messageOf(2).hash, state: expired });
      expect(store.message(hash(77))).toBeUndefined();
      expect(store.nextPosition()).toBe(3);
    });

    it('refuses a round with a message that was never accepted', async () => {
      await begin();
      const state = { kind: 'expired', round: 1, code: 'not_accepted', reason: '' } as const;
      await expect(store.appendRound(roundOf(1, [{ hash: hash(9), state }]))).rejects.toEqual(wrongOrder);
      expect(store.headSeqno()).toBe(0);
    });

    it('removes old rounds with their blocks and messages, a few at a time, and nothing of later ones', async () => {
      await begin();
      await store.accept([0, 1, 2].map(messageOf));
      const endedIn = (round: number, position: number) => {
        const state = { kind: 'expired', round, code: 'not_accepted', reason: '' } as const;
        return [{ hash: messageOf(position).hash, state }];
      };
      await store.appendRound(roundOf(1, endedIn(1, 0)));
      await store.appendRound(roundOf(2, endedIn(2, 1)));
      // The same message again: its later end counts.
      await store.accept([{ ...messageOf(0), position: 3 }]);
      await store.appendRound(roundOf(3, endedIn(3, 0)));
      expect(store.firstSeqno()).toBe(1);
      await store.appendRound({ ...roundOf(4), keepFrom: 3 });
      await reopen();
      expect(store.firstSeqno()).toBe(3);
      for (const seqno of [1, 2]) {
        expect([
          store.round(seqno),
          store.inputs(seqno),
          ...roundOf(seqno).blocks.map((name) => store.block(name)),
        ]).toEqual([undefined, undefined, undefined, undefined]);
      }
      expect([store.round(3), store.round(4)].every((round) => round !== undefined)).toBe(true);
      expect(store.message(messageOf(1).normalisedHash)).toBeUndefined();
      expect(store.message(messageOf(0).normalisedHash)?.state).toMatchObject({ round: 3 });
      expect([...store.waiting()].map(({ position }) => position)).toEqual([2]);
      for (let seqno = 5; seqno <= 20; seqno++) await store.appendRound(roundOf(seqno));
      await store.appendRound({ ...roundOf(21), keepFrom: 20 });
      expect(store.firstSeqno()).toBe(11);
      await store.appendRound({ ...roundOf(22), keepFrom: 22 });
      await store.appendRound({ ...roundOf(23), keepFrom: 23 });
      expect(store.firstSeqno()).toBe(22);
    });

    it('keeps how far the clock is ahead', async () => {
      expect(store.clockAhead()).toBe(0);
      await store.setClockAhead(3600);
      await reopen();
      expect(store.clockAhead()).toBe(3600);
    });
  });
}
