import type { PendingStore } from '../pending-store.ts';
import { connectRedis } from './connect-redis.ts';
import { pendingKeys } from './pending-keys.ts';
import { readFrom, type RedisPendingReaderOptions } from './redis-pending-reader.ts';
import { writeTo } from './redis-pending-writer.ts';
import { createSealedTraces } from './sealed-traces.ts';

export interface RedisPendingStoreOptions extends RedisPendingReaderOptions {
  /** Partitions of `external-messages`. */
  readonly partitions: number;
}

/** A store in Redis, for the process that writes. */
export function createRedisPendingStore(options: RedisPendingStoreOptions): PendingStore {
  const keys = pendingKeys(options.network);
  const connection = connectRedis(options);
  const values = createSealedTraces({ keys, secret: options.secret ?? '', metrics: options.metrics });
  const parts = { connection, keys, values };
  return {
    ...readFrom(parts),
    ...writeTo(parts, options.partitions),
    ping: async () => void (await connection.run('ping', (redis) => redis.ping())),
    close: () => connection.close(),
  };
}
