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

describe('an action-classifier that has written rows of which its progress does not tell yet', () => {
  const chain = builtChain({ seed: 'ahead of progress', rounds: 9, transactionsPerRound: 20 });
  let directory: TemporaryDirectory;
  let store: ClickHouseStore;
  beforeAll(async () => {
    directory = temporaryDirectory();
    store = await fillDirectory(directory.path, chain, { allowPartialRounds: false, to: 6 });
    await store.command('CREATE TABLE older_progress AS actions_progress');
    await store.command('INSERT INTO older_progress SELECT * FROM actions_progress FINAL');
    await runServices(store, directory.path, chain, { allowPartialRounds: false, from: 7 });
    await store.command('TRUNCATE TABLE actions_progress');
    await store.command('INSERT INTO actions_progress SELECT * FROM older_progress');
  }, 120_000);
  afterAll(async () => {
    await store?.close();
    directory?.remove();
  });
  const proved = () => verifyStored(store, { proofs: ['actions'] });
  const removeRound = (seqno: number): Promise<void> =>
    store.command(`ALTER TABLE classified_traces DELETE WHERE mc_seqno_end = ${seqno} SETTINGS mutations_sync = 2`);

  it('is a finding when it has done all its work', async () => {
    expect((await proved()).findingCount).toBeGreaterThan(0);
  }, 60_000);

  it('is none while it is at work', async () => {
    await removeRound(9);
    const { proofs, findingCount } = await proved();
    expect(findingCount).toBe(0);
    const ahead = 'classified traces ahead of the progress (exempt)';
    expect(proofs.flatMap(({ counts }) => Object.keys(counts))).toContain(ahead);
  }, 60_000);

  it('is one when it has gone past traces of the same partition', async () => {
    await removeRound(7);
    expect((await proved()).findingCount).toBeGreaterThan(0);
  }, 60_000);
});
