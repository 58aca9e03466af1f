import { type ApiGateway, createApiGateway, defaultApiGatewayConfig } from '@tonriver/api-gateway/service';
import { buildSource, openPipeline, type Pipeline } from '@tonriver/bench';
import { createMemoryCache } from '@tonriver/cache';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import { silentLogger } from '@tonriver/logger';
import { columnsSql, messagesTable, pickColumns, type RowOf } from '@tonriver/row-schema';
import { createHealth, createMetrics } from '@tonriver/telemetry';
import fc from 'fast-check';

const columns = pickColumns(
  messagesTable,
  ...(['workchain', 'account', 'lt', 'direction', 'position', 'mc_block_seqno', 'hash', 'hash_norm', 'kind'] as const),
  ...(['source_type', 'source_workchain', 'source_account', 'source_text'] as const),
  ...(['destination_type', 'destination_workchain', 'destination_account', 'destination_text'] as const),
  ...(['created_lt', 'created_at', 'opcode', 'body_hash'] as const),
);

type StoredMessage = RowOf<typeof columns>;

/** A built chain that is indexed by the real services, and a gateway over it. */
export interface ServedChain {
  readonly pipeline: Pipeline;
  readonly rows: readonly StoredMessage[];
  /** Sends a GET, or a POST with a body. */
  ask(
    path: string,
    body?: unknown,
  ): Promise<{ readonly status: number; readonly json: Readonly<Record<string, unknown>> }>;
  close(): Promise<void>;
}

export async function serveChain(seed: string, rounds: number): Promise<ServedChain> {
  const built = buildSource(seed, { seed, rounds, transactionsPerRound: 24, keyBlockEvery: 6 });
  const pipeline = await openPipeline(built.network);
  pipeline.run();
  await pipeline.publish(built.source);
  await pipeline.untilWatermark(built.rounds);
  const gateway: ApiGateway = createApiGateway({
    store: pipeline.store,
    cache: createMemoryCache({ bytesMax: 1 }),
    logger: silentLogger,
    metrics: createMetrics(),
    health: createHealth(),
    network: { name: seed, isTestnet: false },
    config: defaultApiGatewayConfig({ port: 0, requestTimeoutMs: 60_000 }),
  });
  const { port } = await gateway.start();
  while ((await fetch(`http://127.0.0.1:${port}/ready`)).status !== 200) await new Promise(setImmediate);
  return {
    pipeline,
    rows: await storedMessages(pipeline.store),
    async ask(path, body) {
      const post = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
      const response = await fetch(`http://127.0.0.1:${port}${path}`, post);
      return { status: response.status, json: (await response.json()) as Record<string, unknown> };
    },
    async close() {
      await gateway.stop();
      await pipeline.close();
    },
  };
}

async function storedMessages(store: ClickHouseStore): Promise<readonly StoredMessage[]> {
  return await store.select(
    columns,
    `SELECT ${columnsSql(columns)} FROM messages FINAL ORDER BY lt, account, position`,
  );
}

const seldom = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });

type End = 'source' | 'destination';

function addressOf(row: StoredMessage, end: End): string {
  const type = end === 'source' ? row.sourceType : row.destinationType;
  const text = end === 'source' ? row.sourceText : row.destinationText;
  if (type !== 'std') return type === 'none' ? 'null' : text;
  const [workchain, account] =
    end === 'source' ? [row.sourceWorkchain, row.sourceAccount] : [row.destinationWorkchain, row.destinationAccount];
  return `${workchain}:${Buffer.from(account).toString('hex').toUpperCase()}`;
}

/** Requests whose filters are mostly of one message or of two, so that many have an answer. */
function drawnRequests(rows: readonly StoredMessage[]) {
  const someRow = fc.constantFrom(...rows);
  return fc.tuple(someRow, someRow, someRow).chain(([one, other, third]) =>
    fc.record({
      hashes: seldom(
        fc.constantFrom([one.hash], [one.hash, other.hash, third.hash], [one.hashNorm ?? one.hash], [other.bodyHash]),
      ),
      hashName: fc.constantFrom('msg_hash', 'hash'),
      body_hash: seldom(fc.constantFrom(one.bodyHash, other.bodyHash)),
      opcode: seldom(fc.constantFrom(one.opcode ?? 0, other.opcode ?? 0)),
      source: seldom(fc.constantFrom(addressOf(one, 'source'), addressOf(other, 'source'), 'null')),
      destination: seldom(fc.constantFrom(addressOf(one, 'destination'), addressOf(other, 'destination'), 'null')),
      direction: seldom(fc.constantFrom('in', 'out')),
      exclude_externals: seldom(fc.constantFrom('true', 'false')),
      only_externals: seldom(fc.constantFrom('true', 'false')),
      start_utime: seldom(fc.constantFrom(one.createdAt ?? 0, other.createdAt ?? 0)),
      end_utime: seldom(fc.constantFrom(one.createdAt ?? 0, other.createdAt ?? 4_294_967_296)),
      start_lt: seldom(fc.constantFrom(one.createdLt ?? one.lt, other.createdLt ?? other.lt)),
      end_lt: seldom(fc.constantFrom(one.createdLt ?? one.lt, other.lt)),
      limit: seldom(fc.integer({ min: 1, max: 30 })),
      offset: seldom(fc.integer({ min: 0, max: 60 })),
      sort: seldom(fc.constantFrom('asc', 'desc', 'A')),
    }),
  );
}

type Drawn = ReturnType<typeof drawnRequests> extends fc.Arbitrary<infer Value> ? Value : never;

