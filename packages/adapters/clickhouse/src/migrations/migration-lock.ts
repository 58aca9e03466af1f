import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ClusterOptions, identifier, onClusterSql } from '@tonriver/row-schema';
import { ClickHouseStoreError } from '../errors.ts';
import type { ClickHouseStore } from '../store/click-house-store.ts';

/** How long a holder may be silent before another takes over. */
const SILENCE_SECONDS_MAX = 60;
const RENEW_MS = 10_000;
const LOOK_AGAIN_MS = 1_000;
/** Whoever held the lock so lately holds it still, because others wait a minute. A new database has 120 statements. */
const HELD_MS = 1_000;

/** ClickHouse's own number for a table that is there already. */
const TABLE_ALREADY_EXISTS = 57;

export interface MigrationLockOptions extends ClusterOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called once when another holder is waited for. */
  readonly onWait?: ((holder: string) => void) | undefined;
  /** Replaced in tests. */
  readonly silenceSecondsMax?: number;
}

/** Says whether this process still holds the lock. */
export interface HeldLock {
  /**
   * Asks at most once a second.
   *
   * @throws {ClickHouseStoreError} `clickhouse_migration_lock_lost` when another process took over meanwhile
   */
  check(): Promise<void>;
}

/**
 * Runs `work` while no other process migrates the database. ClickHouse has no locks, but of two processes that create
 * a table of one name only one succeeds: the holder is the process that created the table `migration_lock_N`
 * with the highest N. It renews the lock every 10 s. After a minute without renewal another process takes the next N.
 */
export async function withMigrationLock<Result>(
  store: ClickHouseStore,
  options: MigrationLockOptions,
  work: (lock: HeldLock) => Promise<Result>,
): Promise<Result> {
  const holder = `${process.pid}-${randomUUID()}`;
  const number = await acquire(store, holder, options);
  await renew(store, number);
  // The next renewal makes up for one that fails. After a minute without any, `check` says that the lock is lost.
  const renewal = setInterval(() => void renew(store, number).catch(() => undefined), RENEW_MS);
  let heldUntilMs = Number.NEGATIVE_INFINITY;
  try {
    return await work({
      async check() {
        const askedAtMs = performance.now();
        if (askedAtMs < heldUntilMs) return;
        const newest = await newestLock(store);
        if (newest?.holder === holder) {
          heldUntilMs = askedAtMs + HELD_MS;
          return;
        }
        throw new ClickHouseStoreError(
          'clickhouse_migration_lock_lost',
          `Another process took over the migration of ${store.database}: this one was silent for too long`,
          { database: store.database },
        );
      },
    });
  } finally {
    clearInterval(renewal);
    // Without a release the next process waits a minute. Its failure must not hide an error of the work.
    await release(store, { number, holder, options }).catch(() => undefined);
  }
}

/** True when a process migrates the database now, or was killed less than a minute ago while it did. */
export async function isMigrating(store: ClickHouseStore): Promise<boolean> {
  const newest = await newestLock(store);
  return newest !== undefined && (await silentSecondsOf(store, newest)) <= SILENCE_SECONDS_MAX;
}

async function acquire(store: ClickHouseStore, holder: string, options: MigrationLockOptions): Promise<number> {
  const { signal, onWait, silenceSecondsMax = SILENCE_SECONDS_MAX } = options;
  for (let isTold = false; ; ) {
    signal?.throwIfAborted();
    const newest = await newestLock(store);
    if (newest === undefined || (await silentSecondsOf(store, newest)) > silenceSecondsMax) {
      const number = (newest?.number ?? 0) + 1;
      if (await create(store, number, holder, options)) {
        await dropOlder(store, number, options);
        return number;
      }
    } else if (!isTold) {
      isTold = true;
      onWait?.(newest.holder);
    }
    await sleep(LOOK_AGAIN_MS, undefined, signal === undefined ? {} : { signal });
  }
}

/** Drops the lock, unless another process took over meanwhile: its lock may have the same number. */
async function release(
  store: ClickHouseStore,
  { number, holder, options }: { readonly number: number; readonly holder: string; readonly options: ClusterOptions },
): Promise<void> {
  if ((await newestLock(store))?.holder !== holder) return;
  await store.command(`DROP TABLE IF EXISTS ${tableOf(store, number)}${onClusterSql(options)} SYNC`);
}

/** False when another process created it first. */
async function create(
  store: ClickHouseStore,
  number: number,
  holder: string,
  options: ClusterOptions,
): Promise<boolean> {
  const engine = `${options.isReplicated === true ? 'Replicated' : ''}MergeTree`;
  try {
    await store.command(
      `CREATE TABLE ${tableOf(store, number)}${onClusterSql(options)} (renewed_at DateTime DEFAULT now())
       ENGINE = ${engine} ORDER BY renewed_at COMMENT '${holder}'`,
    );
    return true;
  } catch (error) {
    if (error instanceof ClickHouseStoreError && Number(error.fields['serverCode']) === TABLE_ALREADY_EXISTS) {
      return false;
    }
    throw error;
  }
}

async function renew(store: ClickHouseStore, number: number): Promise<void> {
  await store.command(`INSERT INTO ${tableOf(store, number)} VALUES (now())`);
}

interface LockTable {
  readonly number: number;
  readonly holder: string;
  /** Since it was made. */
  readonly ageSeconds: number;
}

const LOCK_NAME = /^migration_lock_(\d+)$/;

/** The lock with the highest number; undefined when nobody migrates. */
async function newestLock(store: ClickHouseStore): Promise<LockTable | undefined> {
  const tables = await store.query<{ readonly name: string; readonly comment: string; readonly age: string }>(
    `SELECT name, comment, toString(dateDiff('second', metadata_modification_time, now())) AS age FROM system.tables
     WHERE database = {database:String} AND name LIKE 'migration\\_lock\\_%'`,
    { database: store.database },
  );
  const locks = tables.flatMap(({ name, comment, age }) => {
    const number = LOCK_NAME.exec(name)?.[1];
    return number === undefined ? [] : [{ number: Number(number), holder: comment, ageSeconds: Number(age) }];
  });
  return locks.toSorted((left, right) => right.number - left.number)[0];
}

/** How long the holder was silent. */
async function silentSecondsOf(store: ClickHouseStore, { number, ageSeconds }: LockTable): Promise<number> {
  return Math.min(ageSeconds, await secondsSinceRenewal(store, number));
}

/** Infinity when it was never renewed, or was dropped meanwhile. */
async function secondsSinceRenewal(store: ClickHouseStore, number: number): Promise<number> {
  const rows = await store
    .query<{ readonly rows: string; readonly age: string }>(
      `SELECT toString(count()) AS rows, toString(dateDiff('second', max(renewed_at), now())) AS age
       FROM ${tableOf(store, number)}`,
    )
    .catch((error: unknown) => {
      if (error instanceof ClickHouseStoreError && !error.isRetryable) return [];
      throw error;
    });
  const [found] = rows;
  return found === undefined || found.rows === '0' ? Number.POSITIVE_INFINITY : Number(found.age);
}

async function dropOlder(store: ClickHouseStore, number: number, options: ClusterOptions): Promise<void> {
  if (number > 1) {
    await store.command(`DROP TABLE IF EXISTS ${tableOf(store, number - 1)}${onClusterSql(options)} SYNC`);
  }
}

function tableOf({ database }: ClickHouseStore, number: number): string {
  return `${identifier(database)}.${identifier(`migration_lock_${number}`)}`;
}
