import type { ClickHouseStore, QueryParameters } from './click-house-store.ts';

export interface DeleteRowsOptions {
  readonly table: string;
  /** Condition of the rows to be deleted, with placeholders for the parameters. */
  readonly where: string;
  readonly parameters: QueryParameters;
}

export interface DeletionWait {
  /** No longer waited for once it aborts: what was asked for is kept by ClickHouse and done, whoever dies. */
  readonly signal: AbortSignal;
  /** Called before every pause with why the deletion is not done yet, when ClickHouse says so. */
  readonly onWait?: (reason: string) => void;
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
}

const PAUSE_MS_MIN = 10;
const PAUSE_MS_MAX = 1000;

/**
 * Deletes rows and resolves when the server that was asked has done so. Replicas do it by themselves, each in its own
 * time: waiting for all of them, one that is dead would stop the writer for ever. Looking again and again, instead of
 * one call that may take minutes, lets the writer say that it lives and stop when it is told to.
 */
export async function deleteRows(
  store: ClickHouseStore,
  { table, where, parameters }: DeleteRowsOptions,
  { signal, onWait, pause }: DeletionWait,
): Promise<void> {
  const before = new Set((await mutationsOf(store, table)).map(({ id }) => id));
  await store.command(`ALTER TABLE ${table} DELETE WHERE ${where} SETTINGS mutations_sync = 0`, parameters);
  for (let pauseMs = PAUSE_MS_MIN; !signal.aborted; pauseMs = Math.min(pauseMs * 2, PAUSE_MS_MAX)) {
    const open = (await mutationsOf(store, table)).filter(({ id, isDone }) => !before.has(id) && !isDone);
    if (open.length === 0) return;
    onWait?.(open.map(({ failure }) => failure).join(' '));
    await pause(pauseMs, signal);
  }
}

async function mutationsOf(store: ClickHouseStore, table: string) {
  const rows = await store.query<{ readonly id: string; readonly done: number; readonly failure: string }>(
    `SELECT mutation_id AS id, toUInt8(is_done) AS done, latest_fail_reason AS failure
     FROM system.mutations WHERE database = {database:String} AND table = {table:String}`,
    { database: store.database, table },
  );
  return rows.map(({ id, done, failure }) => ({ id, isDone: done === 1, failure }));
}
