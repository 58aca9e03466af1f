import { type Cache, createDecodedCache } from '@tonriver/cache';
import type { Logger } from '@tonriver/logger';
import {
  columnsSql,
  decodeRow,
  type MessageRow,
  messagesTable,
  RowBinaryReader,
  RowBinaryWriter,
  rowPackOf,
  type TransactionRow,
  transactionsTable,
} from '@tonriver/row-schema';
import type { Metrics } from '@tonriver/telemetry';
import { type BatchedLookUp, createBatchedLookUp } from '../look-up/batched-look-up.ts';
import { groupedBy } from './grouped-by.ts';
import { HoleError } from './holes.ts';
import type { LookUpBounds } from './look-up-bounds.ts';
import { newestRows } from './newest-rows.ts';
import type { RequiredRows, VisibleRounds } from './required-rows.ts';
import type { ReadingStore } from './reading-store.ts';
import { transactionKeysCondition } from './sql.ts';
import { parseTransactionKeyText, type TransactionKey, transactionKeyText } from './transaction-key.ts';

// A column takes as long for one row as for a granule, so whole rows are read from their packs.
const transactionPack = rowPackOf<TransactionRow>(transactionsTable);
const messagePack = rowPackOf<MessageRow>(messagesTable);

/** A transaction with its messages, as stored. */
export interface TransactionRecord {
  readonly key: TransactionKey;
  readonly keyText: string;
  readonly transaction: TransactionRow;
  readonly inMessage: MessageRow | undefined;
  /** In the order of the transaction's dictionary of outgoing messages. */
  readonly outMessages: readonly MessageRow[];
}

export interface TransactionRecordsDependencies {
  readonly store: ReadingStore;
  readonly requiredRows: RequiredRows;
  readonly cache: Cache;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly bounds: LookUpBounds;
  /** Network and versions, to which cached rows belong. */
  readonly cachePrefix: () => string;
  readonly recordTtlMs: number;
}

/** Reads transactions by key, through the cache. */
export interface TransactionRecords {
  /**
   * Returns the transactions of the given keys in their order, without those that are not visible.
   *
   * @throws {HoleError} when a transaction that must be stored is missing, or one of its messages
   */
  getMany(keys: readonly TransactionKey[], visible: VisibleRounds): Promise<readonly TransactionRecord[]>;
}

export function createTransactionRecords(dependencies: TransactionRecordsDependencies): TransactionRecords {
  const { store, requiredRows, cache, logger, metrics, bounds, cachePrefix, recordTtlMs: ttlMs } = dependencies;
  const format = { encode: encodeRecord, decode: decodeRecord };
  const records = createDecodedCache({ cache, format, ttlMs, logger, metrics });
  const transactionRows = createTransactionRows(store, bounds);
  const messageRows = createMessageRows(store, bounds);
  const load = async (keyTexts: readonly string[]): Promise<readonly TransactionRecord[]> => {
    const [transactions, messages] = await Promise.all([
      transactionRows.getMany(keyTexts),
      messageRows.getMany(keyTexts),
    ]);
    return transactions.flatMap((row, index) => (row === undefined ? [] : [recordOf(row, messages[index] ?? [])]));
  };
  const cacheKey = (keyText: string): string => `${cachePrefix()}:transaction:${keyText}`;

  return {
    async getMany(keys, visible) {
      const { indexedSeqno } = visible;
      const keyTexts = keys.map(transactionKeyText);
      const cached = await records.getMany(keyTexts.map(cacheKey));
      const known = new Map<string, TransactionRecord>();
      const missing: string[] = [];
      for (const [index, keyText] of keyTexts.entries()) {
        const record = cached[index];
        if (record === undefined) missing.push(keyText);
        else known.set(keyText, record);
      }
      const loaded = await load(missing);
      for (const record of loaded) known.set(record.keyText, record);
      const isVisible = ({ transaction: { mcBlockSeqno } }: TransactionRecord): boolean =>
        mcBlockSeqno === null || mcBlockSeqno <= indexedSeqno;
      for (const record of loaded) if (isVisible(record)) checkMessages(record);
      // For a block in the range, the row with its round must be stored, and not only an earlier one without it.
      const unplaced = keys.filter((_key, index) => {
        const record = known.get(keyTexts[index] ?? '');
        return record === undefined || record.transaction.mcBlockSeqno === null;
      });
      await requiredRows.checkMissing('transactions', 'look-ups', unplaced, visible);
      // Only final rows are cached: a partial block may get its round later, and above the watermark some messages may
      // not be written yet.
      const keepable = loaded.filter(
        ({ transaction: { mcBlockSeqno } }) => mcBlockSeqno !== null && mcBlockSeqno <= indexedSeqno,
      );
      if (keepable.length > 0) {
        records.keep(keepable.map((record) => ({ key: cacheKey(record.keyText), value: record })));
      }
      return keyTexts
        .map((keyText) => known.get(keyText))
        .filter((record) => record !== undefined)
        .filter(isVisible);
    },
  };
}

/** Reads rows of transactions by key text. */
function createTransactionRows(store: ReadingStore, bounds: LookUpBounds): BatchedLookUp<TransactionRow> {
  return createBatchedLookUp({
    ...bounds,
    async load(keyTexts) {
      const rows = await store.select(
        transactionPack.columns,
        `SELECT ${columnsSql(transactionPack.columns)} FROM transactions
         WHERE ${transactionKeysCondition(keyTexts.map(parseTransactionKeyText))}`,
      );
      return newestRows(rows.map(transactionPack.unpack), transactionKeyText, ({ rowVersion }) => rowVersion);
    },
  });
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
      const messagesOf = groupedBy(rows.map(messagePack.unpack), transactionKeyText);
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
