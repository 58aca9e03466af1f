import type { RawBlock, Topic } from '@tonriver/events';
import type { Logger } from '@tonriver/logger';
import { beatWhile, type Clock, type EventLog, type IsDone, ok, readRecords, type StreamStep } from '@tonriver/stream';
import type { Metrics } from '@tonriver/telemetry';
import type { Resolver } from './resolver.ts';
import { createRoundQueue, type RecordPlace, type RoundQueue } from './round-queue.ts';
import { placeBlock, readRecord, refusalLog } from './take-record.ts';

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
  readonly flushIntervalMs?: number;
}

/** As often as rows may be inserted into a table. */
const FLUSH_INTERVAL_MS = 500;
const WAITING_BYTES_MAX = 128 * 1024 * 1024;
/** Bytes of blocks that may be read ahead of the next pass. */
const INBOX_BYTES_MAX = 32 * 1024 * 1024;
/** Records that may: one without bytes takes memory too, and anybody can send many while ClickHouse is away. */
const INBOX_RECORDS_MAX = 4000;

/** A block that was read; `isDone` is known once a pass has put it to where it waits. */
interface Delivery {
  readonly raw: RawBlock;
  readonly place: RecordPlace;
  readonly taking: { isDone?: IsDone };
}

/** What was read and no pass has taken yet, and from where on a partition comes again: in their order. */
type InboxEntry = Delivery | { readonly forgetFrom: RecordPlace };

/**
 * Resolves rounds one after the other, in passes no longer than rows may wait. What is read waits in the inbox until a
 * pass takes it: rounds do not change under a pass. A save writes rows, then the store of cells with the offsets.
 */
export function createResolverStep(dependencies: ResolverStepDependencies): StreamStep {
  const { resolver, log, network, topic, logger, metrics, clock, signal, beat } = dependencies;
  const { waitingBytesMax = WAITING_BYTES_MAX, flushIntervalMs = FLUSH_INTERVAL_MS } = dependencies;
  const queue = createRoundQueue({
    bytesMax: waitingBytesMax,
    readRecords: (partition, offsets) =>
      beatWhile(readRecords(log, { topic: topic.name, partition, offsets }), { beat, clock }),
    clock,
    onRefused: refusalLog(logger),
  });
  const waiting = metrics.gauge('tonriver_state_rounds_waiting', 'Rounds read but not resolved: behind a hole');
  let inbox: InboxEntry[] = [];
  let inboxBytes = 0;

  const takeInbox = (): void => {
    const entries = inbox;
    inbox = [];
    inboxBytes = 0;
    for (const entry of entries) {
      if ('forgetFrom' in entry) {
        queue.forgetFrom(entry.forgetFrom);
        continue;
      }
      entry.taking.isDone = placeBlock(entry.raw, entry.place, { resolver, queue });
      // Behind a hole there is no end to what may wait.
      if (queue.byteLength > waitingBytesMax && nextRound(resolver, queue) === undefined) queue.shed();
    }
  };

  /** The log has lost records that were never resolved: what follows them has nothing before it to wait for. */
  let hasLost = false;
  /** Where a range is to begin because of it. */
  let startAfterLoss: number | undefined;
  const beginAfterLoss = (): void => {
    startAfterLoss = beginningAfterLoss(queue, topic.partitions);
    if (startAfterLoss !== undefined) queue.startAt(startAfterLoss);
  };
  const giveUpBefore = (seqno: number): void => {
    logger.warn('Rounds are not in the log any more; states are resolved from a later one on', { first: seqno });
    for (const lost of queue.seqnos().filter((other) => other < seqno)) {
      resolver.giveUp(lost);
      queue.forget(lost);
    }
  };

  /** @returns whether more rounds can be resolved at once */
  const resolveSome = async (isOver: () => boolean): Promise<boolean> => {
    // At least one of each in every pass, however slow the machine is.
    while (await resolver.applyPartial()) {
      if (isOver()) break;
      await clock.yield();
    }
    let seqno = nextRound(resolver, queue);
    for (; seqno !== undefined; seqno = nextRound(resolver, queue)) {
      const round = await queue.read(seqno);
      if (round !== undefined) {
        await resolver.apply(round);
        queue.forget(seqno);
        if (seqno === startAfterLoss) giveUpBefore(seqno);
      }
      if (isOver()) break;
      beat?.();
      await clock.yield();
    }
    return seqno !== undefined;
  };

  return {
    begin: () => resolver.tidy(),
    progress: {
      nextOffset: (partition) => resolver.nextOffset(partition),
      onRecordsLost: () => void (hasLost = true),
    },
    take(record) {
      const read = readRecord(record, network, topic);
      if (read.kind === 'reject') return read;
      const { partition, offset } = record;
      const taking: Delivery['taking'] = {};
      inbox.push({ raw: read.value, place: { partition, offset }, taking });
      inboxBytes += read.value.boc.length;
      return ok(doneOnceTaken(taking));
    },
    forget: (partition, offset) => void inbox.push({ forgetFrom: { partition, offset } }),
    get isFull() {
      if (inbox.length >= INBOX_RECORDS_MAX || inboxBytes > INBOX_BYTES_MAX) return true;
      // While rounds can be resolved, reading on would only fill memory.
      return queue.byteLength > waitingBytesMax && nextRound(resolver, queue) !== undefined;
    },
    async pass() {
      takeInbox();
      if (hasLost && nextRound(resolver, queue) === undefined) beginAfterLoss();
      const flushAtMs = clock.nowMs() + flushIntervalMs;
      const hasMore = await resolveSome(() => resolver.isFull || signal.aborted || clock.nowMs() >= flushAtMs);
      waiting.set(queue.size);
      return { pauseMs: hasMore ? 0 : flushIntervalMs, isSaveDue: true };
    },
    async save(done) {
      if (resolver.isClean && done.length === 0) return;
      for (const { partition, offset } of done) resolver.putOffset(partition, offset + 1n);
      await resolver.flush();
      const top = resolver.ranges.at(-1);
      if (top !== undefined) dependencies.onProgress?.(top);
    },
  };
}

/** Holds no block: bytes of those that wait behind a hole for long are forgotten, and this is not. */
function doneOnceTaken(taking: Delivery['taking']): IsDone {
  return () => taking.isDone?.() === true;
}

/** The round that can be resolved next: one that follows a range, or else the first that begins one. */
function nextRound(resolver: Resolver, queue: RoundQueue): number | undefined {
  const isNext = (seqno: number): boolean => queue.isComplete(seqno) && !resolver.isDone(seqno);
  const following = resolver.ranges.map(({ last }) => last + 1).find(isNext);
  return following ?? queue.rangeStarts().find((seqno) => !resolver.isDone(seqno));
}

/**
 * Where to begin after records that are lost: at the lowest of as many rounds in a row as there are partitions. Each
 * partition is in order, so no lower round can still come out of one of them.
 */
function beginningAfterLoss(queue: RoundQueue, partitions: number): number | undefined {
  return queue
    .seqnos()
    .find((seqno) => Array.from({ length: partitions }, (_, step) => seqno + step).every((at) => queue.isComplete(at)));
}
