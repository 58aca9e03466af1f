import { openTransactionPart, type PartReader } from '@tonriver/block-rows';
import { columnsSql, NO_ROUND, type TransactionPartRow, transactionPartsTable } from '@tonriver/row-schema';
import { type BatchedLookUp, createBatchedLookUp } from '../look-up/batched-look-up.ts';
import { type BlockKey, blockKeyText, parseBlockKeyText } from './blocks.ts';
import { groupedBy } from './grouped-by.ts';
import type { LookUpBounds } from './look-up-bounds.ts';
import { newestRows } from './newest-rows.ts';
import type { ReadingStore } from './reading-store.ts';
import { parseTransactionKeyText, type TransactionKey, transactionKeyText } from './transaction-key.ts';

/** The identity of a part. Parts of a block are numbered from 0. */
interface PartKey extends BlockKey {
  /** Round of the block; null for a partial block. */
  readonly mcBlockSeqno: number | null;
  readonly part: number;
}

/** Transactions of one part of a block, in their order in the block. */
export interface TransactionPart {
  /** Null for a part of a block without a round. */
  readonly mcBlockSeqno: number | null;
  readonly transactions: PartReader;
  /** What rounds tell of them: the newest row of each round. */
  readonly links: readonly TransactionPartRow[];
}

/** A transaction in its part. */
export interface PlacedTransaction {
  readonly part: TransactionPart;
  readonly place: number;
}

/** Reads parts. */
export interface TransactionParts {
  /** By `partKeyText`. */
  readonly byKey: BatchedLookUp<TransactionPart>;
  /** Transactions of complete rounds by `placedKeyText`. */
  readonly ofTransactions: BatchedLookUp<PlacedTransaction>;
}

/** Returns the key of a look-up of parts. */
export function partKeyText({ mcBlockSeqno, part, ...block }: PartKey): string {
  return keyTextOf({ ...block, blockRound: mcBlockSeqno ?? NO_ROUND, part });
}

function keyTextOf({ blockRound, part, ...block }: BlockKey & Pick<TransactionPartRow, 'blockRound' | 'part'>): string {
  return `${blockRound}/${blockKeyText(block)}/${part}`;
}

const { columns } = transactionPartsTable;

export function createTransactionParts(store: ReadingStore, bounds: LookUpBounds): TransactionParts {
  const readRows = async (condition: string): Promise<ReadonlyMap<string, readonly TransactionPartRow[]>> => {
    const rows = await store.select(columns, `SELECT ${columnsSql(columns)} FROM transaction_parts WHERE ${condition}`);
    const newest = newestRows(
      rows,
      (row) => `${keyTextOf(row)} ${row.kind} ${row.round}`,
      ({ version }) => version,
    );
    return groupedBy([...newest.values()], keyTextOf);
  };
  return {
    byKey: createBatchedLookUp({
      ...bounds,
      async load(keyTexts) {
        const rows = await readRows(partsCondition(keyTexts));
        const parts = new Map<string, TransactionPart>();
        for (const [keyText, ofPart] of rows) {
          const cells = cellsOf(ofPart);
          if (cells !== undefined) parts.set(keyText, partOf(cells, ofPart));
        }
        return parts;
      },
    }),
    ofTransactions: createBatchedLookUp({
      ...bounds,
      async load(keyTexts) {
        const found = new Map<string, PlacedTransaction>();
        const wanted = new Map(keyTexts.map((keyText) => [keyText, parsePlacedKeyText(keyText)]));
        const lts = [...new Set([...wanted.values()].map(({ lt }) => lt))];
        const rounds = new Set([...wanted.values()].map(({ mcBlockSeqno }) => mcBlockSeqno));
        const workchains = new Set([...wanted.values()].map(({ workchain }) => workchain));
        const rows = await readRows(
          `block_round IN (${[...rounds].join(', ')}) AND workchain IN (${[...workchains].join(', ')})
           AND (kind = 'links' OR arrayExists(l -> first_lt <= l AND l <= last_lt, [${lts.join(', ')}]))`,
        );
        for (const ofPart of rows.values()) {
          const cells = cellsOf(ofPart);
          if (cells === undefined || !lts.some((lt) => cells.firstLt <= lt && lt <= cells.lastLt)) continue;
          const part = partOf(cells, ofPart);
          const { workchain, blockRound: mcBlockSeqno } = cells;
          for (let place = 0; place < part.transactions.count; place += 1) {
            const keyText = placedKeyText({ mcBlockSeqno, workchain, ...part.transactions.keyAt(place) });
            if (wanted.has(keyText)) found.set(keyText, { part, place });
          }
        }
        return found;
      },
    }),
  };
}

/** The key of a transaction with its round. */
export type PlacedKey = TransactionKey & { readonly mcBlockSeqno: number };

/** Returns the key of a look-up of transactions in parts. */
export function placedKeyText({ mcBlockSeqno, ...key }: PlacedKey): string {
  return `${mcBlockSeqno}/${transactionKeyText(key)}`;
}

function parsePlacedKeyText(text: string): PlacedKey {
  const [round, keyText = ''] = text.split('/');
  return { ...parseTransactionKeyText(keyText), mcBlockSeqno: Number(round) };
}

function cellsOf(rows: readonly TransactionPartRow[]): TransactionPartRow | undefined {
  return rows.find(({ kind }) => kind === 'cells');
}

function partOf(cells: TransactionPartRow, rows: readonly TransactionPartRow[]): TransactionPart {
  const links = rows.filter(({ kind }) => kind === 'links');
  const mcBlockSeqno = cells.blockRound === NO_ROUND ? null : cells.blockRound;
  return { mcBlockSeqno, transactions: openTransactionPart(cells), links };
}

/** A condition for parts. The rounds alone lead the engine to them; the rest is compared in memory. */
function partsCondition(keyTexts: readonly string[]): string {
  const rounds = new Set<number>();
  const keys = keyTexts.map((keyText) => {
    const [round = '', block = '', part] = keyText.split('/');
    rounds.add(Number(round));
    const { workchain, shard, seqno } = parseBlockKeyText(block);
    return `(${workchain}, toInt64('${shard}'), ${seqno}, ${Number(part)})`;
  });
  return `block_round IN (${[...rounds].join(', ')}) AND (workchain, shard, seqno, part) IN (${keys.join(', ')})`;
}
