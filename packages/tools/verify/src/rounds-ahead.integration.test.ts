import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import { type TemporaryDirectory, temporaryDirectory } from '@tonriver/testing';
import { builtChain, fillDirectory, runServices } from './testing/index-chain.test-support.ts';
import { verifyStored } from './verify-stored.ts';

describe.each([
  ['rounds', []],
  ['blocks without a round', [9]],
])('a state-resolver that is ahead of the parsers with %s', (_, withoutMasterchain) => {
  const chain = builtChain({ seed: 'ahead', rounds: 10, transactionsPerRound: 20 }, withoutMasterchain);
  const rest = withoutMasterchain.length > 0 ? { allowPartialRounds: true } : { allowPartialRounds: false, from: 9 };
  let directory: TemporaryDirectory;
  let store: ClickHouseStore;
  beforeAll(async () => {
    directory = temporaryDirectory();
    store = await fillDirectory(directory.path, chain, { allowPartialRounds: false, to: 8 });
    await runServices(store, directory.path, chain, rest, ['state-resolver']);
  }, 120_000);
  afterAll(async () => {
    await store?.close();
    directory?.remove();
  });

  it('is not a finding', async () => {
    const [found] = await store.query<{ readonly ahead: string }>(
      'SELECT count() AS ahead FROM resolved_blocks WHERE (workchain, shard, seqno) NOT IN (SELECT workchain, shard, seqno FROM blocks)',
    );
    expect(Number(found?.ahead)).toBeGreaterThan(0);
    const { proofs } = await verifyStored(store);
    expect(proofs.flatMap(({ findings }) => findings)).toEqual([]);
  }, 60_000);

  it('does not hide a lost row', async () => {
    await store.command('ALTER TABLE account_data DELETE WHERE lt < 4000000 AND lt > 0 SETTINGS mutations_sync = 2');
    const { findingCount } = await verifyStored(store, { proofs: ['resolved-blocks'] });
    expect(findingCount).toBeGreaterThan(0);
  }, 60_000);
});

it('finds nothing wrong where the state-resolver and the assembler are behind the parsers', async () => {
  const directory = temporaryDirectory();
  const chain = builtChain({ seed: 'behind', rounds: 8, transactionsPerRound: 20 });
  const store = await fillDirectory(directory.path, chain, { allowPartialRounds: false, to: 6 });
  try {
    await runServices(store, directory.path, chain, { allowPartialRounds: false, from: 7 }, ['parser']);
    const { proofs } = await verifyStored(store);
    expect(proofs.flatMap(({ findings }) => findings)).toEqual([]);
  } finally {
    await store.close();
    directory.remove();
  }
}, 120_000);
