import { addRange, type CheckedBlock, containsSeqno, type Round, type SeqnoRange } from '@tonriver/chain-source';
import type { EventProducer } from '@tonriver/stream';
import type { Topic } from '@tonriver/events';
import type { FetchProgress } from './fetch-progress.ts';
import { createRecordBatch, recordsOfRound } from './publish-blocks.ts';

/** Publishes rounds: first their records, then, when these are durable, the progress. */
export interface RoundPublisher {
  add(round: Round): void;
  readonly batch: ReturnType<typeof createRecordBatch>;
  flush(): Promise<void>;
  /** All published rounds, by this run and earlier ones. */
  readonly published: readonly SeqnoRange[];
}

const BATCH_BYTES_MAX = 8 * 1024 * 1024;

export function createRoundPublisher(
  dependencies: {
    readonly producer: EventProducer;
    readonly topic: Topic;
    readonly progress: FetchProgress;
    /** Called before records are sent. */
    readonly beforeSend?: () => Promise<void>;
    readonly onPhase?: (phase: 'publish') => void;
    /** Called with every block before its record is sent. */
    readonly onChecked?: (block: CheckedBlock) => void;
    readonly onFlushed: () => void;
  },
  alreadyPublished: readonly SeqnoRange[],
): RoundPublisher {
  const { producer, topic, progress, beforeSend, onPhase, onChecked, onFlushed } = dependencies;
  const batch = createRecordBatch(producer, topic, BATCH_BYTES_MAX);
  let published = alreadyPublished;
  let unsaved = published;
  return {
    batch,
    get published() {
      return published;
    },
    add(round) {
      // A range starts if the round before it is neither published nor added.
      batch.add(recordsOfRound(round, !containsSeqno(unsaved, round.seqno - 1), topic));
      if (onChecked !== undefined) round.blocks.forEach(onChecked);
      unsaved = addRange(unsaved, { first: round.seqno, last: round.seqno });
    },
    async flush() {
      await beforeSend?.();
      await batch.flush();
      onPhase?.('publish');
      if (unsaved !== published) await progress.save(unsaved);
      published = unsaved;
      onFlushed();
    },
  };
}
