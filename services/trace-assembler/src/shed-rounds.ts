import { type EventLog, readRecords } from '@tonriver/stream';
import { decodeParsedBlock, type Topic } from '@tonriver/events';
import type { AssembledRange } from '@tonriver/block-rows';
import type { Logger } from '@tonriver/logger';
import { rangesOf } from './late-rounds.ts';
import type { RoundCollector } from './round-collector.ts';

/** Rounds read again at once when their turn comes. */
const ROUNDS_RESTORED_MAX = 64;

/**
 * Rounds whose announcements were forgotten because too many waited behind a hole. They are read from the log again.
 */
export interface ShedRounds {
  /** Forgets the announcements that lie farthest ahead, until at most so many transactions are held. */
  shed(transactionsMax: number): void;
  /** Reads rounds again that follow a range, or begin one. */
  restore(ranges: readonly AssembledRange[]): Promise<void>;
  clear(): void;
}

export function createShedRounds({
  log,
  topic,
  collector,
  logger,
}: {
  readonly log: EventLog;
  readonly topic: Topic;
  readonly collector: RoundCollector;
  readonly logger: Logger;
}): ShedRounds {
  /** Round → where its announcements lie. */
  const rounds = new Map<number, readonly bigint[]>();

  const wanted = (ranges: readonly AssembledRange[]): readonly number[] => {
    // The start of a range stays in memory. Announcements of its round that came before the start may be forgotten.
    const starts = [...rounds.keys()].filter((round) => collector.isAnnouncedStart(round));
    const next = ranges.flatMap(({ last }) => {
      const following: number[] = [];
      for (let round = last + 1; rounds.has(round) && following.length < ROUNDS_RESTORED_MAX; round += 1) {
        following.push(round);
      }
      return following;
    });
    return [...new Set([...starts, ...next])];
  };

  return {
    shed(transactionsMax) {
      const shed = collector.shed(transactionsMax);
      for (const [round, offsets] of shed) rounds.set(round, [...(rounds.get(round) ?? []), ...offsets]);
      if (shed.size === 0) return;
      logger.warn('Too much waits behind a hole; the farthest rounds will be read again', { rounds: shed.size });
    },
    async restore(ranges) {
      for (const round of rounds.keys()) if (rangesOf(ranges, round).length > 0) rounds.delete(round);
      const restored = wanted(ranges);
      if (restored.length === 0) return;
      const offsets = restored.flatMap((round) => rounds.get(round) ?? []);
      const records = await readRecords(log, { topic: topic.name, partition: 0, offsets });
      if (records.length < offsets.length) {
        const count = offsets.length - records.length;
        logger.error('Announcements that were read before are not in the log any more', { count });
      }
      for (const record of records) collector.add(decodeParsedBlock(record), record.offset);
      for (const round of restored) rounds.delete(round);
    },
    clear: () => rounds.clear(),
  };
}
