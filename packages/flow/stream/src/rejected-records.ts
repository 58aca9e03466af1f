import { deadLetterOf, type Topic } from '@tonriver/events';
import type { Logger } from '@tonriver/logger';
import type { EventLog, EventProducer, LogRecord } from './event-log.ts';
import { createLetterIndex } from './letter-index.ts';
import type { Rejection } from './outcome.ts';

/** Where rejected records go: each becomes exactly one dead letter, however often it comes. */
export interface DeadLetterOptions {
  readonly topic: Topic;
  readonly producer: EventProducer;
  /** Of the code that reads records: what an older one buried is buried again, with what the newer one says. */
  readonly readerVersion: number;
  /** Told of every letter that is written. */
  readonly onBuried?: () => void;
  /** Told how many distinct records wait to be sent again: now and then, and after every letter. */
  readonly onOpenCount?: (count: number) => void;
}

export interface RejectedRecordsDependencies {
  readonly log: EventLog;
  /** Where the records lie. */
  readonly topic: Topic;
  /** The log line of a rejected record. */
  readonly message: string;
  /** Absent: rejected records are left to another group, which buries them. */
  readonly deadLetters?: DeadLetterOptions | undefined;
  readonly logger: Logger;
  readonly beat?: (() => void) | undefined;
}

/** What becomes of records that a step rejects. */
export interface RejectedRecords {
  /** Resolves when the record counts as done. */
  reject(record: LogRecord, rejection: Rejection): Promise<void>;
  /** Counts the letters that are open, also those that others wrote; absent when nobody wants to know. */
  readonly count?: () => Promise<void>;
}

export function createRejectedRecords(dependencies: RejectedRecordsDependencies): RejectedRecords {
  const { log, topic, message, deadLetters, logger, beat } = dependencies;
  const report = ({ partition, offset, headers }: LogRecord, { code, cause }: Rejection): void =>
    logger.error(message, { code, cause, ...namesIn(headers), partition, offset });
  if (deadLetters === undefined) return { reject: async (record, rejection) => report(record, rejection) };

  const { topic: deadLetterTopic, producer, readerVersion: parserVersion, onBuried, onOpenCount } = deadLetters;
  const letters = createLetterIndex({ log, topic, deadLetterTopic, beat });
  const count = async (): Promise<void> => {
    await letters.refresh();
    onOpenCount?.(letters.openCount);
  };
  return {
    async reject(record, rejection) {
      report(record, rejection);
      await count();
      // It came again: after a crash, or with a partition that moved.
      if (letters.has(record, parserVersion)) return;
      const { partition, offset } = record;
      const { code, cause } = rejection;
      const story = { code, cause, topic: topic.name, partition, offset, parserVersion };
      await producer.send(deadLetterTopic.name, [{ partition: 0, ...deadLetterOf(record, story, deadLetterTopic) }]);
      onBuried?.();
      await count();
    },
    ...(onOpenCount === undefined ? {} : { count }),
  };
}

/** Whoever sent the record may have put anything into its headers. */
const NAME_LENGTH_MAX = 40;

/** Which block the headers of a record name, for a log line. */
function namesIn({ workchain, shard, seqno, round }: LogRecord['headers']) {
  const shown = (text: string | undefined): string | undefined => text?.slice(0, NAME_LENGTH_MAX);
  return { workchain: shown(workchain), shard: shown(shard), seqno: shown(seqno), round: shown(round) };
}
