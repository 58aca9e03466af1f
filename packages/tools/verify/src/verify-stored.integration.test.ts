import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openArchive } from '@tonriver/block-source';
import { publicNetworks } from '@tonriver/chain-model';
import { silentLogger } from '@tonriver/logger';
import { describeRecorded } from '@tonriver/testing';
import { builtChain, indexChain, type IndexedChain } from './testing/index-chain.test-support.ts';
import { verifyStored } from './verify-stored.ts';

describe('verifyStored over a built chain', () => {
  let indexed: IndexedChain;
  beforeAll(async () => {
    indexed = await indexChain(builtChain({ seed: 'verify', rounds: 30 }));
  }, 120_000);
  afterAll(() => indexed?.close());

  it('finds nothing wrong after splits, merges, bounces, StateInits and extra currencies', async () => {
    const [counts] = await indexed.store.query<Readonly<Record<string, string>>>(
      `SELECT countIf(after_split) AS splits, countIf(after_merge) AS merges,
         (SELECT count() FROM transactions FINAL WHERE bounce = 'ok') AS bounces,
         (SELECT count() FROM messages FINAL WHERE notEmpty(value_extra)) AS extra,
         (SELECT count() FROM state_inits FINAL) AS inits
       FROM blocks FINAL`,
    );
    for (const [what, count] of Object.entries(counts ?? {})) expect([what, Number(count) > 0]).toEqual([what, true]);
    const { proofs, ranges } = await verifyStored(indexed.store, { withCells: true });
    expect(proofs.flatMap(({ findings }) => findings)).toEqual([]);
    expect(ranges).toEqual([{ first: 1, last: 30 }]);
  }, 120_000);

  it('runs only the named proofs', async () => {
    const { proofs } = await verifyStored(indexed.store, { proofs: ['links', 'transaction-cells'] });
    expect(proofs.map(({ name }) => name)).toEqual(['links', 'transaction-cells']);
  });

  it('knows where a configuration that comes from a state belongs', async () => {
    const { store } = indexed;
    const columns = 'hash, config_address, global_version, row_version';
    const move = async (from: number, to: number): Promise<void> => {
      const seqnos = { from, to };
      await store.command(
        `INSERT INTO configs (mc_block_seqno, ${columns})
         SELECT {to:UInt32}, ${columns} FROM configs FINAL WHERE mc_block_seqno = {from:UInt32}`,
        seqnos,
      );
      const only = 'mc_block_seqno = {from:UInt32} SETTINGS mutations_sync = 2';
      await store.command(`ALTER TABLE configs DELETE WHERE ${only}`, seqnos);
    };
    const rowsFound = async () => {
      const { proofs } = await verifyStored(store, { proofs: ['configs'] });
      return proofs.flatMap(({ findings }) => findings.map(({ row }) => row['mc_block_seqno']));
    };
    expect(await rowsFound()).toEqual([]);
    await move(0, 1000);
    expect(new Set(await rowsFound())).toEqual(new Set(['0', '1000']));
    await move(1000, 17);
    expect(await rowsFound()).toEqual(['0']);
    await move(17, 0);
    expect(await rowsFound()).toEqual([]);
  });

  it('counts traces of a replaced start, which ClickHouse deletes later, and reports other superfluous traces', async () => {
    const { store } = indexed;
    const addTrace = async (trace: string, start: number): Promise<void> =>
      await store.command(
        `INSERT INTO traces SELECT * REPLACE (unhex({trace:String}) AS trace_id,
           bitShiftLeft(toUInt64(4294967296 - {start:UInt32}), 32) + {start:UInt32} AS version) FROM traces LIMIT 1`,
        { trace, start },
      );
    const markStart = async (isStart: boolean): Promise<void> =>
      await store.command(
        `ALTER TABLE rounds UPDATE is_range_start = ${isStart} WHERE mc_block_seqno = 5 SETTINGS mutations_sync = 2`,
      );
    const [passed, foreign] = ['11'.repeat(32), '22'.repeat(32)];
    await markStart(true);
    await addTrace(passed, 5);
    await addTrace(foreign, 6);

    const { proofs } = await verifyStored(store, { proofs: ['traces'] });

    expect(proofs[0]?.counts['traces of passed starts, still to be deleted']).toBe(1);
    const found = proofs[0]?.findings.filter(({ table }) => table === 'traces') ?? [];
    expect(found.map(({ row }) => row['trace_id'])).toEqual([foreign]);
    await markStart(false);
    await store.command('ALTER TABLE traces DELETE WHERE hex(trace_id) IN ({passed:String}, {foreign:String})', {
      passed,
      foreign,
    });
  });

  it('names a row whose packed copy differs from its columns', async () => {
    const { store } = indexed;
    const honest = await verifyStored(store, { proofs: ['packs'] });
    expect(honest.proofs[0]).toMatchObject({ findings: [], counts: { 'packed rows': expect.any(Number) } });
    // Changed in the file, as by a damaged disk: the engine does not let anybody write the column.
    for (const [table, row] of [
      ['messages', "direction = 'in' AND lt = (SELECT max(lt) FROM messages WHERE direction = 'in')"],
      ['account_states', 'lt = (SELECT max(lt) FROM account_states)'],
      ['blocks', 'workchain = -1 AND seqno = 3'],
    ]) {
      await store.command(`ALTER TABLE ${table} MODIFY COLUMN pack REMOVE MATERIALIZED`);
      await store.command(
        `ALTER TABLE ${table} UPDATE pack = concat(pack, 'x') WHERE ${row} SETTINGS mutations_sync = 2`,
      );
    }
    const { proofs } = await verifyStored(store, { proofs: ['packs'] });
    const findings = proofs[0]?.findings ?? [];
    expect(findings[0]).toMatchObject({ table: 'messages', columns: ['pack'], row: { direction: 'in' } });
    expect([...new Set(findings.map(({ table }) => table))]).toEqual(['messages', 'account_states', 'blocks']);
  });

  it('stops a proof at its largest number of findings, and reports that', async () => {
    await indexed.store.command("ALTER TABLE opcodes DELETE WHERE direction = 'out' SETTINGS mutations_sync = 2");
    const { proofs } = await verifyStored(indexed.store, { proofs: ['look-ups'], findingsMax: 7 });
    expect(proofs[0]).toMatchObject({ isCut: true });
    expect(proofs[0]?.findings).toHaveLength(7);
  });
});

