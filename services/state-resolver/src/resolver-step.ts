import type { OpenBlockBag } from '@tonriver/chain-model';
import type { Topic } from '@tonriver/events';
import type { Logger } from '@tonriver/logger';
import { beatWhile, type Clock, type EventLog, ok, readRecords, type StreamStep } from '@tonriver/stream';
import type { Metrics } from '@tonriver/telemetry';
import { createLostRounds } from './lost-rounds.ts';
import { nextRound } from './next-round.ts';
import { placeBlock, readRecord, refusalLog } from './place-block.ts';
import type { Resolver } from './resolver.ts';
import { createResolverInbox } from './resolver-inbox.ts';
import { createRoundQueue } from './round-queue.ts';

export interface ResolverStepDependencies {
  readonly resolver: Resolver;
  readonly log: Pick<EventLog, 'readRange'>;
  readonly topic: Topic;
  readonly network: { readonly globalId: number };
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly clock: Clock;
  /** Cuts a pass short. */
  readonly signal: AbortSignal;
  readonly beat?: () => void;
  readonly onProgress?: (range: { readonly first: number; readonly last: number }) => void;
  readonly waitingBytesMax?: number;
  readonly openBag?: OpenBlockBag;
  readonly flushIntervalMs?: number;
}

/** As often as rows may be inserted into a table. */
const FLUSH_INTERVAL_MS = 500;
const WAITING_BYTES_MAX = 128 * 1024 * 1024;

/**
 * Resolves rounds one after the other, in passes no longer than rows may wait. A save writes the rows, then the store
 * of cells together with the offsets.
 */
export function createResolverStep(dependencies: ResolverStepDependencies): StreamStep {
  const { resolver, log, network, topic, logger, metrics, clock, signal } = dependencies;
  const { waitingBytesMax = WAITING_BYTES_MAX, flushIntervalMs = FLUSH_INTERVAL_MS } = dependencies;
  const queue = createRoundQueue({
    bytesMax: waitingBytesMax,
    readRecords: (partition, offsets) =>
      beatWhile(readRecords(log, { topic: topic.name, partition, offsets }), dependencies),
    onRefused: refusalLog(logger),
    clock,
    openBag: dependencies.openBag,
  });
  const waiting = metrics.gauge('tonriver_state_rounds_waiting', 'Rounds read but not resolved: behind a hole');
  const inbox = createResolverInbox();
  const lostRounds = createLostRounds({ resolver, queue, partitions: topic.partitions, logger });

  const takeInbox = (): void => {
    for (const entry of inbox.takeAll()) {
      if ('forgetFrom' in entry) {
        queue.forgetFrom(entry.forgetFrom);
        continue;
      }
      entry.placed.isDone = placeBlock(entry.raw, entry.place, { resolver, queue });
      // Behind a hole any number of rounds may wait.
      if (queue.byteLength > waitingBytesMax && nextRound(resolver, queue) === undefined) queue.shedBytes();
    }
  };
  const resolveRounds = createResolving(dependencies, {
    async resolve(seqno) {
      const round = await queue.read(seqno);
      if (round === undefined) return;
      await resolver.apply(round);
      queue.forget(seqno);
      lostRounds.onResolved(seqno);
    },
    next: () => nextRound(resolver, queue),
  });

  return {
    begin: () => resolver.removeStaleProgress(),
    progress: {
      nextOffset: (partition) => resolver.nextOffset(partition),
      onRecordsLost: () => lostRounds.noteLoss(),
    },
    take(record) {
      const read = readRecord(record, network, topic);
      if (read.kind === 'reject') return read;
      const { partition, offset } = record;
      return ok(inbox.put(read.value, { partition, offset }));
    },
    forget: (partition, offset) => inbox.forgetFrom({ partition, offset }),
    get isFull() {
      if (inbox.isFull) return true;
      // While rounds can be resolved, reading on would only fill memory.
      return queue.byteLength > waitingBytesMax && nextRound(resolver, queue) !== undefined;
    },
    async pass() {
      takeInbox();
      if (lostRounds.hasLoss && nextRound(resolver, queue) === undefined) lostRounds.begin();
      const flushAtMs = clock.nowMs() + flushIntervalMs;
      const hasMore = await resolveRounds(() => resolver.isFull || signal.aborted || clock.nowMs() >= flushAtMs);
      waiting.set(queue.size);
      return { pauseMs: hasMore ? 0 : flushIntervalMs, isSaveDue: true };
    },
    async save(done) {
      if (!resolver.hasChanges && done.length === 0) return;
      for (const { partition, offset } of done) resolver.putOffset(partition, offset + 1n);
      await resolver.flush();
      const top = resolver.ranges.at(-1);
      if (top !== undefined) dependencies.onProgress?.(top);
    },
  };
}

interface Rounds {
  readonly next: () => number | undefined;
  readonly resolve: (seqno: number) => Promise<void>;
}

/**
 * Returns what resolves partial blocks and rounds until a pass is over: at least one of each, however slow the machine
 * is. It returns whether more rounds can be resolved at once.
 */
function createResolving(
  { resolver, clock, beat }: Pick<ResolverStepDependencies, 'resolver' | 'clock' | 'beat'>,
  { next, resolve }: Rounds,
): (isOver: () => boolean) => Promise<boolean> {
  return async (isOver) => {
    while (await resolver.applyPartial()) {
      if (isOver()) break;
      await clock.yield();
    }
    let seqno = next();
    for (; seqno !== undefined; seqno = next()) {
      await resolve(seqno);
      if (isOver()) break;
      beat?.();
      await clock.yield();
    }
    return seqno !== undefined;
  };
}
