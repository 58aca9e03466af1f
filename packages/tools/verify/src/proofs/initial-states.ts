import {
  currenciesHashOf,
  fingerprintOf,
  initialAccountBytes,
  initialStateChecksum,
  unpackInitialAccounts,
  unpackStatePlaces,
} from '@tonriver/block-rows';
import { digestKey } from '@tonriver/clickhouse';
import {
  accountDataTable,
  type AccountStateRow,
  accountStatesTable,
  bool,
  cellTreesTable,
  columnsSql,
  configsTable,
  type InitialStateRow,
  initialStatesTable,
  pickColumns,
  resolvedBlocksTable,
} from '@tonriver/row-schema';
import { attempt } from '../attempt.ts';
import { nameOf, type Problem, type RowName, valueText } from '../finding.ts';
import type { Proof, ProofContext } from '../proof.ts';
import { longQuery } from '../ranges.ts';

const partColumns = pickColumns(initialStatesTable, 'workchain', 'shard', 'seqno', 'part', 'is_last', 'config_hash');
const hashColumns = pickColumns(cellTreesTable, 'hash');
const usedColumns = pickColumns(resolvedBlocksTable, 'workchain', 'shard', 'seqno', 'range_seqno', 'initial_states');
const currencyColumns = ['extra_currencies', 'extra_currencies_hash', 'raw_boc'] as const;
const foundColumns = [
  ...pickColumns(accountStatesTable, 'account', 'transaction_hash', 'code_hash', ...currencyColumns),
  { name: 'has_data', type: bool, comment: 'account_data has a row' },
  { name: 'has_code', type: bool, comment: 'cell_trees has its code' },
] as const;

/**
 * The rows that came from initial states are there: states, data, code and dictionaries of extra currencies of all
 * accounts, and the configuration.
 * Initial states that were used before there were records are not known.
 */
export const initialStatesProof: Proof = {
  name: 'initial-states',
  promise:
    'states, data, code and extra currencies of every account of the initial states are there, and their configurations',
  async *run(context) {
    const parts = await readParts(context);
    const states = new Map<string, Part[]>();
    for (const part of parts) states.set(digestKey(part), [...(states.get(digestKey(part)) ?? []), part]);
    yield* findUnused(context, states);
    for (const ofState of states.values()) {
      yield* checkParts(ofState);
      yield* checkConfig(context, ofState);
    }
    for (const part of parts) yield* checkPart(context, part);
    context.count('initial states', states.size);
  },
};

type Part = Pick<InitialStateRow, 'workchain' | 'shard' | 'seqno' | 'part' | 'isLast' | 'configHash'>;

async function readParts({ store }: ProofContext): Promise<readonly Part[]> {
  return await store.select(
    partColumns,
    `SELECT ${columnsSql(partColumns)} FROM initial_states FINAL ORDER BY workchain, shard, seqno, part`,
    {},
    longQuery,
  );
}

/** Finds blocks that used an initial state without any record of it. */
async function* findUnused(
  { store }: ProofContext,
  states: ReadonlyMap<string, readonly Part[]>,
): AsyncGenerator<Problem> {
  const rows = await store.select(
    usedColumns,
    `SELECT ${columnsSql(usedColumns)} FROM resolved_blocks FINAL
     WHERE notEmpty(initial_states) AND length(initial_states) % 16 = 0`,
    {},
    longQuery,
  );
  for (const row of rows) {
    for (const place of unpackStatePlaces(row.initialStates)) {
      if (states.has(digestKey(place))) continue;
      const or = nameOf(resolvedBlocksTable, row);
      yield { ...partName(place, 0), problem: 'is missing: a block was resolved from this state', or };
    }
  }
}

function partName(place: Pick<Part, 'workchain' | 'shard' | 'seqno'>, part: number): RowName {
  return nameOf(initialStatesTable, { ...place, part });
}

/** Checks that parts are numbered without a hole, up to the one marked as last. */
function* checkParts(parts: readonly Part[]): Generator<Problem> {
  const [first] = parts;
  const last = parts.at(-1);
  if (first === undefined || last === undefined) return;
  const there = new Set(parts.map(({ part }) => part));
  for (let part = 0; part < last.part; part += 1) {
    if (!there.has(part)) yield { ...partName(first, part), problem: 'is missing: a later part is there' };
  }
  if (!last.isLast) yield { ...partName(first, last.part + 1), problem: 'is missing: no part is the last' };
}

async function* checkConfig({ store }: ProofContext, parts: readonly Part[]): AsyncGenerator<Problem> {
  const last = parts.at(-1);
  if (last === undefined || last.configHash === null) return;
  const rows = await store.select(
    configsTable.columns,
    `SELECT ${columnsSql(configsTable.columns)} FROM configs FINAL WHERE mc_block_seqno = {seqno:UInt32}`,
    { seqno: last.seqno },
    longQuery,
  );
  if (valueText(rows[0]?.hash) === valueText(last.configHash)) return;
  const problem = rows.length === 0 ? 'is missing: an initial state has it' : 'is not that of the initial state';
  const or = nameOf(initialStatesTable, last);
  yield { ...nameOf(configsTable, { mcBlockSeqno: last.seqno }), problem, or };
}

