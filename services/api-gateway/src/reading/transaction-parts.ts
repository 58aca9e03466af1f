import { openTransactionPart, type PartReader } from '@tonriver/block-rows';
import { columnsSql, NO_ROUND, type TransactionPartRow, transactionPartsTable } from '@tonriver/row-schema';
import { createBatchedLookUp } from '../look-up/batched-look-up.ts';
import { type BlockKey, blockKeyText, parseBlockKeyText } from './blocks.ts';
import { groupedBy } from './grouped-by.ts';
import type { LookUpBounds } from './look-up-bounds.ts';
import { newestRows } from './newest-rows.ts';
import { hasWholeLinks } from './part-links.ts';
import type { ReadingStore } from './reading-store.ts';
import { type PartScope, placeIn, type RememberedParts } from './remembered-parts.ts';
import type { VisibleRounds } from './required-rows.ts';
import { parseTransactionKeyText, type TransactionKey, transactionKeyText } from './transaction-key.ts';

/** The identity of a part. Parts of a block are numbered from 0. */
interface PartKey extends BlockKey {
  /** Round of the block; null for a partial block. */
  readonly mcBlockSeqno: number | null;
  readonly part: number;
}

/** Transactions of one part of a block, in their order in the block. */
export interface TransactionPart {
  /** Its key, see `partKeyText`. */
  readonly keyText: string;
  /** Null for a part of a block without a round. */
  readonly mcBlockSeqno: number | null;
  readonly block: BlockKey;
  readonly firstLt: bigint;
  readonly lastLt: bigint;
  readonly transactions: PartReader;
  /** What rounds tell of them: the newest row of each round. */
  readonly links: readonly TransactionPartRow[];
  /** Up to this round, no further links can come. Grows when all are found to be there. */
  validTo: number;
  /** The `validTo` at which links were looked through and did not name both ends of every message. */
  openAt: number | undefined;
  /** Its transactions in the form of a dialect, by the dialect's name and by place. */
  readonly printed: Map<string, (PrintedTransaction | undefined)[]>;
}

/** A transaction as it stands in answers of a dialect, which no later row changes. */
export interface PrintedTransaction {
  /** JSON in UTF-8. */
  readonly text: Uint8Array;
  /** The addresses in it that belong into the address book. */
  readonly addresses: readonly string[];
  readonly key: TransactionKey;
  /** The memory that it takes. */
  readonly bytes: number;
  /** The newest round that it was made from. It is not part of answers at an older watermark. */
  readonly seqno: number;
}

/** A transaction in its part. */
export interface PlacedTransaction {
  readonly part: TransactionPart;
  readonly place: number;
}

/** Reads parts: from memory what cannot have changed since, the rest with one query. */
export interface TransactionParts {
  /** By `partKeyText`. */
  readonly byKey: (
    keyTexts: readonly string[],
    visible: VisibleRounds,
  ) => Promise<readonly (TransactionPart | undefined)[]>;
  /** Finds transactions. Of one without a round its block must be known. */
  readonly ofTransactions: (
    keys: readonly PlacedKey[],
    visible: VisibleRounds,
  ) => Promise<readonly (PlacedTransaction | undefined)[]>;
}

/** Returns the key of a look-up of parts. */
export function partKeyText({ mcBlockSeqno, part, ...block }: PartKey): string {
  return keyTextOf({ ...block, blockRound: mcBlockSeqno ?? NO_ROUND, part });
}

function keyTextOf({ blockRound, part, ...block }: BlockKey & Pick<TransactionPartRow, 'blockRound' | 'part'>): string {
  return `${blockRound}/${blockKeyText(block)}/${part}`;
}

const { columns } = transactionPartsTable;

