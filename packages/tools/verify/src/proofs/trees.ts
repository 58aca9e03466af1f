import { currenciesHashOf, hasBodyTreesSql, rebuildStateInit } from '@tonriver/block-rows';
import { Bag, serializeTree, serializeTreeWithout } from '@tonriver/boc';
import { loadStateInit } from '@tonriver/chain-model';
import {
  accountStatesTable,
  cellTreesTable,
  columnsSql,
  pickColumns,
  type StateInitRow,
  stateInitsTable,
  uint8,
} from '@tonriver/row-schema';
import { attempt } from '../attempt.ts';
import { nameOf, type Problem, valueText } from '../finding.ts';
import { planHashWindows } from '../hash-windows.ts';
import type { Proof, ProofContext } from '../proof.ts';
import { longQuery } from '../ranges.ts';
import { isAheadOfParsers } from '../rounds-ahead.ts';
import { loadTrees, treesOfStateInit } from '../stored-trees.ts';

const [hash] = pickColumns(cellTreesTable, 'hash');
const namedColumns = [
  hash,
  { name: 'sides', type: uint8, comment: '1: it is named, 2: it is there, 4: it may be' },
] as const;
const NAMED = 1;
const STORED = 2;
const ALLOWED = 4;

/**
 * Every tree and StateInit that a row names is there, is what its hash says, and nothing is there that no row names.
 */
export const treesProof: Proof = {
  name: 'trees',
  promise:
    'every body outside parts, StateInit, configuration, library and part of them that is named is there, whole, and none that is not',
  async *run(context) {
    const isAhead = await isAheadOfParsers(context);
    const isShownDictionary = createShownDictionaries(context);
    for (const window of await planHashWindows(context, 'cell_trees')) {
      yield* compareNames(
        context,
        cellTreesTable,
        [
          `SELECT body_hash AS hash FROM body_hashes WHERE ${hasBodyTreesSql('row_version')} AND ${window('body_hash')}`,
          ...['code_hash', 'data_hash', 'library_hash'].map(
            (column) => `SELECT assumeNotNull(${column}) AS hash FROM state_inits FINAL
            WHERE ${column} IS NOT NULL AND ${window(column)}${column === 'data_hash' ? " AND data_boc = ''" : ''}`,
          ),
          `SELECT hash FROM configs FINAL WHERE ${window('hash')}`,
          `SELECT hash FROM libraries FINAL WHERE ${window('hash')}`,
        ],
        window,
        [
          // Bodies that an older parser stored stay when their blocks are parsed again.
          `SELECT body_hash AS hash FROM body_hashes WHERE ${window('body_hash')}`,
          // Code is stored only where the state could be resolved: `resolved-blocks` proves it there.
          `SELECT assumeNotNull(code_hash) AS hash FROM account_states
           WHERE code_hash IS NOT NULL AND ${window('code_hash')}`,
          // So are dictionaries of extra currencies, but only those of initial states: `initial-states` proves them.
          `SELECT assumeNotNull(extra_currencies_hash) AS hash FROM account_states
           WHERE extra_currencies_hash IS NOT NULL AND ${window('extra_currencies_hash')}`,
          // The states of the last resolved blocks may not be stored yet.
          ...(isAhead ? [`SELECT hash FROM cell_trees WHERE ${window('hash')}`] : []),
        ],
        isShownDictionary,
      );
      yield* checkTrees(context, window);
    }
    for (const window of await planHashWindows(context, 'state_inits')) {
      yield* compareNames(
        context,
        stateInitsTable,
        [
          `SELECT assumeNotNull(init_hash) AS hash FROM (SELECT init_hash FROM messages FINAL)
         WHERE init_hash IS NOT NULL AND ${window('init_hash')}`,
        ],
        window,
      );
      yield* checkStateInits(context, window);
    }
  },
};

type Window = (column: string) => string;

async function* compareNames(
  { store }: ProofContext,
  table: { readonly name: string; readonly orderBy: readonly string[] },
  namedBy: readonly string[],
  window: Window,
  allowedBy: readonly string[] = [],
  isAllowed: (hash: Uint8Array) => Promise<boolean> = async () => false,
): AsyncGenerator<Problem> {
  const named = namedBy.map((rows) => `SELECT hash, ${NAMED} AS side FROM (${rows})`);
  const allowed = allowedBy.map((rows) => `SELECT hash, ${ALLOWED} AS side FROM (${rows})`);
  const stored = `SELECT hash, ${STORED} AS side FROM ${table.name} WHERE ${window('hash')}`;
  const rows = store.stream(
    namedColumns,
    `SELECT hash, toUInt8(found) AS sides FROM (
       SELECT hash, groupBitOr(side) AS found FROM (${[...named, ...allowed, stored].join(' UNION ALL ')}) GROUP BY hash
     ) WHERE found = ${STORED} OR bitAnd(found, ${NAMED + STORED}) = ${NAMED} ORDER BY hash`,
    {},
    longQuery,
  );
  for await (const batch of rows) {
    for (const { hash: key, sides } of batch) {
      if (sides === STORED && (await isAllowed(key))) continue;
      const problem = sides === STORED ? 'is named by no row' : 'is missing: a row names it';
      yield { ...nameOf(table, { hash: key }), problem };
    }
  }
}

const currencyColumns = pickColumns(accountStatesTable, 'extra_currencies', 'extra_currencies_hash', 'raw_boc');

