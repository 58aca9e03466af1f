import { afterEach, describe, expect, it } from '@jest/globals';
import { type BlockSource, blockKeyText, isListed, masterchainKey, type SourceBlock } from '@tonriver/chain-source';
import { builtSource } from '@tonriver/testing';

/** A source to be tested, opened over some blocks. */
export interface OpenedSource {
  readonly source: BlockSource;
  /** Adds blocks; absent: the source has ended. */
  readonly add?: (blocks: readonly SourceBlock[]) => Promise<void> | void;
  readonly close?: () => void;
}

const ROUNDS = 6;

/** The suite of every source of blocks. */
export function describeBlockSource(
  name: string,
  open: (blocks: readonly SourceBlock[]) => Promise<OpenedSource>,
): void {
  describe(`a source of blocks: ${name}`, () => {
    const chain = builtSource({ seed: 'block-source-contract', rounds: ROUNDS });
    const rounds = (first: number, last: number): readonly SourceBlock[] => chain.rounds.slice(first - 1, last).flat();
    const opened: OpenedSource[] = [];
    const openOver = async (blocks: readonly SourceBlock[]): Promise<OpenedSource> => {
      const one = await open(blocks);
      opened.push(one);
      return one;
    };
    afterEach(async () => {
      for (const { source, close } of opened.splice(0)) {
        await source.close();
        close?.();
      }
    });
    const never = new AbortController().signal;

    it('returns the bytes of each block, also repeatedly, with their origin', async () => {
      const { source } = await openOver(rounds(1, 3));
      for (const { key, boc } of [...rounds(1, 3), ...rounds(1, 1)]) {
        const found = await source.block(key);
        expect(found?.key).toEqual(key);
        expect(Buffer.compare(found!.boc, boc)).toBe(0);
        expect(found!.origin).not.toBe('');
      }
    });

    it('returns undefined for an absent block', async () => {
      const { source } = await openOver(rounds(1, 3));
      expect(await source.block(masterchainKey(4))).toBeUndefined();
      expect(await source.block({ workchain: 0, shard: 0x8000000000000000n, seqno: 4000 })).toBeUndefined();
    });

    it('returns its first, newest and newest final masterchain block', async () => {
      const { source, add } = await openOver(rounds(2, 3));
      const head = { firstSeqno: 2, lastSeqno: 3, finalSeqno: 3, hasEnded: add === undefined };
      expect(await source.head()).toMatchObject(head);
    });

    it('has no masterchain block when it is empty', async () => {
      const { source } = await openOver([]);
      const { firstSeqno, lastSeqno } = await source.head();
      expect(lastSeqno).toBe(0);
      expect(firstSeqno).toBeGreaterThan(lastSeqno);
    });

    it('lists its blocks, when it has a list', async () => {
      const { source } = await openOver(rounds(2, 4));
      if (!isListed(source)) return expect('keys' in source).toBe(false);
      expect(source.masterchainSeqnos()).toEqual([2, 3, 4]);
      expect(new Set(source.keys().map(blockKeyText))).toEqual(
        new Set(rounds(2, 4).map(({ key }) => blockKeyText(key))),
      );
      for (const key of source.keys()) {
        expect(source.rootHashOf(key)).toMatch(/^[0-9a-f]{64}$/);
        expect(source.originOf(key)).toBe((await source.block(key))!.origin);
      }
    });

    it('stops waiting when the signal aborts', async () => {
      const { source } = await openOver(rounds(1, 2));
      const head = await source.head();
      const stop = new AbortController();
      const waiting = source.waitForChange(head, stop.signal);
      stop.abort();
      expect(await waiting).toEqual(head);
      expect(await source.waitForChange(head, stop.signal)).toEqual(head);
    });

    it('waits until a block is added, at the head or below it', async () => {
      const { source, add } = await openOver(rounds(1, 2));
      const first = await source.head();
      if (add === undefined) {
        expect(await source.waitForChange(first, never)).toEqual(first);
        return;
      }
      let isOver = false;
      const waiting = source.waitForChange(first, never).then((head) => {
        isOver = true;
        return head;
      });
      await new Promise((resolve) => {
        setTimeout(resolve, 50);
      });
      expect(isOver).toBe(false);
      await add(rounds(4, 4));
      const second = await waiting;
      expect(second).toMatchObject({ firstSeqno: 1, lastSeqno: 4, hasEnded: false });

      // A block below the head changes only the revision.
      await add(rounds(3, 3));
      const third = await source.waitForChange(second, never);
      expect(third).toMatchObject({ firstSeqno: 1, lastSeqno: 4 });
      expect(third.revision).not.toBe(second.revision);
    });

    it('returns at once when the revision is newer than the one seen', async () => {
      const { source, add } = await openOver(rounds(1, 1));
      const seen = await source.head();
      await add?.(rounds(2, 2));
      await source.waitForChange(seen, AbortSignal.timeout(5000));
      const head = await source.waitForChange(seen, never);
      expect(head.lastSeqno).toBe(add === undefined ? 1 : 2);
    });
  });
}
