import { openTransactionPart } from '@tonriver/block-rows';
import { columnsSql, NO_ROUND, type TransactionPartRow, transactionPartsTable } from '@tonriver/row-schema';
import { type BlockKey, blockKeyText, parseBlockKeyText } from './blocks.ts';
import { groupedBy } from './grouped-by.ts';
import type { TransactionPlace } from './hash-places.ts';
import { newestRows } from './newest-rows.ts';
import type { ReadingStore } from './reading-store.ts';
import type { PlacedKey, TransactionPart } from './transaction-parts.ts';

const { columns } = transactionPartsTable;

/** Reads whole parts: those of which the cells are there. */
export async function readParts(store: ReadingStore, condition: string): Promise<readonly TransactionPart[]> {
  const rows = await store.select(columns, `SELECT ${columnsSql(columns)} FROM transaction_parts WHERE ${condition}`);
  const newest = newestRows(
    rows,
    (row) => `${keyTextOf(row)} ${row.kind} ${row.round}`,
    ({ version }) => version,
  );
  return [...groupedBy([...newest.values()], keyTextOf)].flatMap(([keyText, ofPart]) => {
    const cells = ofPart.find(({ kind }) => kind === 'cells');
    return cells === undefined ? [] : [partOf(keyText, cells, ofPart)];
  });
}

function partOf(keyText: string, cells: TransactionPartRow, rows: readonly TransactionPartRow[]): TransactionPart {
  return {
    keyText,
    mcBlockSeqno: cells.blockRound === NO_ROUND ? null : cells.blockRound,
    block: { workchain: cells.workchain, shard: cells.shard, seqno: cells.seqno },
    firstLt: cells.firstLt,
    lastLt: cells.lastLt,
    transactions: openTransactionPart(cells),
    // A view would keep the bytes of the whole result in memory as long as the part is remembered.
    links: rows
      .filter(({ kind }) => kind === 'links')
      .map((row) => ({ ...row, content: Uint8Array.from(row.content) })),
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

/** A condition for parts. The rounds alone lead the engine to them; the rest is compared in memory. */
export function partsCondition(keyTexts: readonly string[]): string {
  const rounds = new Set<number>();
  const keys = keyTexts.map((keyText) => {
    const [round = '', block = '', part] = keyText.split('/');
    rounds.add(Number(round));
    const { workchain, shard, seqno } = parseBlockKeyText(block);
    return `(${workchain}, toInt64('${shard}'), ${seqno}, ${Number(part)})`;
  });
  return `block_round IN (${[...rounds].join(', ')}) AND (workchain, shard, seqno, part) IN (${keys.join(', ')})`;
}

type WantedTime = Omit<PlacedKey, 'account'>;

/** A condition for the parts that may have some transactions: where each was in a block is not known. */
export function placedCondition(keys: readonly WantedTime[]): string {
  const blocks = keys.flatMap(({ block }) =>
    block === undefined ? [] : [`(${block.workchain}, toInt64('${block.shard}'), ${block.seqno})`],
  );
  const inRounds = keys.filter(({ block }) => block === undefined);
  const conditions: string[] = [];
  if (inRounds.length > 0) conditions.push(roundsCondition(inRounds));
  if (blocks.length > 0) {
    conditions.push(`(block_round = ${NO_ROUND} AND (workchain, shard, seqno) IN (${distinct(blocks)}))`);
  }
  return conditions.join(' OR ');
}

/**
 * A condition for the parts that may have transactions of these times in these blocks. The engine takes less time to
 * find a round and its workchain than to compare blocks, so other blocks of the round are left to the caller.
 */
export function timesCondition(places: readonly TransactionPlace[]): string {
  return placedCondition(
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
