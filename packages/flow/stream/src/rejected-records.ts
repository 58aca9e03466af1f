import { deadLetterOf, type Topic } from '@tonriver/events';
import type { Logger } from '@tonriver/logger';
import type { EventLog, EventProducer, LogRecord } from './event-log.ts';
import { createDeadLetterIndex } from './dead-letter-index.ts';
import type { Rejection } from './outcome.ts';

/** Where the dead letters of rejected records go. A record gets one dead letter, however often it comes. */
export interface DeadLetterOptions {
  readonly topic: Topic;
  readonly producer: EventProducer;
  /** Version of the code that reads records. A newer version writes its own dead letter of a record. */
  readonly readerVersion: number;
  /** Called after each dead letter. */
  readonly onDeadLetter?: () => void;
  /** Gets the number of distinct records with an open dead letter, regularly and after each dead letter. */
  readonly onOpenCount?: (count: number) => void;
}

export interface RejectedRecordsDependencies {
  readonly log: EventLog;
  /** Topic of the records. */
  readonly topic: Topic;
  /** The log line of a rejected record. */
  readonly message: string;
  /** Absent: another group writes the dead letters of rejected records. */
  readonly deadLetters?: DeadLetterOptions | undefined;
  readonly logger: Logger;
  readonly beat?: (() => void) | undefined;
}

/** Handles the records that a step rejects. */
export interface RejectedRecords {
  /** Reports the record and writes its dead letter. Afterwards it counts as done. */
  reject(record: LogRecord, rejection: Rejection): Promise<void>;
  /** Counts the open dead letters, also those of other processes. Absent without `onOpenCount`. */
  readonly count?: () => Promise<void>;
}

export function createRejectedRecords(dependencies: RejectedRecordsDependencies): RejectedRecords {
  const { log, topic, message, deadLetters, logger, beat } = dependencies;
  const report = ({ partition, offset, headers }: LogRecord, { code, cause }: Rejection): void =>
    logger.error(message, { code, cause, ...blockNamedBy(headers), partition, offset });
  if (deadLetters === undefined) return { reject: async (record, rejection) => report(record, rejection) };

  const { topic: deadLetterTopic, producer, readerVersion: parserVersion, onDeadLetter, onOpenCount } = deadLetters;
  const index = createDeadLetterIndex({ log, topic, deadLetterTopic, beat });
  const count = async (): Promise<void> => {
    await index.refresh();
    onOpenCount?.(index.openCount);
  };
  return {
    async reject(record, rejection) {
      report(record, rejection);
      await count();
      // The record came again, after a crash or with a partition that moved.
      if (index.has(record, parserVersion)) return;
      const { partition, offset } = record;
      const { code, cause } = rejection;
      const reason = { code, cause, topic: topic.name, partition, offset, parserVersion };
      await producer.send(deadLetterTopic.name, [{ partition: 0, ...deadLetterOf(record, reason, deadLetterTopic) }]);
      onDeadLetter?.();
      await count();
    },
    ...(onOpenCount === undefined ? {} : { count }),
  };
}

/** Bounds the log line: the headers of a rejected record may be arbitrary. */
const NAME_LENGTH_MAX = 40;

/** Returns the block that the headers name, for the log line. */
function blockNamedBy({ workchain, shard, seqno, round }: LogRecord['headers']) {
  const shown = (text: string | undefined): string | undefined => text?.slice(0, NAME_LENGTH_MAX);
  return { workchain: shown(workchain), shard: shown(shard), seqno: shown(seqno), round: shown(round) };
}
