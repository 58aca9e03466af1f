import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openClickHouse } from '@tonriver/clickhouse';
import { damageDirectory, type TemporaryDirectory, temporaryDirectory } from '@tonriver/testing';
import { cellStoreProof } from './proofs/cell-store.ts';
import { eventLogProof } from './proofs/event-log.ts';
import { builtChain, fillDirectory } from './testing/index-chain.test-support.ts';
import { verifyStored, type VerifyResult } from './verify-stored.ts';

const DAMAGES = 40;

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
    // These two ask nothing of the tables.
    const context = { store: undefined as never, ranges: [], count, dataDirectory };
    for await (const { problem } of proof.run(context)) problems.push(problem);
    return { problems, counts: Object.fromEntries(counts) };
  };
  const verify = async (dataDirectory?: string): Promise<VerifyResult> => {
    const path = join(directory.path, 'clickhouse');
    const store = await openClickHouse({ path, database: `ton_${chain.network.name}` });
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

  it('says what it did not look at where there is no log, no cells or no directory', async () => {
    const elsewhere = await verify(join(directory.path, 'nowhere'));
    const server = await verify();
    for (const { notExamined } of [elsewhere, server]) {
      expect(notExamined.map(({ name }) => name)).toEqual(['event-log', 'cell-store', 'transaction-cells']);
    }
    expect(elsewhere.notExamined[0]?.reason).toContain('nowhere');
    expect(server.notExamined[0]?.reason).toContain('--data-dir');
  }, 60_000);

  it.each([
    ['log', eventLogProof],
    ['cells', cellStoreProof],
  ] as const)(
    'finds every damage of %s, or reads the same as before it',
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

  it('has nothing to find when log and cells were deleted and made anew from the source', async () => {
    for (const part of ['log', 'cells']) rmSync(join(directory.path, part), { recursive: true });
    const store = await fillDirectory(directory.path, chain);
    await store.close();
    const { findingCount, notExamined } = await verify(directory.path);
    expect([findingCount, notExamined.length]).toEqual([0, 1]);
  }, 120_000);
});
