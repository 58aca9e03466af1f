import { createHash } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { temporaryDirectory } from '@tonriver/testing';
import { examineCellStore } from './examine-store.ts';
import { openLmdbEnvironment } from './lmdb-environment.ts';
import { encodeCell } from './stored-cell.ts';

it('finds what is wrong with cells whose checksums are right: hashes, counts, depths and references', async () => {
  const folder = temporaryDirectory();
  const leaf = Buffer.from([0, 2, 7]);
  const leafHash = createHash('sha256').update(leaf).digest();
  const [lost, odd] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  const parentOf = (child: Buffer, depth: number): Buffer => Buffer.from([1, 0, ...child, depth >> 8, depth & 255]);
  const hashOf = (child: Buffer, depth: number): Buffer =>
    createHash('sha256')
      .update(Buffer.from([1, 0, depth >> 8, depth & 255, ...child]))
      .digest();
  const cells = [
    [leafHash, { count: 1, body: leaf, isComplete: true }],
    [hashOf(leafHash, 0), { count: 1, body: parentOf(leafHash, 0), isComplete: true }],
    [hashOf(leafHash, 9), { count: 1, body: parentOf(leafHash, 9), isComplete: true }],
    [hashOf(lost, 0), { count: 3, body: parentOf(lost, 0), isComplete: false }],
    [odd, { count: 1, body: leaf, isComplete: true }],
  ] as const;
  const environment = await openLmdbEnvironment(folder.path);
  const held = hashOf(leafHash, 0).toString('hex');
  await environment.commit({
    cells: cells.map(([hash, cell]) => [hash, encodeCell(hash, cell)] as const),
    records: [['one', Buffer.from(held)] as const, ['two', Buffer.from(held)] as const],
  });
  await environment.close();
  for (const cellsPerPass of [1_000_000, 1]) {
    const found = new Map<string | undefined, string>();
    const heldBy = (_: string, value: Uint8Array) => [Buffer.from(value).toString()];
    const options = { directory: folder.path, count: () => undefined, heldBy, cellsPerPass };
    for await (const { where, problem } of examineCellStore(options)) found.set(where['cell'], problem);
    expect(found).toEqual(
      new Map([
        [leafHash.toString('hex'), 'counts 1 pointers, and 2 lead to it'],
        [held, 'counts 1 pointers, and 2 lead to it'],
        [hashOf(leafHash, 9).toString('hex'), 'gives its reference 0 another depth than it has'],
        [lost.toString('hex'), 'is pointed to and not there'],
        [odd.toString('hex'), 'has another hash'],
      ]),
    );
  }
  folder.remove();
});