export function createTransactionParts(
  store: ReadingStore,
  bounds: LookUpBounds,
  remembered: RememberedParts,
): TransactionParts {
  const keyLookUp = createBatchedLookUp<TransactionPart>({
    ...bounds,
    async load(keyTexts) {
      const parts = await readParts(store, partsCondition(keyTexts));
      return new Map(parts.map((part) => [part.keyText, part]));
    },
  });
  const placedLookUp = createBatchedLookUp<PlacedTransaction>({
    ...bounds,
    async load(keyTexts) {
      const wanted = new Map(keyTexts.map((keyText) => [keyText, parsePlacedKeyText(keyText)]));
      const parts = await readParts(store, placesCondition([...wanted.values()]));
      const found = new Map<string, PlacedTransaction>();
      for (const [keyText, key] of wanted) {
        for (const part of parts) {
          const place = placeIn(part, key);
          if (place === undefined) continue;
          found.set(keyText, { part, place });
          break;
        }
      }
      return found;
    },
  });
  /** Links of rounds up to the watermark were written before it moved, so they were read. */
  const keep = (scope: PartScope, parts: readonly TransactionPart[]): void => {
    for (const part of parts) part.validTo = Math.max(part.validTo, scope.visible.indexedSeqno);
    remembered.keep(scope, parts);
  };
  return {
    async byKey(keyTexts, visible) {
      const { indexedSeqno } = visible;
      const scope = remembered.scopeOf(visible);
      const found = new Map<string, TransactionPart>();
      for (const keyText of keyTexts) {
        const part = remembered.get(scope, keyText);
        if (part !== undefined && isValid(part, indexedSeqno)) found.set(keyText, part);
      }
      const missing = keyTexts.filter((keyText) => !found.has(keyText));
      const read = missing.length === 0 ? [] : (await keyLookUp.getMany(missing)).filter((part) => part !== undefined);
      keep(scope, read);
      for (const part of read) found.set(part.keyText, part);
      return keyTexts.map((keyText) => found.get(keyText));
    },
    async ofTransactions(keys, visible) {
      const { indexedSeqno } = visible;
      const scope = remembered.scopeOf(visible);
      const found = keys.map((key) => {
        const placed = remembered.find(scope, key);
        return placed !== undefined && isValid(placed.part, indexedSeqno) ? placed : undefined;
      });
      const missing = keys.filter((_key, index) => found[index] === undefined);
      if (missing.length === 0) return found;
      const read = await placedLookUp.getMany(missing.map(placedKeyText));
      keep(scope, [...new Set(read.flatMap((placed) => (placed === undefined ? [] : [placed.part])))]);
      let next = 0;
      return found.map((placed) => placed ?? read[next++]);
    },
  };
}

/** Reads whole parts: those of which the cells are there. */
async function readParts(store: ReadingStore, condition: string): Promise<readonly TransactionPart[]> {
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

/** Tells whether no links of a part can have come since it was read. */
function isValid(part: TransactionPart, indexedSeqno: number): boolean {
  if (indexedSeqno <= part.validTo) return true;
  // Each message has two ends: when all are known, no round tells more. It is looked through once.
  if (part.openAt === part.validTo) return false;
  if (hasWholeLinks(part, part.validTo)) {
    part.validTo = Number.POSITIVE_INFINITY;
    return true;
  }
  part.openAt = part.validTo;
  return false;
}

/** The key of a transaction with its round, or with its block if that has no round (`NO_ROUND`). */
export type PlacedKey = TransactionKey & { readonly mcBlockSeqno: number; readonly block?: BlockKey };

/** Returns the key of a look-up of transactions in parts. */
function placedKeyText({ mcBlockSeqno, block, ...key }: PlacedKey): string {
  const text = `${mcBlockSeqno}/${transactionKeyText(key)}`;
  return block === undefined ? text : `${text}/${blockKeyText(block)}`;
}

function parsePlacedKeyText(text: string): PlacedKey {
  const [round, keyText = '', block] = text.split('/');
  const key = { ...parseTransactionKeyText(keyText), mcBlockSeqno: Number(round) };
  return block === undefined ? key : { ...key, block: parseBlockKeyText(block) };
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

/** A condition for the parts that may have some transactions: where each was in a block is not known. */
function placesCondition(keys: readonly PlacedKey[]): string {
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

function roundsCondition(keys: readonly PlacedKey[]): string {
  return `(block_round IN (${distinct(keys.map(({ mcBlockSeqno }) => mcBlockSeqno))})
    AND workchain IN (${distinct(keys.map(({ workchain }) => workchain))})
    AND (kind = 'links' OR arrayExists(l -> first_lt <= l AND l <= last_lt, [${distinct(keys.map(({ lt }) => lt))}])))`;
}

function distinct(values: readonly unknown[]): string {
  return [...new Set(values)].join(', ');
}
