import { hasParts } from '@tonriver/block-rows';
import {
  columnsSql,
  decodeRow,
  type MessageRow,
  messagesTable,
  packColumnName,
  pickColumns,
  RowBinaryReader,
  RowBinaryWriter,
  rowPackOf,
  type TransactionRow,
  transactionsTable,
} from '@tonriver/row-schema';
import { type BatchedLookUp, createBatchedLookUp } from '../look-up/batched-look-up.ts';
import { finalityOf } from '../finality.ts';
import { groupedBy } from '../store/grouped-by.ts';
import { HoleError } from '../visibility/holes.ts';
import type { LookUpBounds } from '../look-up/look-up-bounds.ts';
import { newestRows } from '../store/newest-rows.ts';
import { isVisible, type VisibleRounds } from '../visibility/required-rows.ts';
import type { ReadingStore } from '../store/reading-store.ts';
import { transactionKeysCondition } from '../store/sql.ts';
import type { OpenKeptValues } from '../kept-values.ts';
import { parseTransactionKeyText, transactionKeyText } from './transaction-key.ts';
import type { TransactionRecord } from './transaction-records.ts';

// A column takes as long for one row as for a granule, so whole rows are read from their packs. Rows of transactions in
// parts have empty packs.
const transactionPack = rowPackOf<TransactionRow>(transactionsTable);
const transactionColumns = [
  ...transactionPack.columns,
  ...pickColumns(transactionsTable, 'mc_block_seqno', 'row_version'),
] as const;
const messagePack = rowPackOf<MessageRow>(messagesTable);

/** What is stored of a transaction. `row` is undefined for one that is in a part. */
interface StoredTransaction {
  readonly mcBlockSeqno: number | null;
  readonly row: TransactionRow | undefined;
}

export interface OlderRecordsDependencies {
  readonly store: ReadingStore;
  readonly openKeptValues: OpenKeptValues;
  readonly bounds: LookUpBounds;
  /** Network and versions, to which cached rows belong. */
  readonly cachePrefix: () => string;
  readonly recordTtlMs: number;
}

/** Reads transactions of older parsers, which are not in parts, through the cache. */
export interface OlderRecords {
  /**
   * Returns the transactions of the given key texts that are stored, in no order.
   *
   * @throws {HoleError} when one of a newer parser is not in a part, or a message is missing
   */
  getMany(keyTexts: readonly string[], visible: VisibleRounds): Promise<readonly TransactionRecord[]>;
}

export function createOlderRecords(dependencies: OlderRecordsDependencies): OlderRecords {
  const { store, openKeptValues, bounds, cachePrefix, recordTtlMs: ttlMs } = dependencies;
  const records = openKeptValues({ format: { encode: encodeRecord, decode: decodeRecord }, ttlMs });
  const transactionRows = createTransactionRows(store, bounds);
  const messageRows = createMessageRows(store, bounds);
  const load = async (
    keyTexts: readonly string[],
    { indexedSeqno }: VisibleRounds,
  ): Promise<readonly TransactionRecord[]> => {
    const [transactions, messages] = await Promise.all([
      transactionRows.getMany(keyTexts),
      messageRows.getMany(keyTexts),
    ]);
    return transactions.flatMap((stored, index) => {
      if (stored === undefined) return [];
      if (stored.row !== undefined) return [recordOf(stored.row, messages[index] ?? [])];
      // Parts are written before all that leads to them.
      if (!isVisible(stored, indexedSeqno)) return [];
      throw new HoleError({ table: 'transaction_parts', requiredBy: 'transactions', key: keyTexts[index] ?? '' });
    });
  };
  const cacheKey = (keyText: string): string => `${cachePrefix()}:transaction:${keyText}`;

  return {
    async getMany(keyTexts, visible) {
      const { indexedSeqno } = visible;
      if (keyTexts.length === 0) return [];
      const cached = await records.getMany(keyTexts.map(cacheKey));
      const known = cached.filter((record) => record !== undefined);
      const loaded = await load(
        keyTexts.filter((_keyText, index) => cached[index] === undefined),
        visible,
      );
      for (const record of loaded) if (isVisible(record.transaction, indexedSeqno)) checkMessages(record);
      // Only final rows are cached: a partial block may get its round later, and above the watermark some messages may
      // not be written yet.
      const keepable = loaded.filter(
        ({ finality, transaction }) => finality === 'finalized' && isVisible(transaction, indexedSeqno),
      );
      if (keepable.length > 0) {
        records.keep(keepable.map((record) => ({ key: cacheKey(record.keyText), value: record })));
      }
      return [...known, ...loaded];
    },
  };
}

