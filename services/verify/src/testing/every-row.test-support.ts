import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { columnsSql, stateProgressTable } from '@tonriver/clickhouse';
import type { Finding, RowName } from '../finding.ts';
import {
  type AnyRow,
  allRows,
  alterRow,
  createChoices,
  type Damage,
  damagedTables,
  deleteRow,
} from './damage.test-support.ts';
import type { IndexedChain } from './index-chain.test-support.ts';
import { verifyStored } from '../verify-stored.ts';

const DELETIONS_PER_TABLE = 2;
/** So often all proofs run, and not only those that watch over the table. */
const CASES_PER_FULL_RUN = 60;

/** Which proofs watch over which table. */
const watchers: Readonly<Record<string, readonly string[]>> = {
  deployment: ['deployment'],
  schema_migrations: ['deployment'],
  blocks: ['block-digests'],
  masterchain_shards: ['links', 'block-digests'],
  round_blocks: ['rounds'],
  transactions: ['block-digests'],
  messages: ['block-digests'],
  cell_trees: ['trees'],
  state_inits: ['trees'],
  message_hashes: ['look-ups'],
  body_hashes: ['look-ups'],
  opcodes: ['look-ups'],
  transaction_hashes: ['look-ups'],
  block_transactions: ['look-ups'],
  block_digests: ['block-digests'],
  rounds: ['rounds'],
  watermarks: ['rounds'],
  trace_ids: ['traces'],
  traces: ['traces'],
  assembler_snapshots: ['traces'],
  account_states: ['account-states'],
  latest_account_states: ['account-states'],
  configs: ['configs'],
  account_data: ['account-data'],
  state_progress: ['state-progress', 'account-data'],
  libraries: ['state-progress'],
};

/** What no other row tells: that every account is known could be untrue. */
const UNTOLD = new Set(['state_progress.is_complete']);

/**
 * A state that is only seen before a block may be there; nothing that is stored says that it must. Nor does anything
 * say of contract data that it was ever known where states were put together one by one.
 */
function isDemanded(table: string, row: AnyRow, areAllStatesKnown: boolean): boolean {
  return row['rowVersion'] !== 0 && (table !== 'account_data' || areAllStatesKnown);
}

function isNamed({ names }: Damage, findings: readonly Finding[]): boolean {
  const isOne = (found: RowName | undefined): boolean =>
    found !== undefined &&
    names.some(({ table, row }) => table === found.table && JSON.stringify(row) === JSON.stringify(found.row));
  return findings.some((finding) => isOne(finding) || isOne(finding.or));
}

/**
 * Deletes or alters one row of one table, hundreds of times: every column of every table, and whole rows. Each time the
 * proofs must name the table and the row, and find nothing when it is put back.
 */
export function describeEveryRow(seed: number, index: () => Promise<IndexedChain>): void {
  describe(`one row of one table that is deleted or altered (seed ${seed})`, () => {
    let indexed: IndexedChain;
    let cases = 0;
    let found = 0;
    beforeAll(async () => {
      indexed = await index();
      // Older versions of a row would come to light again when the newest is deleted.
      for (const { name } of damagedTables) await indexed.store.command(`OPTIMIZE TABLE ${name} FINAL`);
    }, 180_000);
    afterAll(() => indexed?.close());

    const expectNamed = async (damage: Damage): Promise<string[]> => {
      cases += 1;
      const isFull = cases % CASES_PER_FULL_RUN === 0;
      const proofs = watchers[damage.table.name] ?? [];
      const findings: Finding[] = [];
      try {
        const onFinding = (finding: Finding): void => void findings.push(finding);
        await verifyStored(indexed.store, { ...(isFull ? { withCells: true } : { proofs }), onFinding });
      } finally {
        await damage.restore();
      }
      if (isNamed(damage, findings)) {
        found += 1;
        return [];
      }
      const instead = findings
        .slice(0, 3)
        .map(({ table, row, problem }) => `${table} ${JSON.stringify(row)} ${problem}`);
      return [`${damage.table.name}: ${damage.text}: found ${findings.length} instead: ${instead.join(' | ')}`];
    };

    for (const [index, table] of damagedTables.entries()) {
      it(`is found and named in ${table.name}: every column, and whole rows`, async () => {
        const rows: readonly AnyRow[] = await allRows(indexed.store, table);
        if (rows.length === 0) return;
        const choose = createChoices(seed + index);
        const missed: string[] = [];
        for (const column of table.columns) {
          if (UNTOLD.has(`${table.name}.${column.name}`)) continue;
          missed.push(...(await expectNamed(await alterRow(indexed.store, table, column, rows, choose))));
        }
        const { columns } = stateProgressTable;
        const progress = await indexed.store.select(columns, `SELECT ${columnsSql(columns)} FROM state_progress FINAL`);
        const areAllStatesKnown = progress.length > 0 && progress.every(({ isComplete }) => isComplete);
        const demanded = rows.filter((row) => isDemanded(table.name, row, areAllStatesKnown));
        for (let deletion = 0; deletion < DELETIONS_PER_TABLE && demanded.length > 0; deletion += 1) {
          missed.push(...(await expectNamed(await deleteRow(indexed.store, table, demanded, choose))));
        }
        expect(missed).toEqual([]);
      }, 240_000);
    }

    it('leaves nothing behind when it is put back', async () => {
      const { proofs } = await verifyStored(indexed.store, { withCells: true });
      expect(proofs.flatMap(({ findings }) => findings)).toEqual([]);
      process.stderr.write(`${cases} rows were deleted or altered (seed ${seed}); ${found} found and named\n`);
      expect(cases).toBeGreaterThanOrEqual(200);
    }, 120_000);
  });
}