/**
 * Tells whether a tree is the dictionary of extra currencies of a state that shows them: the engine cannot work out its
 * hash. The states are read when the first tree is asked about.
 */
function createShownDictionaries({ store }: ProofContext): (hash: Uint8Array) => Promise<boolean> {
  const read = async (): Promise<ReadonlySet<string>> => {
    const known = new Set<string>();
    const states = store.stream(
      currencyColumns,
      `SELECT DISTINCT ${columnsSql(currencyColumns)} FROM account_states FINAL WHERE notEmpty(extra_currencies)`,
      {},
      longQuery,
    );
    for await (const rows of states) {
      for (const row of rows) {
        const found = attempt(() => currenciesHashOf(row));
        if (found.ok && found.value !== null) known.add(valueText(found.value));
      }
    }
    return known;
  };
  let dictionaries: Promise<ReadonlySet<string>> | undefined;
  return async (hash) => {
    dictionaries ??= read();
    return (await dictionaries).has(valueText(hash));
  };
}

async function* checkTrees(context: ProofContext, window: Window): AsyncGenerator<Problem> {
  const { columns } = cellTreesTable;
  const batches = context.store.stream(
    columns,
    `SELECT ${columnsSql(columns)} FROM cell_trees FINAL WHERE ${window('hash')}`,
    {},
    longQuery,
  );
  for await (const rows of batches) {
    context.count('trees', rows.length);
    for (const row of rows) {
      const problem = treeProblem(row.hash, row.boc);
      if (problem !== undefined) yield { ...nameOf(cellTreesTable, row), columns: ['boc'], problem };
    }
  }
}

function treeProblem(key: Uint8Array, boc: Uint8Array): string | undefined {
  const read = attempt(() => {
    const bag = Bag.parse(boc);
    return { root: bag.hash(bag.root), canonical: serializeTree(bag, bag.root) };
  });
  if (!read.ok) return `is not a bag of cells: ${read.problem}`;
  if (Buffer.compare(read.value.root, key) !== 0) return `its root has the hash ${valueText(read.value.root)}`;
  return Buffer.compare(read.value.canonical, boc) === 0 ? undefined : 'its bytes are not the canonical ones';
}

async function* checkStateInits(context: ProofContext, window: Window): AsyncGenerator<Problem> {
  const { columns } = stateInitsTable;
  const batches = context.store.stream(
    columns,
    `SELECT ${columnsSql(columns)} FROM state_inits FINAL WHERE ${window('hash')}`,
    {},
    longQuery,
  );
  for await (const rows of batches) {
    context.count('state inits', rows.length);
    const trees = await loadTrees(context.store, rows.flatMap(treesOfStateInit));
    for (const row of rows) {
      const problem = stateInitProblem(row, (of) => trees.get(of));
      if (problem !== undefined) yield { ...nameOf(stateInitsTable, row), problem };
    }
  }
}

function stateInitProblem(row: StateInitRow, tree: (hash: string) => Uint8Array | undefined): string | undefined {
  const byFields = attempt(() => rebuildStateInit({ tree }, { ...row, rawBoc: noBytes }));
  const isByFields = byFields.ok && Buffer.compare(byFields.value.hash(), row.hash) === 0;
  if (row.rawBoc.length > 0) {
    return isByFields
      ? 'has a bag of cells beside fields that say it all'
      : fieldsProblem(row, () => Bag.parse(row.rawBoc));
  }
  if (!byFields.ok) return `cannot be rebuilt: ${byFields.problem}`;
  if (!isByFields) return `its fields give the hash ${valueText(byFields.value.hash())}`;
  return fieldsProblem(row, () => Bag.of(byFields.value));
}

/** Compares every column with the cell: not all columns are needed to rebuild it. */
function fieldsProblem(row: StateInitRow, open: () => Bag): string | undefined {
  const read = attempt(() => {
    const bag = open();
    return { root: valueText(bag.hash(bag.root)), fields: fieldsOf(bag) };
  });
  if (!read.ok) return `its bag of cells cannot be read: ${read.problem}`;
  const { root, fields } = read.value;
  if (root !== valueText(row.hash)) return `its bag of cells has the hash ${root}`;
  const wrong = Object.entries(fields).filter(
    ([property, value]) => valueText(row[property as keyof typeof fields]) !== valueText(value),
  );
  if (wrong.length === 0) return undefined;
  return `its cell says otherwise: ${wrong.map(([property, value]) => `${property} ${valueText(value)}`).join('; ')}`;
}

/** Returns the expected columns, from the cell alone. */
function fieldsOf(bag: Bag): Omit<StateInitRow, 'hash' | 'rawBoc'> {
  const { fixedPrefixLength, special, code, data, library } = loadStateInit(bag.slice(bag.root));
  const hashOf = (cell: number | null): Uint8Array | null => (cell === null ? null : bag.hash(cell));
  const dataBoc = code === null || data === null ? undefined : serializeTreeWithout(bag, data, code);
  return {
    fixedPrefixLength,
    special: special === null ? null : (special.tick ? 2 : 0) + (special.tock ? 1 : 0),
    codeHash: hashOf(code),
    dataHash: hashOf(data),
    libraryHash: hashOf(library),
    dataBoc: dataBoc ?? noBytes,
  };
}

const noBytes = new Uint8Array(0);