/** Reads a part, checks its checksum, and looks for the rows of its accounts. */
async function* checkPart(context: ProofContext, { workchain, shard, seqno, part }: Part): AsyncGenerator<Problem> {
  const { store } = context;
  const { columns } = initialStatesTable;
  const ofPart =
    'workchain = {workchain:Int32} AND shard = {shard:Int64} AND seqno = {seqno:UInt32} AND part = {part:UInt32}';
  const parameters = { workchain, shard, seqno, part };
  const [row] = await store.select(
    columns,
    `SELECT ${columnsSql(columns)} FROM initial_states FINAL WHERE ${ofPart}`,
    parameters,
    longQuery,
  );
  if (row === undefined) return;
  const name = nameOf(initialStatesTable, row);
  if (initialStateChecksum(row) !== row.checksum) {
    yield { ...name, columns: ['checksum'], problem: 'is not as it was written: its checksum is another' };
    return;
  }
  const accounts = unpackInitialAccounts(row.accounts);
  context.count('accounts of initial states', accounts.length);
  const found = await store.select(foundColumns, foundSql(ofPart), parameters, longQuery);
  const byAccount = new Map(found.map((state) => [valueText(state.account), state]));
  const holders = accounts.filter(({ hasCurrencies }) => hasCurrencies).map(({ account }) => valueText(account));
  yield* checkCurrencies(context, holders.map((account) => byAccount.get(account)).filter(isFound), name);
  for (const wanted of accounts) {
    const key = { workchain, account: wanted.account, lt: wanted.lt };
    const state = byAccount.get(valueText(wanted.account));
    if (state === undefined) {
      yield { ...nameOf(accountStatesTable, key), problem: 'is missing: an initial state has it', or: name };
      continue;
    }
    if (valueText(fingerprintOf(state.transactionHash)) !== valueText(wanted.transaction)) {
      const problem = 'is not the transaction that the initial state has';
      yield { ...nameOf(accountStatesTable, key), columns: ['transaction_hash'], problem, or: name };
    }
    if (wanted.hasData && !state.hasData) {
      yield { ...nameOf(accountDataTable, key), problem: 'is missing: an initial state has it', or: name };
    }
    if (wanted.hasCode && !state.hasCode && state.codeHash !== null) {
      const hash: Pick<AccountStateRow, 'hash'> = { hash: state.codeHash };
      yield {
        ...nameOf(cellTreesTable, hash),
        problem: 'is missing: an account of an initial state runs it',
        or: name,
      };
    }
  }
}

type CurrenciesOfState = Pick<AccountStateRow, 'extraCurrencies' | 'extraCurrenciesHash' | 'rawBoc'>;

function isFound<Value>(value: Value | undefined): value is Value {
  return value !== undefined;
}

/** Looks for the dictionaries of extra currencies of states. */
async function* checkCurrencies(
  { store }: ProofContext,
  states: readonly CurrenciesOfState[],
  or: RowName,
): AsyncGenerator<Problem> {
  // A state that cannot be read is a finding of `account-states`.
  const hashes = states.map((state) => attempt(() => currenciesHashOf(state)));
  const wanted = new Map(
    hashes.flatMap((hash) => (hash.ok && hash.value !== null ? [[valueText(hash.value), hash.value] as const] : [])),
  );
  if (wanted.size === 0) return;
  const stored = await store.select(
    hashColumns,
    `SELECT hash FROM cell_trees WHERE hash IN (
       SELECT toFixedString(unhex(arrayJoin({hashes:Array(String)})), 32))`,
    { hashes: [...wanted.values()].map((hash) => Buffer.from(hash).toString('hex')) },
    longQuery,
  );
  for (const { hash } of stored) wanted.delete(valueText(hash));
  for (const hash of wanted.values()) {
    const problem = 'is missing: an account of an initial state has these extra currencies';
    yield { ...nameOf(cellTreesTable, { hash }), problem, or };
  }
}

/** Reads the stored states of a part's accounts, with their code and data. The engine reads the keys itself. */
function foundSql(ofPart: string): string {
  const record = (offset: number, bytes: number): string =>
    `substring(accounts_, ${offset + 1} + ${initialAccountBytes} * number, ${bytes})`;
  const keys = `SELECT toFixedString(${record(0, 32)}, 32), reinterpretAsUInt64(${record(32, 8)})
    FROM numbers(assumeNotNull(toUInt64(intDiv(length(accounts_), ${initialAccountBytes}))))`;
  const ofAccounts = `workchain = {workchain:Int32} AND (account, lt) IN (${keys})`;
  return `WITH (SELECT any(accounts) FROM initial_states FINAL WHERE ${ofPart}) AS accounts_
    SELECT account, transaction_hash, code_hash, ${currencyColumns.join(', ')},
      toBool((account, lt) IN (SELECT account, lt FROM account_data WHERE ${ofAccounts})) AS has_data,
      toBool(ifNull(assumeNotNull(code_hash) IN (SELECT hash FROM cell_trees WHERE hash IN (
        SELECT assumeNotNull(code_hash) FROM account_states WHERE code_hash IS NOT NULL AND ${ofAccounts})), false)
      ) AS has_code
    FROM account_states FINAL WHERE ${ofAccounts}`;
}
