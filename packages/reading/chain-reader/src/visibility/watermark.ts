import { setTimeout as sleep } from 'node:timers/promises';
import { errorMessage } from '@tonriver/errors';
import type { Logger } from '@tonriver/logger';
import { blocksTable, columnsSql, deploymentTable, pickColumns } from '@tonriver/row-schema';
import { hexOf } from '../store/bytes.ts';
import { readNewestRange, type SeqnoRange } from './newest-range.ts';
import { createPollPace } from './poll-pace.ts';
import type { ReadingStore } from '../store/reading-store.ts';

/** The rounds and blocks that are visible at one moment. */
export interface Visibility {
  /** The contiguous range of complete rounds; absent if there is none. */
  readonly range: SeqnoRange | undefined;
  /** The watermark for conditions. 0 without a range, because rounds begin at 1. */
  readonly indexedSeqno: number;
  /** Partial blocks are stored. Known only while there is no range. */
  readonly hasPartialBlocks: boolean;
  /**
   * Part of every cache key: the zero state, and the schema and parser versions. A new database, or one with rows of a
   * newer parser, must not use older cache entries.
   */
  readonly deployment: string;
}

export interface WatermarkDependencies {
  readonly store: ReadingStore;
  /** Throws when the tables are not those of this release. */
  readonly checkSchema: () => Promise<void>;
  readonly logger: Logger;
  /** At most 250, so that new rounds are visible soon. */
  readonly pollMs: number;
  readonly now: () => number;
  /**
   * Is called with a newer watermark, before requests are answered at it: what it reads for them they need not read. It
   * is waited for, but not long, and its failure does not count. Not called after a quiet time, when requests wait for
   * the poll.
   */
  readonly readAhead: (next: Visibility) => Promise<unknown>;
  /** Called after every poll, with the problem if it failed. */
  readonly onPoll: (problem: string | undefined) => void;
}

/** Reads the watermark for the process. */
export interface Watermark {
  /** Returns the last poll's. Undefined before the first successful poll. */
  current(): Visibility | undefined;
  /** Returns it for a request. After a time without requests it waits for a poll, but not longer than `pollMs`. */
  forRequest(): Promise<Visibility | undefined>;
  /** Whoever moves the watermark in this process says so: the next poll comes at once, except in a quiet time. */
  noteMove(): void;
  /** Polls now. Rejects when the store cannot be read. */
  refresh(): Promise<Visibility>;
  /** Polls until the signal aborts. Failed polls are reported and repeated; the last watermark stays valid. */
  run(signal: AbortSignal): Promise<void>;
}

const partialColumns = pickColumns(blocksTable, 'seqno');
const deploymentColumns = pickColumns(deploymentTable, 'zero_state_root_hash', 'schema_version', 'parser_version');

/** Versions change only with an upgrade, so they are read seldom. */
const DEPLOYMENT_POLL_MS = 5_000;
/** So long a new watermark waits for what is read ahead. */
const AHEAD_MS_MAX = 150;
const QUIET_AFTER_MS = 5_000;
const QUIET_POLL_MS = 2_000;

export function createWatermark(dependencies: WatermarkDependencies): Watermark {
  const { store, checkSchema, logger, pollMs, now, readAhead, onPoll } = dependencies;
  const pace = createPollPace({ pollMs, quietAfterMs: QUIET_AFTER_MS, quietPollMs: QUIET_POLL_MS, now });
  let visibility: Visibility | undefined;
  let deployment: { readonly text: string; readonly readAtMs: number } | undefined;

  const readDeployment = async (): Promise<string> => {
    if (deployment !== undefined && now() - deployment.readAtMs < DEPLOYMENT_POLL_MS) return deployment.text;
    await checkSchema();
    const [row] = await store.select(
      deploymentColumns,
      `SELECT ${columnsSql(deploymentColumns)} FROM deployment ORDER BY revision DESC LIMIT 1`,
    );
    const text =
      row === undefined
        ? 'none'
        : `${hexOf(row.zeroStateRootHash).slice(0, 16)}:s${row.schemaVersion}:p${row.parserVersion}`;
    deployment = { text, readAtMs: now() };
    return text;
  };

  const readAheadFor = async (next: Visibility): Promise<void> => {
    if (pace.isAfterQuiet) return;
    const enough = new AbortController();
    const late = sleep(AHEAD_MS_MAX, undefined, { signal: enough.signal }).catch(() => undefined);
    await Promise.race([readAhead(next).catch(() => undefined), late]);
    enough.abort();
  };

  const refresh = async (): Promise<Visibility> => {
    const deploymentText = await readDeployment();
    const range = await readNewestRange(store);
    const hasPartialBlocks =
      range === undefined &&
      (visibility?.hasPartialBlocks === true ||
        (await store.select(partialColumns, 'SELECT seqno FROM blocks WHERE mc_block_seqno IS NULL LIMIT 1')).length >
          0);
    const next = { range, indexedSeqno: range?.lastSeqno ?? 0, hasPartialBlocks, deployment: deploymentText };
    if (visibility !== undefined && next.indexedSeqno > visibility.indexedSeqno) await readAheadFor(next);
    // One replica may be behind another. The watermark never moves back.
    if (visibility === undefined || next.indexedSeqno >= visibility.indexedSeqno) visibility = next;
    return visibility;
  };

  return {
    current: () => visibility,
    refresh,
    noteMove: () => pace.wake(),
    async forRequest() {
      await pace.requested();
      return visibility;
    },
    async run(signal) {
      let told: string | undefined;
      while (!signal.aborted) {
        const problem = await refresh().then(
          () => undefined,
          (error: unknown) => {
            const text = errorMessage(error);
            // Logged once per fault, not once per poll.
            if (text !== told) logger.warn('The watermark could not be read', { error });
            return text;
          },
        );
        if (problem === undefined && told !== undefined) logger.info('The watermark can be read again');
        told = problem;
        onPoll(problem === undefined ? undefined : 'the watermark cannot be read');
        pace.polled();
        await pace.pause(signal);
      }
    },
  };
}
