import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@tonriver/logger';
import { type ActionsSeqno, readActionsSeqno, type Watermark } from '@tonriver/chain-reader';
import type { AnswerReader } from '../../answers/answer-reader.ts';

export interface SettledActionsOptions {
  readonly reader: Pick<AnswerReader, 'stores'>;
  readonly watermark: Pick<Watermark, 'current'>;
  /**
   * How old a look must be. An answer of `actions` that was begun before it does not have what it saw, and its caller
   * may ask for pending traces after.
   */
  readonly settledAfterMs: number;
  readonly pollMs: number;
  /** Is called when more is classified than before: what is seen now counts only later. */
  readonly onSeen?: (seen: ActionsSeqno) => Promise<void>;
  readonly logger: Logger;
  readonly now: () => number;
}

/** Knows up to where traces were classified a while ago: every answer of `actions` that can still come has those. */
export interface SettledActions {
  /** Returns what was seen then; undefined: nothing. To be called for every request: it is looked often then. */
  forRequest(): ActionsSeqno | undefined;
  /** Looks until the signal aborts. While the store is away, what was seen before counts. */
  run(signal: AbortSignal): Promise<void>;
}

const QUIET_AFTER_MS = 10_000;
const QUIET_POLL_MS = 2_000;

interface Look {
  readonly seen: ActionsSeqno;
  readonly atMs: number;
}

export function createSettledActions(options: SettledActionsOptions): SettledActions {
  const { reader, watermark, settledAfterMs, pollMs, onSeen, logger, now } = options;
  /** Oldest first: the newest that is old enough, and what came after it. */
  let looks: Look[] = [];
  let requestedAtMs = Number.NEGATIVE_INFINITY;
  const forgetOlder = (): void => {
    const newest = looks.findLastIndex(({ atMs }) => now() - atMs >= settledAfterMs);
    if (newest > 0) looks = looks.slice(newest);
  };
  const look = async (): Promise<void> => {
    const visibility = watermark.current();
    const seen = visibility === undefined ? undefined : await readActionsSeqno(reader.stores.gated, visibility);
    const last = looks.at(-1)?.seen;
    if (seen === undefined) return;
    // What was classified in another range is classified again.
    if (seen.rangeSeqno !== last?.rangeSeqno) looks = [];
    const isMore = seen.rangeSeqno !== last?.rangeSeqno || seen.lastSeqno > last.lastSeqno;
    if (isMore) looks.push({ seen, atMs: now() });
    forgetOlder();
    if (isMore) await onSeen?.(seen);
  };
  return {
    forRequest() {
      requestedAtMs = now();
      forgetOlder();
      const [oldest] = looks;
      return oldest !== undefined && now() - oldest.atMs >= settledAfterMs ? oldest.seen : undefined;
    },
    async run(signal) {
      while (!signal.aborted) {
        await look().catch((error: unknown) => logger.debug('Actions could not be looked for', { error }));
        const pauseMs = now() - requestedAtMs < QUIET_AFTER_MS ? pollMs : QUIET_POLL_MS;
        await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
      }
    },
  };
}
