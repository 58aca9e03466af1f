import { once, EventEmitter } from 'node:events';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import type { EventConsumer, EventLog, EventProducer, LogBatch, LogRecord, OutgoingRecord } from '@tonriver/stream';
import { decodeDeadLetter, decodeParsedBlock, topicsOf } from '@tonriver/events';
import { silentLogger } from '@tonriver/logger';
import { createParser } from '@tonriver/parser/service';
import { decodeRow, allTables, RowBinaryReader } from '@tonriver/row-schema';
import { createMetrics } from '@tonriver/telemetry';
import { WrongResult } from '../read-cells.ts';

const topics = topicsOf('fuzz', { rawPartitions: 1 });
/** Every Nth insert is read row by row, to find rows that were not completely removed. */
const insertsPerReading = 4;

/** The result of a record in the parser. */
type ParserEnding = { readonly kind: 'rows' } | { readonly kind: 'letter'; readonly code: string };

export interface ParserEntry {
  deliver(record: Pick<LogRecord, 'key' | 'value' | 'headers'>): Promise<ParserEnding>;
  /** Stops the parser gracefully, and compares its rows with its announcements. */
  close(): Promise<void>;
}

/**
 * The real parser with its loops and flushes, over a log that delivers one record at a time and only watches. Its rows
 * go to the given store; without one they are only read.
 */
export async function openParserEntry(globalId: number, store?: ClickHouseStore): Promise<ParserEntry> {
  const letters: OutgoingRecord[] = [];
  let [offset, committed, delivered, parsed, announced] = [0n, -1n, 0, 0, 0];
  let handler: ((batch: LogBatch) => Promise<void>) | undefined;
  const ready = new EventEmitter();
  const counts = { blocks: 0 };
  /** Dead letters that the parser has not read back yet. */
  const unread: LogRecord[] = [];
  let letterCount = 0n;
  const producer: EventProducer = {
    async send(topic, records) {
      for (const record of records) checkRecord(record);
      if (topic === topics.rawBlocksDeadLetters.name) {
        letters.push(...records);
        for (const { headers } of records) {
          unread.push({ partition: 0, offset: letterCount, key: null, value: new Uint8Array(), headers });
          letterCount += 1n;
        }
      } else {
        for (const record of records) decodeParsedBlock(record);
        announced += records.length;
      }
    },
    close: () => Promise.resolve(),
  };
  const consumer: EventConsumer = {
    async run(handle, { signal }) {
      handler = handle;
      ready.emit('ready');
      if (!signal.aborted) await once(signal, 'abort');
    },
    close: () => Promise.resolve(),
  };
  const parser = await createParser({
    network: { name: 'fuzz', globalId },
    store: storeThatReads(counts, store),
    log: {
      consumer: () => Promise.resolve(consumer),
      endOffsets: () => Promise.resolve([letterCount]),
      readRange: () => Promise.resolve(unread.splice(0)),
    } as unknown as EventLog,
    producer,
    topics,
    logger: silentLogger,
    metrics: createMetrics(),
  });
  const stop = new AbortController();
  const isReady = once(ready, 'ready');
  const ended = parser.run(stop.signal);
  let failure: { readonly error: unknown } | undefined;
  ended.catch((error: unknown) => {
    failure = { error };
  });
  await isReady;

  return {
    async deliver({ key, value, headers }) {
      const record: LogRecord = { partition: 0, offset, key, value, headers };
      offset += 1n;
      delivered += 1;
      const before = letters.length;
      const batch: LogBatch = {
        partition: 0,
        records: [record],
        isCurrent: () => true,
        async commit(upTo = record.offset) {
          if (upTo > committed) committed = upTo;
        },
      };
      await handler?.(batch);
      if (failure !== undefined) throw new WrongResult('The parser has stopped', { cause: failure.error });
      const own = letters.slice(before);
      letters.length = 0;
      if (own.length === 0) {
        parsed += 1;
        return { kind: 'rows' };
      }
      const [letter] = own;
      if (own.length > 1 || letter === undefined) throw new WrongResult('A record has several letters');
      const story = decodeDeadLetter(letter);
      if (story.offset !== record.offset) throw new WrongResult('A letter names another record');
      return { kind: 'letter', code: story.code };
    },
    async close() {
      stop.abort();
      await ended;
      if (committed !== offset - 1n) throw new WrongResult(`Committed up to ${committed} of ${offset}`);
      if (counts.blocks !== parsed) {
        throw new WrongResult(`${delivered} records: ${parsed} without a letter, but ${counts.blocks} have rows`);
      }
      if (announced > parsed) throw new WrongResult('More blocks were announced than parsed');
    },
  };
}

function checkRecord({ value, key, headers }: OutgoingRecord): void {
  const texts = Object.entries(headers).flat();
  const bytes = texts.reduce((total, text) => total + Buffer.byteLength(text), value.length + (key?.length ?? 0));
  if (bytes > topics.parsedRounds.recordBytesMax) throw new WrongResult('A record is sent that no log takes');
}

function storeThatReads(counts: { blocks: number }, store?: ClickHouseStore): ClickHouseStore {
  let inserts = 0;
  const insertRows: ClickHouseStore['insertRows'] = async (definition, rows) => {
    const { name } = definition;
    const { bytes, rowCount } = rows;
    await store?.insertRows(definition, rows);
    if (name === 'blocks') counts.blocks += rowCount;
    inserts += 1;
    if (inserts % insertsPerReading !== 0) return;
    const table = allTables.find((other) => other.name === name);
    if (table === undefined) throw new WrongResult(`Rows for ${name}, which is no table`);
    const reader = new RowBinaryReader(bytes);
    for (let row = 0; row < rowCount; row++) decodeRow(table.columns, reader);
    if (!reader.isAtEnd) throw new WrongResult(`Bytes are left behind the rows of ${name}`);
  };
  // Without a store there are no rows of a newer parser.
  const select: ClickHouseStore['select'] = async (columns, sql, ...rest) =>
    store === undefined ? [] : await store.select(columns, sql, ...rest);
  return { insertRows, select } as unknown as ClickHouseStore;
}