/** Reads rows of transactions by key text. */
function createTransactionRows(store: ReadingStore, bounds: LookUpBounds): BatchedLookUp<StoredTransaction> {
  return createBatchedLookUp({
    ...bounds,
    async load(keyTexts) {
      const rows = await store.select(
        transactionColumns,
        `SELECT ${columnsSql(transactionColumns)} FROM transactions
         WHERE ${transactionKeysCondition(keyTexts.map(parseTransactionKeyText))}`,
      );
      const newest = newestRows(
        rows as unknown as readonly TransactionRow[],
        transactionKeyText,
        ({ rowVersion }) => rowVersion,
      );
      return new Map([...newest].map(([keyText, row]) => [keyText, storedTransaction(row)]));
    },
  });
}

interface PackedRow {
  readonly [packColumnName]: Uint8Array;
}

function storedTransaction(selected: TransactionRow): StoredTransaction {
  const { mcBlockSeqno } = selected;
  if (hasParts(selected)) return { mcBlockSeqno, row: undefined };
  return { mcBlockSeqno, row: transactionPack.unpack(selected as unknown as Readonly<Record<string, unknown>>) };
}

/** Reads the messages of transactions by key text, in the order of direction and position. */
function createMessageRows(store: ReadingStore, bounds: LookUpBounds): BatchedLookUp<readonly MessageRow[]> {
  return createBatchedLookUp({
    ...bounds,
    async load(keyTexts) {
      const rows = await store.select(
        messagePack.columns,
        `SELECT ${columnsSql(messagePack.columns)} FROM messages
         WHERE ${transactionKeysCondition(keyTexts.map(parseTransactionKeyText))}`,
      );
      const filled = rows.filter((row) => (row as unknown as PackedRow)[packColumnName].length > 0);
      const messagesOf = groupedBy(filled.map(messagePack.unpack), transactionKeyText);
      return new Map([...messagesOf].map(([keyText, messages]) => [keyText, inOrder(messages)]));
    },
  });
}

/** Returns the messages of one transaction, each once, by direction and position. */
function inOrder(messages: readonly MessageRow[]): readonly MessageRow[] {
  if (messages.length === 1) return messages;
  const distinct = newestRows(
    messages,
    ({ direction, position }) => `${direction}:${position}`,
    ({ rowVersion }) => rowVersion,
  );
  return [...distinct.values()].sort(
    (left, right) =>
      Number(left.direction === 'out') - Number(right.direction === 'out') || left.position - right.position,
  );
}

function recordOf(transaction: TransactionRow, messages: readonly MessageRow[]): TransactionRecord {
  const key = { workchain: transaction.workchain, account: transaction.account, lt: transaction.lt };
  return {
    key,
    keyText: transactionKeyText(key),
    finality: finalityOf(transaction),
    transaction,
    inMessage: messages.find(({ direction }) => direction === 'in'),
    outMessages: messages.filter(({ direction }) => direction === 'out'),
  };
}

/** Messages are written before their transaction. */
function checkMessages({ keyText, transaction, inMessage, outMessages }: TransactionRecord): void {
  const hasIncoming = transaction.inMsgHash === null || inMessage !== undefined;
  if (hasIncoming && outMessages.length === transaction.outMsgCount) return;
  throw new HoleError({ table: 'messages', requiredBy: 'transactions', key: keyText });
}

/** Encodes rows like the tables do. The schema version is in the key. */
function encodeRecord({ transaction, inMessage, outMessages }: TransactionRecord): Uint8Array {
  const writer = new RowBinaryWriter();
  transactionsTable.encode(writer, transaction);
  if (inMessage !== undefined) messagesTable.encode(writer, inMessage);
  for (const message of outMessages) messagesTable.encode(writer, message);
  return writer.bytes().slice();
}

function decodeRecord(bytes: Uint8Array): TransactionRecord {
  const reader = new RowBinaryReader(bytes);
  const transaction = decodeRow(transactionsTable.columns, reader);
  const messages: MessageRow[] = [];
  while (!reader.isAtEnd) messages.push(decodeRow(messagesTable.columns, reader));
  return recordOf(transaction, messages);
}
