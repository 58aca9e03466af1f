import { createHash } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { temporaryDirectory } from '@tonriver/testing';
import { open } from 'lmdb';
import { examineCellStore } from './examine-store.ts';
import { CELLS_TREE, openLmdbEnvironment, RECORDS_TREE } from './lmdb-environment.ts';
import { encodeCell } from './stored-cell.ts';

it('finds wrong hashes, counts, depths and references in cells with right checksums', async () => {
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
        [leafHash.toString('hex'), 'has a count of 1, but 2 references'],
        [held, 'has a count of 1, but 2 references'],
        [hashOf(leafHash, 9).toString('hex'), 'states a wrong depth for its reference 0'],
        [lost.toString('hex'), 'is pointed to and not there'],
        [odd.toString('hex'), 'has another hash'],
      ]),
    );
  }
  folder.remove();
});

it('names a damaged cell and a damaged record, and examines the others', async () => {
  const folder = temporaryDirectory();
  const bodies = [1, 2, 3, 4].map((byte) => Buffer.from([0, 2, byte]));
  const [first, second, ...others] = bodies.map((body) => createHash('sha256').update(body).digest());
  const hashes = [first!, second!, ...others];
  const environment = await openLmdbEnvironment(folder.path);
  await environment.commit({
    cells: hashes.map(
      (hash, at) => [hash, encodeCell(hash, { count: 1, body: bodies[at]!, isComplete: true })] as const,
    ),
    records: hashes.map((hash, at) => [`record ${at}`, hash] as const),
  });
  await environment.close();
  const root = open<string, string>({ path: folder.path, encoding: 'string', maxDbs: 3, noSubdir: false });
  const cells = root.openDB<Buffer, Buffer>(CELLS_TREE, { encoding: 'binary', keyEncoding: 'binary' });
  const records = root.openDB<Buffer, string>(RECORDS_TREE, { encoding: 'binary' });
  const alter = (stored: Buffer | undefined): Buffer => {
    const altered = Buffer.from(stored!);
    altered[6]! ^= 1;
    return altered;
  };
  await cells.put(first!, alter(cells.getBinary(first!)));
  await records.put('record 1', alter(records.getBinary('record 1')));
  await root.close();

  for (const cellsPerPass of [1_000_000, 1]) {
    const counts: string[] = [];
    const found: unknown[] = [];
    const count = (what: string): void => void counts.push(what);
    const heldBy = (_: string, value: Uint8Array) => [Buffer.from(value).toString('hex')];
    for await (const { where, problem } of examineCellStore({ directory: folder.path, count, heldBy, cellsPerPass })) {
      found.push([where, problem]);
    }
    expect(found).toEqual([
      [{ record: 'record 1' }, expect.stringContaining('checksum')],
      [{ cell: first!.toString('hex') }, expect.stringContaining('checksum')],
    ]);
    expect(counts.filter((what) => what === 'records')).toHaveLength(3);
    expect(counts.filter((what) => what === 'cells')).toHaveLength(3);
  }
  await expect(openLmdbEnvironment(folder.path)).rejects.toMatchObject({ code: 'store_corrupt' });
  folder.remove();
});
