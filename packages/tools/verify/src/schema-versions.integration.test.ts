import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { schemaVersion } from '@tonriver/row-schema';
import { builtChain, type IndexedChain, indexChain } from './testing/index-chain.test-support.ts';
import { verifyStored } from './verify-stored.ts';

/** Digests that were written before they had a version. */
const WITHOUT_VERSION = 5;

describe('the version of the schema that the digests of a block name', () => {
  let indexed: IndexedChain;
  beforeAll(async () => {
    indexed = await indexChain(builtChain({ seed: 'schema-versions', rounds: 6 }));
  }, 180_000);
  afterAll(() => indexed?.close());

  const ofBlock = 'workchain = -1 AND seqno = 3';
  const proveWith = async (version: number) => {
    const change = `ALTER TABLE block_digests UPDATE schema_version = ${version} WHERE ${ofBlock}`;
    await indexed.store.command(`${change} SETTINGS mutations_sync = 2`);
    const { proofs } = await verifyStored(indexed.store, { withCells: true });
    return {
      olderBlocks: proofs.find(({ name }) => name === 'block-digests')?.counts['blocks of an older schema'] ?? 0,
      findings: proofs.flatMap(({ findings }) => findings),
    };
  };
  const finding = (problem: string) =>
    expect.objectContaining({ table: 'block_digests', columns: ['schema_version'], problem });

  it('is that of this program, and then no block is counted as older', async () => {
    expect(await proveWith(schemaVersion)).toEqual({ olderBlocks: 0, findings: [] });
  }, 60_000);

  it('may be an older one: the block is counted, because less of it is proved', async () => {
    expect(await proveWith(WITHOUT_VERSION)).toEqual({ olderBlocks: 1, findings: [] });
  }, 60_000);

  it('is named when it is lower than that of any digests', async () => {
    expect(await proveWith(WITHOUT_VERSION - 1)).toEqual({
      olderBlocks: 0,
      findings: [finding('schema_version is 4, but the oldest that digests can have is 5')],
    });
  }, 60_000);

  it('is named when no migration has it', async () => {
    const version = schemaVersion + 1;
    expect(await proveWith(version)).toEqual({
      olderBlocks: 0,
      findings: [finding(`schema_version is ${version}, which no migration of this database has`)],
    });
  }, 60_000);
});
