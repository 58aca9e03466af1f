import type { Logger } from '@tonriver/logger';
import type { Clock } from '@tonriver/stream';
import { ClickHouseStoreError } from '../errors.ts';
import type { ClickHouseStore } from './click-house-store.ts';

const FIRST_DELAY_MS = 250;
const DELAY_MS_MAX = 10_000;

/**
 * Returns a store that waits while ClickHouse is away: every call is tried again, after longer and longer pauses, until
 * it succeeds, fails for good, or the signal aborts. It is for writers, whose lag is visible, and not for requests.
 */
export function patientStore(
  store: ClickHouseStore,
  options: {
    readonly logger: Logger;
    readonly signal: AbortSignal;
    readonly clock: Clock;
    /** Called at every answer and before every pause: a writer that gets answers or waits is alive. */
    readonly beat?: (() => void) | undefined;
  },
): ClickHouseStore {
  const { logger, signal, clock, beat } = options;
  const patiently = async <Result>(call: () => Promise<Result>): Promise<Result> => {
    for (let delayMs = FIRST_DELAY_MS; ; delayMs = Math.min(delayMs * 2, DELAY_MS_MAX)) {
      try {
        const result = await call();
        beat?.();
        return result;
      } catch (error) {
        if (!(error instanceof ClickHouseStoreError) || !error.isRetryable || signal.aborted) throw error;
        logger.warn('ClickHouse is away; trying again', { delayMs, error });
        beat?.();
        await clock.pause(delayMs, signal);
      }
    }
  };
  return {
    database: store.database,
    query: (sql, parameters, bounds) => patiently(() => store.query(sql, parameters, bounds)),
    select: (columns, sql, parameters, bounds) => patiently(() => store.select(columns, sql, parameters, bounds)),
    // A broken stream cannot be resumed: its reader has to begin again.
    stream: (columns, sql, parameters, bounds) => store.stream(columns, sql, parameters, bounds),
    command: (sql, parameters) => patiently(() => store.command(sql, parameters)),
    insertRows: (table, rows) => patiently(() => store.insertRows(table, rows)),
    ping: () => store.ping(),
    close: () => store.close(),
  };
}
