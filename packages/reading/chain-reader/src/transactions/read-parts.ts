import { openTransactionPart } from '@tonriver/block-rows';
import { columnsSql, NO_ROUND, type TransactionPartRow, transactionPartsTable } from '@tonriver/row-schema';
import { type BlockKey, blockKeyText, parseBlockKeyText } from '../blocks/blocks.ts';
import { finalityOf } from '../finality.ts';
import { groupedBy } from '../store/grouped-by.ts';
import type { TransactionPlace } from './hash-places.ts';
import { newestRows } from '../store/newest-rows.ts';
import { linksOfRow } from './part-links.ts';
import type { ReadingStore } from '../store/reading-store.ts';
import type { PlacedKey, TransactionPart } from './transaction-parts.ts';

const { columns } = transactionPartsTable;

/** Which parts to read. */
export interface WantedParts {
  /** True for the wanted rows, and for the links of their parts. */
  readonly condition: string;
  /** Tells whether a part is wanted, by its row of cells. */
  readonly isWanted: (cells: TransactionPartRow) => boolean;
  /** The rounds of the wanted parts; undefined when some are of partial blocks, which have no round. */
  readonly rounds: ReadonlySet<number> | undefined;
}

/** A round has about as many rows: a few parts, and the links of each. */
const ROWS_PER_ROUND = 100;

/** Reads whole parts: those of which the cells are there. */
export async function readParts(store: ReadingStore, wanted: WantedParts): Promise<readonly TransactionPart[]> {
  const newest = newestRows(
    await readRows(store, wanted),
    (row) => `${keyTextOf(row)} ${row.kind} ${row.round}`,
    ({ version }) => version,
  );
  return [...groupedBy([...newest.values()], keyTextOf)].flatMap(([keyText, ofPart]) => {
    const cells = ofPart.find(({ kind }) => kind === 'cells');
    return cells === undefined || !wanted.isWanted(cells) ? [] : [partOf(keyText, cells, ofPart)];
  });
}

/**
 * Reads the rows of the wanted parts, and perhaps of others. The engine reads a whole round in three quarters of the
 * time that it takes to find parts in it, so parts are looked for only in rounds with very many.
 */
async function readRows(
  store: ReadingStore,
  { condition, rounds }: WantedParts,
): Promise<readonly TransactionPartRow[]> {
  const select = `SELECT ${columnsSql(columns)} FROM transaction_parts WHERE`;
  if (rounds !== undefined) {
    const limit = ROWS_PER_ROUND * rounds.size;
    const rows = await store.select(columns, `${select} block_round IN (${distinct([...rounds])}) LIMIT ${limit}`);
    if (rows.length < limit) return rows;
  }
  return await store.select(columns, `${select} ${condition}`);
}

function partOf(keyText: string, cells: TransactionPartRow, rows: readonly TransactionPartRow[]): TransactionPart {
  const transactions = openTransactionPart(cells);
  const mcBlockSeqno = cells.blockRound === NO_ROUND ? null : cells.blockRound;
  return {
    keyText,
    mcBlockSeqno,
    finality: finalityOf({ mcBlockSeqno }),
    block: { workchain: cells.workchain, shard: cells.shard, seqno: cells.seqno },
    firstLt: cells.firstLt,
    lastLt: cells.lastLt,
    transactions,
    links: rows.filter(({ kind }) => kind === 'links').map((row) => linksOfRow(row, transactions)),
    validTo: 0,
    openAt: undefined,
    printed: new Map(),
  };
}

/** Returns the key of a part: of a look-up, and of the memory. */
export function keyTextOf({
  blockRound,
  part,
  ...block
}: BlockKey & Pick<TransactionPartRow, 'blockRound' | 'part'>): string {
  return `${blockRound}/${blockKeyText(block)}/${part}`;
}

/** Returns the parts with these keys. */
export function partsOfKeys(keyTexts: readonly string[]): WantedParts {
  const rounds = new Set<number>();
  const keys = keyTexts.map((keyText) => {
    const [round = '', block = '', part] = keyText.split('/');
    rounds.add(Number(round));
    const { workchain, shard, seqno } = parseBlockKeyText(block);
    return `(${workchain}, toInt64('${shard}'), ${seqno}, ${Number(part)})`;
  });
  const wanted = new Set(keyTexts);
  return {
    condition: `block_round IN (${distinct([...rounds])}) AND (workchain, shard, seqno, part) IN (${keys.join(', ')})`,
    isWanted: (cells) => wanted.has(keyTextOf(cells)),
    rounds: rounds.has(NO_ROUND) ? undefined : rounds,
  };
}

/** Returns all parts of these rounds. */
export function partsOfRounds(seqnos: readonly number[]): WantedParts {
  return { condition: `block_round IN (${distinct(seqnos)})`, isWanted: () => true, rounds: new Set(seqnos) };
}

type WantedTime = Omit<PlacedKey, 'account'>;

/** Returns the parts that may have some transactions: where each was in a block is not known. */
export function partsOfTransactions(keys: readonly WantedTime[]): WantedParts {
  const blocks = keys.flatMap(({ block }) =>
    block === undefined ? [] : [`(${block.workchain}, toInt64('${block.shard}'), ${block.seqno})`],
  );
  const inRounds = keys.filter(({ block }) => block === undefined);
  const conditions: string[] = [];
  if (inRounds.length > 0) conditions.push(roundsCondition(inRounds));
  if (blocks.length > 0) {
    conditions.push(`(block_round = ${NO_ROUND} AND (workchain, shard, seqno) IN (${distinct(blocks)}))`);
  }
  const times = groupedBy(keys, ({ mcBlockSeqno, workchain }) => `${mcBlockSeqno} ${workchain}`);
  return {
    condition: conditions.join(' OR '),
    isWanted: ({ blockRound, workchain, firstLt, lastLt }) =>
      (times.get(`${blockRound} ${workchain}`) ?? []).some(({ lt }) => firstLt <= lt && lt <= lastLt),
    rounds: blocks.length > 0 ? undefined : new Set(inRounds.map(({ mcBlockSeqno }) => mcBlockSeqno)),
  };
}

/** Returns the parts that may have transactions of these times in these blocks, and perhaps some of other blocks. */
export function partsAtPlaces(places: readonly TransactionPlace[]): WantedParts {
  return partsOfTransactions(
    places.map(({ workchain, shard, seqno, lt, mcBlockSeqno }) =>
      mcBlockSeqno === null
        ? { mcBlockSeqno: NO_ROUND, workchain, lt, block: { workchain, shard, seqno } }
        : { mcBlockSeqno, workchain, lt },
    ),
  );
}

/** Links do not tell the times of their part. */
function mayHave(lts: readonly bigint[]): string {
  return `(kind = 'links' OR arrayExists(l -> first_lt <= l AND l <= last_lt, [${distinct(lts)}]))`;
}

function roundsCondition(keys: readonly WantedTime[]): string {
  return `(block_round IN (${distinct(keys.map(({ mcBlockSeqno }) => mcBlockSeqno))})
    AND workchain IN (${distinct(keys.map(({ workchain }) => workchain))})
    AND ${mayHave(keys.map(({ lt }) => lt))})`;
}

function distinct(values: readonly unknown[]): string {
  return [...new Set(values)].join(', ');
}
