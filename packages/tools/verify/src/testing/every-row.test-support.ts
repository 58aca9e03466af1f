import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Finding, type RowName, valueText } from '../finding.ts';
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

/** What the chains of CI are made from. */
export const EVERY_ROW_SEED = 20_261_121;

const DELETIONS_PER_TABLE = 2;
/** Of rows that only one proof knows of. */
const DELETIONS_PER_KIND = 3;
/** Every so many times all proofs run, not only those that check the table. */
const CASES_PER_FULL_RUN = 60;

/** Table → the proofs that check it. */
const watchers: Readonly<Record<string, readonly string[]>> = {
  deployment: ['deployment'],
  schema_migrations: ['deployment'],
  blocks: ['block-digests'],
  masterchain_shards: ['links', 'block-digests'],
  round_blocks: ['rounds'],
  blocks_of_rounds: ['rounds'],
  transactions: ['block-digests'],
  messages: ['block-digests'],
  transaction_parts: ['transaction-parts', 'traces'],
  cell_trees: ['trees', 'resolved-blocks', 'initial-states'],
  state_inits: ['trees'],
  message_places: ['look-ups'],
  transaction_places: ['look-ups'],
  body_hashes: ['look-ups'],
  opcodes: ['look-ups'],
  block_transactions: ['look-ups'],
  block_digests: ['block-digests'],
  rounds: ['rounds'],
  watermarks: ['rounds', 'traces'],
  trace_ids: ['traces'],
  traces: ['traces'],
  assembler_snapshots: ['traces'],
  account_states: ['account-states', 'resolved-blocks', 'initial-states'],
  latest_account_states: ['account-states'],
  configs: ['configs', 'initial-states'],
  account_data: ['account-data', 'resolved-blocks', 'initial-states'],
  state_progress: ['state-progress'],
  libraries: ['state-progress'],
  resolved_blocks: ['resolved-blocks'],
  resolved_accounts: ['resolved-blocks'],
  initial_states: ['initial-states'],
  contract_interfaces: ['interfaces'],
  detected_rounds: ['interfaces'],
  domain_names: ['interfaces'],
  classified_traces: ['actions'],
  trace_accounts: ['actions'],
  action_places: ['actions'],
  actions_progress: ['actions'],
};

/** Rows that other proofs check than the rest of their table, by table. */
type Kinds = Readonly<Record<string, readonly ((row: AnyRow) => boolean)[]>>;

async function kindsOf({ store }: IndexedChain): Promise<Kinds> {
  const byAccounts = await store.query<{ readonly hash: string }>(
    `SELECT DISTINCT lower(hex(assumeNotNull(code_hash))) AS hash FROM account_states WHERE code_hash IS NOT NULL
     UNION DISTINCT SELECT lower(hex(hash)) AS hash FROM libraries`,
  );
  const codes = new Set(byAccounts.map(({ hash }) => hash));
  const isOfState = (row: AnyRow): boolean => row['rowVersion'] === 0;
  return {
    account_states: [isOfState],
    configs: [isOfState],
    cell_trees: [(row) => codes.has(valueText(row['hash']))],
    account_data: [(row) => row['isWhole'] === true],
    transaction_parts: [(row) => row['kind'] === 'cells', (row) => row['kind'] === 'links'],
  };
}

export interface EveryRowOptions {
  /** The tables that have no rows. */
  readonly empty: readonly string[];
  /** Only the tables that the state-resolver writes: the others do not depend on the known states. */
  readonly isOfStates?: boolean;
  /** Only every second table, from the first or from the second one on: another file has the others. */
  readonly half?: 'first' | 'second';
}

const tablesOfStates = new Set([
  'cell_trees',
  'account_states',
  'latest_account_states',
  'account_data',
  'configs',
  'libraries',
  'state_progress',
  'resolved_blocks',
  'resolved_accounts',
  'initial_states',
]);
const CASES_MIN = 200;
const CASES_OF_STATES_MIN = 80;

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
export function describeEveryRow(
  seed: number,
  what: string,
  { empty, isOfStates = false, half }: EveryRowOptions,
  index: () => Promise<IndexedChain>,
): void {
  describe(`one row of one table that is deleted or altered, ${what} (seed ${seed})`, () => {
    let indexed: IndexedChain;
    let kinds: Kinds = {};
    let cases = 0;
    let found = 0;
    beforeAll(async () => {
      indexed = await index();
      kinds = await kindsOf(indexed);
      // Otherwise an older version of the row would show up when the newest is deleted.
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

    const chosen = damagedTables
      .filter(({ name }) => !isOfStates || tablesOfStates.has(name))
      .filter((_, index) => half === undefined || (index % 2 === 0) === (half === 'first'));
    for (const [index, table] of chosen.entries()) {
      it(`is found and named in ${table.name}: every column, and whole rows`, async () => {
        const rows: readonly AnyRow[] = await allRows(indexed.store, table);
        expect([table.name, rows.length === 0]).toEqual([table.name, empty.includes(table.name)]);
        if (rows.length === 0) return;
        const choose = createChoices(seed + index);
        const missed: string[] = [];
        const ofKinds = (kinds[table.name] ?? [])
          .map((isOfKind) => rows.filter(isOfKind))
          .filter(({ length }) => length > 0);
        for (const column of isOfStates && ofKinds.length > 0 ? [] : table.columns) {
          missed.push(...(await expectNamed(await alterRow(indexed.store, table, column, rows, choose))));
        }
        for (let deletion = 0; deletion < DELETIONS_PER_TABLE; deletion += 1) {
          missed.push(...(await expectNamed(await deleteRow(indexed.store, table, rows, choose))));
        }
        for (const kind of ofKinds) {
          for (let deletion = 0; deletion < DELETIONS_PER_KIND; deletion += 1) {
            missed.push(...(await expectNamed(await deleteRow(indexed.store, table, kind, choose))));
          }
          for (const column of table.columns) {
            missed.push(...(await expectNamed(await alterRow(indexed.store, table, column, kind, choose, rows))));
          }
        }
        expect(missed).toEqual([]);
      }, 240_000);
    }

    it('leaves nothing behind when it is put back', async () => {
      const { proofs } = await verifyStored(indexed.store, { withCells: true });
      expect(proofs.flatMap(({ findings }) => findings)).toEqual([]);
      process.stderr.write(`${cases} rows were deleted or altered, ${what} (seed ${seed}); ${found} found and named\n`);
      expect(cases).toBeGreaterThanOrEqual(isOfStates ? CASES_OF_STATES_MIN : CASES_MIN);
    }, 120_000);
  });
}
