import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { builtTraceRows } from '@tonriver/action-classifier/testing';
import { checkedTraceRow, traceAccountRows, versionOfClassification } from '@tonriver/block-rows';
import { openEmbeddedClickHouse } from '@tonriver/chdb';
import { parseAccountAddress, ZERO_HASH } from '@tonriver/chain-model';
import { type ClickHouseStore, migrate } from '@tonriver/clickhouse';
import {
  type ClassifiedTraceRow,
  classifiedTracesTable,
  createRowBatch,
  latestAccountStatesTable,
  traceAccountsTable,
  watermarksTable,
} from '@tonriver/row-schema';
import { temporaryDirectory, type TemporaryDirectory } from '@tonriver/testing';

const page = join(dirname(dirname(fileURLToPath(import.meta.url))), 'docs', 'ANALYTICS.md');
const queries = [...readFileSync(page, 'utf8').matchAll(/```sql\n([\s\S]*?)```/g)]
  .flatMap(([, block = '']) => block.split(';'))
  .map((query) => query.trim())
  .filter((query) => query !== '');
const aboutActions = queries.filter((query) => query.includes('classified_traces'));
const [byType = ''] = aboutActions;

/** Rules and interfaces as before an update. */
const earlier = { rules: 1, generation: 0, knowsInterfaces: false };

describe('the queries of ANALYTICS.md', () => {
  let folder: TemporaryDirectory;
  let store: ClickHouseStore;
  beforeAll(async () => {
    folder = temporaryDirectory();
    store = await openEmbeddedClickHouse({ path: folder.path, database: 'ton_analytics_test' });
    await migrate(store);
  });
  afterAll(async () => {
    await store.close();
    folder.remove();
  });

  it('are several, ten of them about actions', () => {
    expect(queries.length).toBeGreaterThanOrEqual(20);
    expect(aboutActions.length).toBeGreaterThanOrEqual(10);
  });

  it.each(queries)('run on empty tables: %s', async (query) => {
    await expect(store.query(query)).resolves.toBeDefined();
  });

  it('name tables that exist', async () => {
    const tables = await store.query<{ readonly name: string }>(
      'SELECT name FROM system.tables WHERE database = currentDatabase()',
    );
    const known = new Set(tables.map(({ name }) => name));
    const named = [...readFileSync(page, 'utf8').matchAll(/^\| (`.*?) \|/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`([a-z_]+)`/g)].map(([, name = '']) => name),
    );
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  });

  describe('about actions, over a made-up trace for every rule', () => {
    const traces = builtTraceRows(Math.floor(Date.now() / 1000) - 60);
    beforeAll(async () => {
      await write(store, traces);
      const watermarks = createRowBatch(watermarksTable);
      // A gap between two ranges was closed: the newest range is the one that begins first.
      for (const firstSeqno of [1, 5]) watermarks.add({ firstSeqno, lastSeqno: 9, linkedSeqno: firstSeqno });
      await store.insertRows(watermarksTable, watermarks.rows());
      const states = createRowBatch(latestAccountStatesTable);
      for (const address of deployedIn(traces)) {
        const { workchain, hash: account } = parseAccountAddress(address);
        const hashes = { hash: ZERO_HASH, codeHash: ZERO_HASH, dataHash: ZERO_HASH };
        states.add({ workchain, account, lt: 1n, status: 'active', balance: 1n, ...hashes });
      }
      await store.insertRows(latestAccountStatesTable, states.rows());
    });

    it.each(aboutActions)('give rows: %s', async (query) => {
      expect((await store.query(query)).length).toBeGreaterThan(0);
    });

    it.each(aboutActions)('read their tables by the sort key: %s', async (query) => {
      const plan = await store.query<{ readonly explain: string }>(`EXPLAIN indexes = 1 ${query}`);
      const text = plan.map(({ explain }) => explain.trim()).join('\n');
      const tables = text.split('ReadFromMergeTree').slice(1);
      expect(tables.length).toBeGreaterThan(0);
      for (const table of tables) expect(table).toMatch(/PrimaryKey\nKeys:\n(end_lt|workchain)\n/);
    });

    it('count every action once', async () => {
      const counted = await store.query<{ readonly type: string; readonly 'count()': string | number }>(byType);
      const all = counted.map((row) => [row.type, Number(row['count()'])] as const);
      const types = traces.flatMap(({ actionTypes }) => actionTypes);
      const wanted = new Map<string, number>();
      for (const type of types) wanted.set(type, (wanted.get(type) ?? 0) + 1);
      expect(new Map(all)).toEqual(wanted);
    });

    it('do not see earlier classifications, nor traces of a range that another one took in', async () => {
      const answers = async () =>
        await Promise.all(aboutActions.map(async (query) => sorted(await store.query(query))));
      const before = await answers();
      await write(store, traces.map(earlierClassification));
      await write(store, traces.map(inLaterRange));
      expect(await answers()).toEqual(before);
    });
  });
});

async function write(store: ClickHouseStore, traces: readonly ClassifiedTraceRow[]): Promise<void> {
  const [rows, accounts] = [createRowBatch(classifiedTracesTable), createRowBatch(traceAccountsTable)];
  for (const trace of traces) {
    rows.add(trace);
    for (const account of traceAccountRows(trace)) accounts.add(account);
  }
  await store.insertRows(traceAccountsTable, accounts.rows());
  await store.insertRows(classifiedTracesTable, rows.rows());
}

function deployedIn(traces: readonly ClassifiedTraceRow[]): readonly string[] {
  const actions = traces.flatMap((trace) => trace.actions.map((action) => JSON.parse(action) as StoredAction));
  return actions.flatMap(({ type, details }) => (type === 'contract_deploy' ? [details.destination ?? ''] : []));
}

interface StoredAction {
  readonly type: string;
  readonly details: { readonly destination?: string };
}

/** The same trace as older rules knew it: its actions twice. */
function earlierClassification(trace: ClassifiedTraceRow): ClassifiedTraceRow {
  return checkedTraceRow({ ...doubled(trace), version: versionOfClassification({ range: { first: 1 }, ...earlier }) });
}

/** The trace as it was known while its first transaction was not: with another id. */
function inLaterRange(trace: ClassifiedTraceRow): ClassifiedTraceRow {
  const version = versionOfClassification({ range: { first: 5 }, ...earlier, rules: trace.rulesVersion });
  return checkedTraceRow({ ...doubled(trace), traceId: Uint8Array.from(trace.traceId).reverse(), version });
}

function doubled(trace: ClassifiedTraceRow): ClassifiedTraceRow {
  const { actionTypes, actions } = trace;
  return { ...trace, actionTypes: [...actionTypes, ...actionTypes], actions: [...actions, ...actions] };
}

/** Rows in one order: those that a query holds to be equal come in any. */
function sorted(rows: readonly unknown[]): readonly string[] {
  return rows.map((row) => JSON.stringify(row)).toSorted();
}
