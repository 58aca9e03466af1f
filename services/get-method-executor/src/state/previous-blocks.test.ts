import { expect, it } from '@jest/globals';
import { createRememberedHashes } from './previous-blocks.ts';

const rootHash = new Uint8Array(32).fill(1) as never;
const fileHash = new Uint8Array(32).fill(2) as never;

/** Blocks 1 to `newest`, of which the newest has no confirmed file hash, and what was asked for. */
function chain() {
  const told = { newest: 3, asked: [] as number[][] };
  const hashes = createRememberedHashes({
    async blockHashes(seqnos) {
      told.asked.push([...seqnos]);
      const stored = seqnos.filter((seqno) => seqno <= told.newest);
      return new Map(stored.map((seqno) => [seqno, { rootHash, fileHash: seqno === told.newest ? null : fileHash }]));
    },
  });
  return { told, hashes };
}

it('hashes are read once, those without a confirmed file hash and those that are not stored again', async () => {
  const { told, hashes } = chain();
  expect([...(await hashes.blockHashes([1, 2, 3, 4])).keys()]).toEqual([1, 2, 3]);
  told.newest = 4;
  const found = await hashes.blockHashes([1, 2, 3, 4]);
  expect([...found].map(([seqno, block]) => [seqno, block.fileHash !== null])).toEqual([
    [1, true],
    [2, true],
    [3, true],
    [4, false],
  ]);
  expect(told.asked).toEqual([
    [1, 2, 3, 4],
    [3, 4],
  ]);
});

it('blocks that are known anyhow are not read', async () => {
  const { told, hashes } = chain();
  hashes.remember({ seqno: 1, rootHash, fileHash });
  hashes.remember({ seqno: 2, rootHash, fileHash: null });
  await hashes.blockHashes([1]);
  expect(told.asked).toEqual([]);
  await hashes.blockHashes([1, 2]);
  expect(told.asked).toEqual([[2]]);
});