const same = (left: Uint8Array | null, right: Uint8Array): boolean =>
  left !== null && Buffer.compare(left, right) === 0;
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
const keyOf = (row: StoredMessage): bigint => row.createdLt ?? row.lt;

function matches(drawn: Drawn, row: StoredMessage): boolean {
  const { hashes, opcode, source, destination } = drawn;
  return (
    (hashes === undefined || hashes.some((hash) => same(row.hash, hash) || same(row.hashNorm, hash))) &&
    (drawn.body_hash === undefined || same(row.bodyHash, drawn.body_hash)) &&
    (opcode === undefined || row.opcode === opcode) &&
    (source === undefined || addressOf(row, 'source') === source) &&
    (destination === undefined || addressOf(row, 'destination') === destination) &&
    (drawn.direction ?? row.direction) === row.direction &&
    (drawn.exclude_externals !== 'true' || row.kind === 'internal') &&
    (drawn.only_externals !== 'true' || row.kind !== 'internal') &&
    (drawn.start_utime === undefined || (row.createdAt !== null && row.createdAt >= drawn.start_utime)) &&
    (drawn.end_utime === undefined || (row.createdAt !== null && row.createdAt <= drawn.end_utime)) &&
    (drawn.start_lt === undefined || (row.createdLt !== null && row.createdLt >= drawn.start_lt)) &&
    (drawn.end_lt === undefined || (row.createdLt !== null && row.createdLt <= drawn.end_lt))
  );
}

/** What blocks themselves send has this source, and no transaction sends it. */
const SYSTEM = `-1:${'0'.repeat(64)}`;

/** An account, and not an address outside of the chain (`ext$256:…`). */
const ACCOUNT = /^-?\d+:/;

/** By an account as source or destination alone, a message is found at the transaction of that end only. */
function isFound(drawn: Drawn, row: StoredMessage): boolean {
  const { hashes, body_hash: bodyHash, opcode, source, destination, direction } = drawn;
  if (hashes !== undefined || bodyHash !== undefined || opcode !== undefined) return true;
  if (source !== undefined && ACCOUNT.test(source) && source !== SYSTEM && direction !== 'in')
    return row.direction === 'out';
  if (destination !== undefined && ACCOUNT.test(destination) && direction !== 'out') return row.direction === 'in';
  return true;
}

/** The hashes of the messages of a page, as a filter over all rows gives them. */
function naivePage(drawn: Drawn, rows: readonly StoredMessage[]): readonly string[] {
  const distinct = new Map<string, StoredMessage>();
  for (const row of rows) {
    if (matches(drawn, row) && isFound(drawn, row)) distinct.set(`${base64(row.hash)} ${keyOf(row)}`, row);
  }
  const isByTime = drawn.start_utime !== undefined || drawn.end_utime !== undefined;
  const rank = (row: StoredMessage): readonly (bigint | number | string)[] => [
    isByTime ? row.createdAt! : keyOf(row),
    base64(row.hash),
    keyOf(row),
  ];
  const sorted = [...distinct.values()].toSorted((left, right) => {
    const [a, b] = [rank(left), rank(right)];
    const at = a.findIndex((value, index) => value !== b[index]);
    return at < 0 ? 0 : a[at]! < b[at]! ? -1 : 1;
  });
  if (drawn.sort?.toLowerCase().startsWith('a') !== true) sorted.reverse();
  const offset = drawn.offset ?? 0;
  return sorted.slice(offset, offset + (drawn.limit ?? 100)).map(({ hash }) => base64(hash));
}

function queryOf({ hashes, hashName, opcode, body_hash: bodyHash, ...others }: Drawn): string {
  const query = new URLSearchParams((hashes ?? []).map((hash): [string, string] => [hashName, base64(hash)]));
  if (opcode !== undefined) query.set('opcode', `0x${opcode.toString(16)}`);
  if (bodyHash !== undefined) query.set('body_hash', base64(bodyHash));
  for (const [name, value] of Object.entries(others)) if (value !== undefined) query.set(name, String(value));
  return query.toString();
}

type Printed = Readonly<Record<string, unknown>> & { readonly hash: string };

/** Compares answers to drawn requests with a filter over all rows. Returns how many were refused, or not empty. */
export async function compareDrawnMessages(
  chain: ServedChain,
  base: string,
  numRuns: number,
): Promise<{ readonly refusedShare: number; readonly filledShare: number }> {
  let [refused, filled] = [0, 0];
  await fc.assert(
    fc.asyncProperty(drawnRequests(chain.rows), async (drawn) => {
      const { status, json } = await chain.ask(`${base}/v3/messages?${queryOf(drawn)}`);
      if (status === 400 || status === 422) {
        if (!/would have to be/.test(String(json['error'])))
          throw new Error(`${queryOf(drawn)}: ${JSON.stringify(json)}`);
        refused += 1;
        return;
      }
      if (status !== 200) throw new Error(`${status} ${queryOf(drawn)}: ${JSON.stringify(json)}`);
      const messages = json['messages'] as readonly Printed[];
      const [hashes, expected] = [messages.map(({ hash }) => hash), naivePage(drawn, chain.rows)];
      if (hashes.join(' ') !== expected.join(' ')) {
        throw new Error(JSON.stringify({ query: queryOf(drawn), hashes, expected }));
      }
      if (messages.length > 0) filled += 1;
    }),
    { seed: 34, numRuns },
  );
  process.stdout.write(`messages, ${base}: ${numRuns} requests, ${refused} refused, ${filled} with messages\n`);
  return { refusedShare: refused / numRuns, filledShare: filled / numRuns };
}
