import { randomUUID } from 'node:crypto';
import type { KeptTrace, PendingWriter } from '../pending-store.ts';
import { PendingStoreError } from '../pending-store-error.ts';
import { type StoreParts, VALUE_BYTES_MAX } from './redis-pending-reader.ts';
import { createWrittenTraces, type WrittenTrace, type WrittenTraces } from './written-traces.ts';

/** About as many bytes are on their way to Redis at once. */
const PUT_BATCH_BYTES = 4 * 1024 * 1024;
const BATCH_TRACES = 100;

/** A trace and its value in Redis. */
interface SealedTrace {
  readonly kept: KeptTrace;
  readonly value: Buffer;
}

/**
 * How traces are written. What another process wrote counts as missing here until this one wrote it too: `missing`
 * compares the values, the pointers by hash and the sets of accounts with what was written.
 */
export function writeTo(parts: StoreParts, partitions: number): PendingWriter {
  const { connection, keys, values } = parts;
  const written = createWrittenTraces();
  return {
    async put(kept) {
      const sealed = kept.map((one) => ({ kept: one, value: values.wrapTrace(one.trace, one.ttlMs) }));
      const fitting = sealed.filter(({ value }) => value.length <= VALUE_BYTES_MAX);
      for (let from = 0; from < fitting.length; ) {
        const count = countOfBatch(fitting.slice(from, from + BATCH_TRACES));
        await Promise.all(fitting.slice(from, from + count).map((one) => putOne(parts, written, one)));
        from += count;
      }
      if (fitting.length === kept.length) return;
      const key = sealed.find(({ value }) => value.length > VALUE_BYTES_MAX)?.kept.trace.key;
      throw new PendingStoreError('too_large', `a pending trace has more than ${VALUE_BYTES_MAX} bytes`, { key });
    },
    async remove(removed) {
      for (let from = 0; from < removed.length; from += BATCH_TRACES) {
        await Promise.all(removed.slice(from, from + BATCH_TRACES).map((key) => removeOne(parts, written, key)));
      }
    },
    async missing(asked) {
      const known = written.among(asked);
      const there = new Set<string>();
      for (let from = 0; from < known.length; from += BATCH_TRACES) {
        for (const key of await seen(parts, written, known.slice(from, from + BATCH_TRACES))) there.add(key);
      }
      return asked.filter((key) => !there.has(key));
    },
    async confirm(partition, ttlMs) {
      const [state, ...others] = written.states();
      const [connected, epoch = ''] = state?.split(' ') ?? [];
      const isKnown = others.length === 0 && (state === undefined || connected === String(connection.connections()));
      const value = values.wrapConfirmation(partition, partitions, ttlMs);
      const isConfirmed =
        isKnown &&
        (await connection.run('confirm', (redis) =>
          redis.tonriverPendingConfirm(keys.prefix, epoch, partition, value, ttlMs),
        )) === 1;
      if (isConfirmed) return;
      throw new PendingStoreError('not_ready', 'the store may have lost traces since it was looked through');
    },
  };
}

async function putOne(
  { connection, keys: { prefix } }: StoreParts,
  written: WrittenTraces,
  { kept: { trace, ttlMs }, value }: SealedTrace,
): Promise<void> {
  const { key, externalHash, accounts } = trace;
  const before = written.get(key)?.accounts ?? [];
  // Until it is known to be there, it is not.
  written.delete(key);
  const now = new Set(accounts);
  const indexes = [externalHash, accounts.length, ...accounts, ...before.filter((account) => !now.has(account))];
  const epoch = await connection.run('put', (redis) =>
    redis.tonriverPendingPut(prefix, randomUUID(), key, value, ttlMs, ...indexes),
  );
  written.add(trace, value, ttlMs, stateOf(connection, epoch));
}

async function removeOne(
  { connection, keys: { prefix } }: StoreParts,
  written: WrittenTraces,
  key: string,
): Promise<void> {
  const { externalHash = '', accounts = [] } = written.get(key) ?? {};
  written.delete(key);
  await connection.run('remove', (redis) => redis.tonriverPendingRemove(prefix, key, externalHash, ...accounts));
}

/** Returns the keys of those that are there as they were written, and forgets the others. */
async function seen(
  { connection, keys: { prefix } }: StoreParts,
  written: WrittenTraces,
  some: readonly (readonly [string, WrittenTrace])[],
): Promise<readonly string[]> {
  const asked = some.flatMap(([key, { head, length, externalHash, accounts }]) => {
    return [key, head, length, externalHash, accounts.length, ...accounts];
  });
  const reply = await connection.run('missing', (redis) =>
    redis.tonriverPendingMissing(prefix, randomUUID(), ...asked),
  );
  const [epoch, answers] = reply as [string, number[]];
  const there: string[] = [];
  for (const [index, [key]] of some.entries()) {
    if (answers[index] !== 0) written.delete(key);
    else {
      written.see(key, stateOf(connection, epoch));
      there.push(key);
    }
  }
  return there;
}

/** The epoch is another one after the store was emptied; the server behind a new connection may have started empty. */
function stateOf({ connections }: StoreParts['connection'], epoch: unknown): string {
  return `${connections()} ${String(epoch)}`;
}

/** How many of the first values are sent together: at least one. */
function countOfBatch(traces: readonly SealedTrace[]): number {
  let [count, bytes] = [0, 0];
  for (const { value } of traces) {
    bytes += value.length;
    if (count > 0 && bytes > PUT_BATCH_BYTES) break;
    count += 1;
  }
  return count;
}
