import { expect, it } from '@jest/globals';
import type { IndexedBlock, IndexedRange } from '@tonriver/chain-reader';
import { createPoints } from './points.ts';

const address = { workchain: 0, hash: new Uint8Array(32) };

/** An index that is read one by one: `answer` ends the reading of the range that began first. */
function index() {
  const state = { nowMs: 0, lastSeqno: 10, rangeReads: 0, blockReads: 0 };
  const waiting: (() => void)[] = [];
  const points = createPoints({
    stored: {
      range: () => {
        state.rangeReads += 1;
        const { lastSeqno } = state;
        const range: IndexedRange = { firstSeqno: 1, lastSeqno, resolvedSeqno: lastSeqno };
        return new Promise((resolve) => waiting.push(() => resolve(range)));
      },
      async block(range, seqno): Promise<IndexedBlock> {
        state.blockReads += 1;
        const hash = new Uint8Array(32).fill(seqno) as IndexedBlock['rootHash'];
        return { seqno, rootHash: hash, fileHash: hash, unixTime: 1, endLt: 1n, range, keySeqno: 1 };
      },
    },
    source: undefined,
    bounds: { watermarkMsMax: 200, blocksMax: 10 },
    now: () => state.nowMs,
    onBlock: () => undefined,
  });
  const at = async (seqno?: number) => (await points.at({ seqno, address, methodId: 0 })).seqno;
  return { state, points, at, answer: () => waiting.shift()?.() };
}

it('a round that is known is found while the range is read again, and its block is read once', async () => {
  const { state, points, at, answer } = index();
  const first = at(10);
  answer();
  expect(await first).toBe(10);
  state.nowMs = 300;
  state.lastSeqno = 11;
  const newest = points.newest();
  expect(await at(10)).toBe(10);
  answer();
  expect((await newest)?.seqno).toBe(11);
  expect(await at(10)).toBe(10);
  expect(state).toMatchObject({ rangeReads: 2, blockReads: 2 });
});

it('a newer round than the known ones, and no given one, are looked for anew', async () => {
  const { state, at, answer } = index();
  const first = at(10);
  answer();
  await first;
  state.nowMs = 100;
  state.lastSeqno = 12;
  expect(await at()).toBe(10);
  const asked = [at(12), at(12)];
  await new Promise((resolve) => setImmediate(resolve));
  answer();
  expect(await Promise.all(asked)).toEqual([12, 12]);
  state.nowMs = 400;
  state.lastSeqno = 13;
  const latest = at();
  await new Promise((resolve) => setImmediate(resolve));
  answer();
  expect(await latest).toBe(13);
  expect(state.rangeReads).toBe(3);
});

it('a round that is not there is refused', async () => {
  const { at, answer } = index();
  const asked = at(11);
  answer();
  await expect(asked).rejects.toMatchObject({ code: 'block_not_indexed' });
});
