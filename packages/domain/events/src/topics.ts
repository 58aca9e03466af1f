export type TopicName =
  | 'rawBlocks'
  | 'parsedRounds'
  | 'fetchProgress'
  | 'rawBlocksDeadLetters'
  | 'parsedRoundsDeadLetters';

/** What the event log needs to create or check a topic. */
export interface Topic {
  /** `<network>.<noun>.v<version>`; a change of the record's form is a new version, never a new meaning. */
  readonly name: string;
  readonly partitions: number;
  readonly recordBytesMax: number;
  /** Absent: until every group has committed (embedded log), or the broker's own setting. */
  readonly retentionMs?: number;
}

/** A block on mainnet is at most about 2 MiB; private networks have been seen with more, and Kafka wants a number. */
const RECORD_BYTES_MAX = 16 * 1024 * 1024;

/** Kafka's own spelling of "no limit". */
const RETAIN_FOR_EVER_MS = -1;

/**
 * The topics of one network. `parsed-rounds` has one partition: the trace assembler needs all rounds, and they are
 * small.
 *
 * @param rawPartitions how many parsers can share the work
 */
export function topicsOf(
  network: string,
  options: { readonly rawPartitions: number; readonly rawRetentionMs?: number },
): Readonly<Record<TopicName, Topic>> {
  const topic = (noun: string, partitions: number, retentionMs?: number): Topic => ({
    name: `${network}.${noun}.v1`,
    partitions,
    recordBytesMax: RECORD_BYTES_MAX,
    ...(retentionMs === undefined ? {} : { retentionMs }),
  });
  return {
    rawBlocks: topic('raw-blocks', options.rawPartitions, options.rawRetentionMs),
    parsedRounds: topic('parsed-rounds', 1),
    // Only the last record counts, but it must never expire.
    fetchProgress: topic('fetch-progress', 1, RETAIN_FOR_EVER_MS),
    // A hole stays until somebody mends it, and so must the reason for it.
    rawBlocksDeadLetters: topic('raw-blocks.dead-letters', 1, RETAIN_FOR_EVER_MS),
    parsedRoundsDeadLetters: topic('parsed-rounds.dead-letters', 1, RETAIN_FOR_EVER_MS),
  };
}

/** All blocks of a round lie in one partition, adjacent and in order; a partial block goes by its own seqno. */
export function partitionOfSeqno(seqno: number, partitions: number): number {
  return seqno % partitions;
}

/** What reads a topic as a group. */
export type StreamReader = 'parser' | 'state-resolver' | 'trace-assembler';

/**
 * The group in which the services of one kind share a topic. Named after the topic, so that several networks can share
 * a broker: members of one group have to read the same topics.
 */
export function consumerGroupOf(topic: Pick<Topic, 'name'>, reader: StreamReader): string {
  return `${topic.name}.${reader}`;
}
