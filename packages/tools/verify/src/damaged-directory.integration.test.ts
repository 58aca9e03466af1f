import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openEmbeddedClickHouse } from '@tonriver/chdb';
import { migrate } from '@tonriver/clickhouse';
import { damageDirectory, type TemporaryDirectory, temporaryDirectory } from '@tonriver/testing';
import { open } from 'lmdb';
import { cellStoreProof } from './proofs/cell-store.ts';
import { eventLogProof } from './proofs/event-log.ts';
import { builtChain, fillDirectory } from './testing/index-chain.test-support.ts';
import { verifyStored, type VerifyResult } from './verify-stored.ts';

const DAMAGES = 40;

/** Returns the files of a folder with their contents, without LMDB's lock file, which changes with each reader. */
function filesIn(folder: string): readonly string[] {
  return readdirSync(folder)
    .toSorted()
    .map((name) => `${name} ${name === 'lock.mdb' ? '' : hashOf(readFileSync(join(folder, name)))}`);
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

describe('verify over a data directory whose log or cells were damaged', () => {
  const chain = builtChain({ seed: 'damaged', rounds: 8 });
  let directory: TemporaryDirectory;
  beforeAll(async () => {
    directory = temporaryDirectory();
    const store = await fillDirectory(directory.path, chain);
    await store.close();
  }, 120_000);
  afterAll(() => directory?.remove());

  const run = async (dataDirectory: string, proof: typeof eventLogProof) => {
    const counts = new Map<string, number>();
    const problems: string[] = [];
    const count = (what: string, by: number): void => void counts.set(what, (counts.get(what) ?? 0) + by);
    // These two proofs do not read the tables.
    const context = { store: undefined as never, ranges: [], count, dataDirectory };
    for await (const { problem } of proof.run(context)) problems.push(problem);
    return { problems, counts: Object.fromEntries(counts) };
  };
  const verify = async (dataDirectory?: string): Promise<VerifyResult> => {
    const path = join(directory.path, 'clickhouse');
    const store = await openEmbeddedClickHouse({ path, database: `ton_${chain.network.name}` });
    try {
      return await verifyStored(store, dataDirectory === undefined ? {} : { dataDirectory });
    } finally {
      await store.close();
    }
  };

  it('examines both, with counts, and finds nothing wrong in what was not damaged', async () => {
    const { proofs, notExamined, findingCount } = await verify(directory.path);
    expect(findingCount).toBe(0);
    expect(notExamined.map(({ name }) => name)).toEqual(['transaction-cells']);
    const countsOf = (name: string) => proofs.find((proof) => proof.name === name)?.counts;
    expect(countsOf('event-log')).toMatchObject({ records: expect.any(Number), 'raw blocks, hashed again': 4 });
    expect(countsOf('cell-store')?.['cells']).toBeGreaterThan(500);
    expect(countsOf('cell-store')?.['cells that are held by more than is recorded']).toBeUndefined();
  }, 60_000);

  it('names the proofs that need a directory, and reports a lost log and lost cells', async () => {
    const lost = await verify(join(directory.path, 'nowhere'));
    const server = await verify();
    expect(server.notExamined.map(({ name }) => name)).toEqual(['event-log', 'cell-store', 'transaction-cells']);
    expect(server.notExamined[0]?.reason).toContain('--data-dir');
    expect(lost.notExamined.map(({ name }) => name)).toEqual(['transaction-cells']);
    const findings = lost.proofs.flatMap((proof) => proof.findings);
    expect(findings.map(({ table, problem }) => [table, problem])).toEqual([
      ['log', expect.stringContaining('is missing')],
      ['cells', expect.stringContaining('is missing')],
    ]);
  }, 60_000);

  it('does not report a missing log or cells when nothing was indexed', async () => {
    const empty = temporaryDirectory();
    const store = await openEmbeddedClickHouse({ path: join(empty.path, 'clickhouse'), database: 'ton_empty' });
    await migrate(store);
    const { findingCount, notExamined } = await verifyStored(store, {
      dataDirectory: empty.path,
      proofs: ['event-log', 'cell-store'],
    });
    await store.close();
    empty.remove();
    expect(findingCount).toBe(0);
    expect(notExamined.filter(({ reason }) => reason.startsWith('it does not exist')).map(({ name }) => name)).toEqual([
      'event-log',
      'cell-store',
    ]);
  }, 60_000);

  const parts = [
    ['log', eventLogProof],
    ['cells', cellStoreProof],
  ] as const;

  it.each(parts)('writes nothing into %s', async (part, proof) => {
    const before = filesIn(join(directory.path, part));
    expect((await run(directory.path, proof)).problems).toEqual([]);
    expect(filesIn(join(directory.path, part))).toEqual(before);
  });

  it.each(parts)(
    'reports that the data file of %s of an older program is empty, and does not create another',
    async (part, proof) => {
      const copy = temporaryDirectory();
      const folder = join(copy.path, part);
      mkdirSync(folder);
      cpSync(join(directory.path, part, 'data.mdb'), join(folder, 'data.mdb'));
      expect((await run(copy.path, proof)).problems).toEqual([]);
      truncateSync(join(folder, 'data.mdb'));
      const { problems } = await run(copy.path, proof);
      expect(problems).toEqual([expect.stringContaining('empty')]);
      expect(readdirSync(folder)).toEqual(['data.mdb']);
      expect(statSync(join(folder, 'data.mdb')).size).toBe(0);
      copy.remove();
    },
  );

  it('reports a record of an old store that cannot be decoded, and examines the rest', async () => {
    const copy = temporaryDirectory();
    const root = open<string, string>({
      path: join(copy.path, 'cells'),
      encoding: 'string',
      maxDbs: 3,
      noSubdir: false,
    });
    root.openDB('cells', { encoding: 'binary', keyEncoding: 'binary' });
    const records = root.openDB<Buffer, string>('records', { encoding: 'binary' });
    const hash = '11'.repeat(32);
    await records.put('account/0:11', Buffer.from('{"isHeld":"yes"}'));
    await records.put('range/1', Buffer.from(`{"tops":[{"hash":"${hash}"}]}`));
    await records.put('range/2', Buffer.from('{"tops":[{"hasi'));
    await root.close();
    const { problems } = await run(copy.path, cellStoreProof);
    copy.remove();
    expect(problems).toEqual([
      'cannot be read, so the cells that it holds are not known',
      'cannot be read, so the cells that it holds are not known',
      'is pointed to and not there',
    ]);
  });

  it.each(parts)(
    'reports every damage of %s, or reads the same as before',
    async (part, proof) => {
      const whole = await run(directory.path, proof);
      expect(whole.problems).toEqual([]);
      let found = 0;
      for (let seed = 1; seed <= DAMAGES; seed += 1) {
        const copy = temporaryDirectory();
        cpSync(join(directory.path, part), join(copy.path, part), { recursive: true });
        const damage = damageDirectory(join(copy.path, part), seed);
        const result = await run(copy.path, proof);
        copy.remove();
        if (result.problems.length > 0) found += 1;
        else expect({ damage, counts: result.counts }).toEqual({ damage, counts: whole.counts });
      }
      expect(found).toBeGreaterThan(DAMAGES / 5);
    },
    120_000,
  );

  it('finds nothing wrong after log and cells were deleted and made again from the source', async () => {
    for (const part of ['log', 'cells']) rmSync(join(directory.path, part), { recursive: true });
    const store = await fillDirectory(directory.path, chain);
    await store.close();
    const { findingCount, notExamined } = await verify(directory.path);
    expect([findingCount, notExamined.length]).toEqual([0, 1]);
  }, 120_000);
});
