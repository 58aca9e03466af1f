import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '@tonriver/testing';
import {
  builtChain,
  fillDirectory,
  indexChain,
  type IndexedChain,
  runServices,
} from './testing/index-chain.test-support.ts';
import { verifyStored } from './verify-stored.ts';

describe('data resolved before records were kept', () => {
  let indexed: IndexedChain;
  beforeAll(async () => {
    const chain = builtChain({ seed: 'without-records', rounds: 10, shardsMax: 2 }, [5]);
    indexed = await indexChain(chain, { allowPartialRounds: true });
  }, 120_000);
  afterAll(() => indexed?.close());

  const findings = async () => {
    const { proofs } = await verifyStored(indexed.store);
    return proofs.flatMap((proof) => proof.findings);
  };
  const remove = async (condition: string): Promise<void> => {
    for (const table of ['resolved_blocks', 'resolved_accounts']) {
      await indexed.store.command(`ALTER TABLE ${table} DELETE WHERE ${condition} SETTINGS mutations_sync = 2`);
    }
  };

  it('is counted and not a finding in first rounds, in one range or in all ranges', async () => {
    expect(await findings()).toEqual([]);
    await remove('range_seqno = 1 AND seqno < 3 OR range_seqno = 0');
    expect(await findings()).toEqual([]);
    await remove('range_seqno = 1');
    expect(await findings()).toEqual([]);
    await remove('true');
    await indexed.store.command('TRUNCATE TABLE initial_states SYNC');
    expect(await findings()).toEqual([]);
    const { proofs } = await verifyStored(indexed.store, { proofs: ['resolved-blocks'] });
    const [{ blocks } = { blocks: '0' }] = await indexed.store.query<{ readonly blocks: string }>(
      'SELECT count() AS blocks FROM blocks FINAL',
    );
    expect(proofs[0]?.counts).toMatchObject({ 'blocks without': Number(blocks) });
  }, 120_000);
});

it('finds nothing wrong after a directory of cells was lost and only the newer range has records', async () => {
  const directory = temporaryDirectory();
  const chain = builtChain({ seed: 'lost-cells', rounds: 14, transactionsPerRound: 20 });
  const store = await fillDirectory(directory.path, chain, { allowPartialRounds: false, to: 6 });
  try {
    for (const table of ['resolved_blocks', 'resolved_accounts', 'initial_states']) {
      await store.command(`TRUNCATE TABLE ${table} SYNC`);
    }
    rmSync(join(directory.path, 'cells'), { recursive: true });
    await runServices(store, directory.path, { ...chain, initialStates: [] }, { allowPartialRounds: false, from: 7 });
    const ranges = await store.query('SELECT first_seqno FROM state_progress FINAL ORDER BY first_seqno');
    expect(ranges.length).toBe(2);
    const { proofs } = await verifyStored(store);
    expect(proofs.flatMap(({ findings }) => findings)).toEqual([]);
  } finally {
    await store.close();
    directory.remove();
  }
}, 120_000);