describeRecorded('verifyStored over recorded blocks', ['blocks/mainnet-2019-11-genesis'], (data) => {
  const mainnet = publicNetworks[0]!;
  const mainnetFolders = readdirSync(data.path('blocks')).filter((name) => name.startsWith('mainnet'));

  it('finds nothing wrong in the first rounds of mainnet', async () => {
    const source = await openArchive({ paths: [data.path('blocks', 'mainnet-2019-11-genesis')], logger: silentLogger });
    const indexed = await indexChain({ source, network: mainnet });
    try {
      const { proofs, ranges } = await verifyStored(indexed.store, { withCells: true });
      expect(proofs.flatMap(({ findings }) => findings)).toEqual([]);
      expect(ranges).toEqual([{ first: 1, last: 140 }]);
    } finally {
      await indexed.close();
    }
  }, 180_000);

  it('finds nothing wrong with ranges that begin late and partial blocks', async () => {
    const source = await openArchive({
      paths: mainnetFolders.map((name) => data.path('blocks', name)),
      logger: silentLogger,
    });
    const indexed = await indexChain({ source, network: mainnet }, { allowPartialRounds: true });
    try {
      const { proofs, ranges } = await verifyStored(indexed.store, { withCells: true });
      expect(proofs.flatMap(({ findings }) => findings)).toEqual([]);
      if (data.isWhole) expect(ranges.length).toBeGreaterThan(1);
      const links = proofs.find(({ name }) => name === 'links');
      if (data.isWhole) expect(links?.counts['partial blocks']).toBeGreaterThan(0);
    } finally {
      await indexed.close();
    }
  }, 240_000);
});
