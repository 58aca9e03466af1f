// A process that writes through the engine in its main thread, and reads in another one. Argument: data directory.
// It prints one line of JSON, see `JoinedOutcome`, and ends.
import { MessageChannel, type MessagePort, workerData } from 'node:worker_threads';
import { migrate } from '@tonriver/clickhouse';
import { createRowBatch, watermarksTable } from '@tonriver/row-schema';
import { createThreadCalls, startThread } from '@tonriver/thread-calls';
import { createEmbeddedStore, joinEmbeddedEngine, openEmbeddedEngine } from '../index.ts';

export interface JoinedOutcome {
  /** Number of rows that the thread saw after each write that was acknowledged. */
  readonly seen: readonly number[];
  /** The same query again and again while nothing is written: results that were read, not remembered. */
  readonly readings: number;
  /** A statement of the main thread after the other thread has closed its connections. */
  readonly afterClose: number;
}

interface ThreadData {
  readonly port: MessagePort;
  readonly path: string;
  readonly writesMemory: SharedArrayBuffer;
}

interface Reader {
  open(): Promise<void>;
  count(): Promise<number>;
  readings(): number;
  close(): Promise<void>;
}

const DATABASE = 'joined_test';
const WRITES = 60;

if (workerData === null) await write(process.argv[2] ?? '');
else read(workerData as ThreadData);

async function write(path: string): Promise<void> {
  const engine = await openEmbeddedEngine({ path });
  const store = await createEmbeddedStore({ engine, database: DATABASE });
  await migrate(store);
  const { port1, port2: port } = new MessageChannel();
  const data: ThreadData = { port, path, writesMemory: engine.writes.memory };
  const worker = startThread(new URL(import.meta.url), { workerData: data, transferList: [port] });
  const calls = createThreadCalls({ port: port1, errorClasses: {} });
  worker.on('error', (error) => calls.end(error));
  const reader = calls.remote<Reader>('reader')(['open', 'count', 'readings', 'close']);
  await reader.open();
  const seen: number[] = [];
  for (let index = 1; index <= WRITES; index += 1) {
    const batch = createRowBatch(watermarksTable);
    batch.add({ firstSeqno: index, lastSeqno: index, linkedSeqno: 0 });
    // Readers ask while it is being written too: what they get then must not last.
    const during = Promise.all([reader.count(), reader.count()]);
    await store.insertRows(watermarksTable, batch.rows());
    seen.push(await reader.count());
    await during;
  }
  const readingsBefore = await reader.readings();
  for (let index = 0; index < 10; index += 1) await reader.count();
  const readings = (await reader.readings()) - readingsBefore;
  await reader.close();
  const [row] = await store.query<{ readonly n: string }>(`SELECT toString(count()) AS n FROM ${watermarksTable.name}`);
  const outcome: JoinedOutcome = { seen, readings, afterClose: Number(row?.n) };
  await store.close();
  await engine.close();
  process.stdout.write(`${JSON.stringify(outcome)}\n`, () => process.exit(0));
}

function read({ port, path, writesMemory }: ThreadData): void {
  const calls = createThreadCalls({ port, errorClasses: {} });
  let readings = 0;
  const opened = (async () => {
    const engine = await joinEmbeddedEngine({ path, writesMemory });
    const find: typeof engine.results.find = (tables, query, reading) =>
      engine.results.find(tables, query, () => {
        readings += 1;
        return reading();
      });
    const store = await createEmbeddedStore({ engine: { ...engine, results: { find } }, database: DATABASE });
    return { engine, store };
  })();
  calls.offer('reader', {
    open: async () => void (await opened),
    async count() {
      const { store } = await opened;
      const sql = `SELECT toString(count()) AS n FROM ${watermarksTable.name}`;
      const [row] = await store.query<{ readonly n: string }>(sql, {}, { onlyReads: [watermarksTable.name] });
      return Number(row?.n);
    },
    readings: () => readings,
    async close() {
      const { engine, store } = await opened;
      await store.close();
      await engine.close();
    },
  } satisfies Reader);
}
