import type { PendingReader } from '../pending-store.ts';
import { PendingStoreError } from '../pending-store-error.ts';
import type { PendingTrace } from '../pending-trace.ts';
import { notConfirmed, TRACES_PER_READ_MAX, tooManyTraces } from '../read-bounds.ts';
import { connectRedis, type RedisConnection, type RedisConnectionOptions, unavailable } from './connect-redis.ts';
import { type PendingKeys, pendingKeys } from './pending-keys.ts';
import { createSealedTraces, type SealedTraces, type ValueHead } from './sealed-traces.ts';

export interface RedisPendingReaderOptions extends RedisConnectionOptions {
  readonly network: string;
  /**
   * Known only to the processes that share the store: nobody else can write a value that they accept. Without a secret,
   * accidental damage is detected, but not a value that somebody forged.
   */
  readonly secret?: string | undefined;
}

/** The largest trace that is kept, and the longest reply. */
export const VALUE_BYTES_MAX = 16 * 1024 * 1024;
/** The values of all traces of one call. */
const READ_BYTES_MAX = 64 * 1024 * 1024;
/** About as many bytes are asked for at once. */
const BATCH_BYTES = 4 * 1024 * 1024;
/** What is decoded in one turn of the event loop. */
const DECODED_BYTES_PER_TURN = 256 * 1024;

/** Reads pending traces from Redis; the writer is another process. */
export function createRedisPendingReader(
  options: RedisPendingReaderOptions,
): PendingReader & { close(): Promise<void> } {
  const keys = pendingKeys(options.network);
  const connection = connectRedis(options);
  const values = createSealedTraces({ keys, secret: options.secret ?? '', metrics: options.metrics });
  return { ...readFrom({ connection, keys, values }), close: () => connection.close() };
}

/** What reading and writing share. */
export interface StoreParts {
  readonly connection: RedisConnection;
  readonly keys: PendingKeys;
  readonly values: SealedTraces;
}

/** A trace that the index leads to. The head is undefined for what is no text. */
interface FoundTrace {
  readonly key: string;
  readonly head: ValueHead | undefined;
}

function checkConfirmed(values: SealedTraces, confirmations: readonly unknown[]): void {
  if (!values.areConfirmed(confirmations as Buffer[])) throw notConfirmed();
}

/** Finds what there is, without reading it. */
async function findTraces(
  { connection, keys: { prefix }, values }: StoreParts,
  kind: 'account' | 'hashes',
  names: readonly string[],
): Promise<readonly FoundTrace[]> {
  const reply = await connection.run('find', (redis) =>
    redis.tonriverPendingFindBuffer(prefix, TRACES_PER_READ_MAX, kind, ...names),
  );
  const [confirmations, keys, heads, lengths] = listsOf(reply, 4);
  checkConfirmed(values, confirmations!);
  if (keys!.length > TRACES_PER_READ_MAX) throw tooManyTraces();
  return keys!.map((key, index) => {
    const head = heads![index];
    const length = Number(lengths![index]);
    return { key: String(key), head: Buffer.isBuffer(head) ? { head, length } : undefined };
  });
}

/** How traces are found and read: first what there is, then the values that are not remembered. */
export function readFrom(parts: StoreParts): PendingReader {
  const {
    connection,
    keys: { prefix },
    values,
  } = parts;
  const find = (kind: 'account' | 'hashes', names: readonly string[]) => findTraces(parts, kind, names);
  /** The values of some keys, or what is wrong with them. */
  const readBatch = async (keys: readonly string[]): Promise<readonly unknown[]> => {
    const reply = await connection.run('read', (redis) =>
      redis.tonriverPendingReadBuffer(prefix, VALUE_BYTES_MAX, ...keys),
    );
    const [confirmations, read] = listsOf(reply, 2);
    checkConfirmed(values, confirmations!);
    if (read!.length !== keys.length) throw unavailable('an unexpected reply');
    return read!;
  };
  const readUnknown = async (found: readonly FoundTrace[]): Promise<readonly PendingTrace[]> => {
    const traces: PendingTrace[] = [];
    let waiting = found.map(({ key, head }) => ({ key, length: head?.length ?? 0 }));
    let decodedBytes = 0;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, countOfBatch(waiting));
      waiting = waiting.slice(batch.length);
      const read = await readBatch(batch.map(({ key }) => key));
      for (const [index, { key }] of batch.entries()) {
        const value = read[index];
        if (value === 1) values.reject('wrong_type');
        // Values have grown since they were found.
        else if (value === 2 && batch.length > 1) waiting.push({ key, length: VALUE_BYTES_MAX });
        else if (value === 2) values.reject('too_large');
        if (!Buffer.isBuffer(value)) continue;
        if (decodedBytes > DECODED_BYTES_PER_TURN) {
          decodedBytes = 0;
          await new Promise((resolve) => setImmediate(resolve));
        }
        decodedBytes += value.length;
        traces.push(...listOf(values.openTrace(key, value)));
      }
    }
    return traces;
  };
  const read = async (found: readonly FoundTrace[]): Promise<readonly PendingTrace[]> => {
    if (found.reduce((sum, { head }) => sum + (head?.length ?? 0), 0) > READ_BYTES_MAX) {
      throw new PendingStoreError('too_many', `the pending traces there have more than ${READ_BYTES_MAX} bytes`);
    }
    const remembered = found.map(({ key, head }) => (head === undefined ? undefined : values.remembered(key, head)));
    const unknown = await readUnknown(found.filter((_one, index) => remembered[index] === undefined));
    return [...remembered.flatMap(listOf), ...unknown];
  };
  return {
    byHashes: async (hashes) => {
      if (hashes.length === 0) return [];
      return await read(await find('hashes', hashes));
    },
    shownOf: async (keys) => {
      if (keys.length === 0) return [];
      const found = new Set((await find('hashes', keys)).map(({ key }) => key));
      return keys.filter((key) => found.has(key));
    },
    ofAccount: async (address) => {
      const traces = await read(await find('account', [address]));
      // The index may still lead to a trace in which the account took part only before.
      return traces.filter(({ accounts }) => accounts.includes(address));
    },
  };
}

/** How many of the first traces are asked for together: at least one. */
function countOfBatch(waiting: readonly { readonly length: number }[]): number {
  let [count, bytes] = [0, 0];
  for (const { length } of waiting) {
    bytes += length;
    if (count > 0 && bytes > BATCH_BYTES) break;
    count += 1;
  }
  return count;
}

function listOf<Value>(value: Value | undefined): readonly Value[] {
  return value === undefined ? [] : [value];
}

function listsOf(reply: unknown, count: number): readonly (readonly unknown[])[] {
  if (!Array.isArray(reply) || reply.length !== count || !reply.every(Array.isArray)) {
    throw unavailable('an unexpected reply');
  }
  return reply as unknown[][];
}
