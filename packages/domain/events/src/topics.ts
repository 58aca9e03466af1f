export type TopicName =
  | 'rawBlocks'
  | 'parsedRounds'
  | 'resolvedRounds'
  | 'traces'
  | 'externalMessages'
  | 'fetchProgress'
  | 'rawBlocksDeadLetters'
  | 'parsedRoundsDeadLetters'
  | 'resolvedRoundsDeadLetters'
  | 'tracesDeadLetters'
  | 'externalMessagesDeadLetters';

/** The properties with which the event log creates or checks a topic. */
export interface Topic {
  /** `<network>.<noun>.v<version>`; another form of the records needs a new version. */
  readonly name: string;
  readonly partitions: number;
  readonly recordBytesMax: number;
  /** Absent: until every group has committed (embedded log), or the broker's own setting. */
  readonly retentionMs?: number;
}

/** Kafka needs a limit. Blocks on mainnet have at most about 2 MiB; those of private networks may be larger. */
const RECORD_BYTES_MAX = 16 * 1024 * 1024;

/** As many classifiers can share the work. One of them does several thousand traces per second. */
export const TRACE_PARTITIONS = 4;

/** As many message-emulators can share the work. */
export const MESSAGE_PARTITIONS = 4;

/** Messages are followed for minutes, then nobody asks for them again. */
const MESSAGES_RETENTION_MS = 24 * 60 * 60 * 1_000;

/** Kafka's value for "no limit". */
const RETAIN_FOR_EVER_MS = -1;

/**
 * Returns the topics of one network. `parsed-rounds` has one partition, because the trace assembler needs all rounds,
 * and their records are small.
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
    // Rounds of a range must come in order, and their records are small.
    resolvedRounds: topic('resolved-rounds', 1),
    traces: topic('traces', TRACE_PARTITIONS),
    externalMessages: topic('external-messages', MESSAGE_PARTITIONS, MESSAGES_RETENTION_MS),
    // Only the last record counts, but it must never expire.
    fetchProgress: topic('fetch-progress', 1, RETAIN_FOR_EVER_MS),
    // A hole stays until it is repaired, and its reason must stay too.
    rawBlocksDeadLetters: topic('raw-blocks.dead-letters', 1, RETAIN_FOR_EVER_MS),
    parsedRoundsDeadLetters: topic('parsed-rounds.dead-letters', 1, RETAIN_FOR_EVER_MS),
    resolvedRoundsDeadLetters: topic('resolved-rounds.dead-letters', 1, RETAIN_FOR_EVER_MS),
    tracesDeadLetters: topic('traces.dead-letters', 1, RETAIN_FOR_EVER_MS),
    externalMessagesDeadLetters: topic('external-messages.dead-letters', 1, RETAIN_FOR_EVER_MS),
  };
}

/** Returns the partition of a round's blocks, or of a partial block by its own seqno. */
export function partitionOfSeqno(seqno: number, partitions: number): number {
  return seqno % partitions;
}

/** Returns the partition of a trace by its id (base64): the same for every version of it. */
export function partitionOfTrace(traceId: string, partitions: number): number {
  return Buffer.from(traceId.slice(0, 8), 'base64').readUInt32BE(0) % partitions;
}

/** Returns the partition of the messages to an account: they come in the order in which they were accepted. */
export function partitionOfAccount(account: Uint8Array, partitions: number): number {
  return Buffer.from(account.subarray(0, 4)).readUInt32BE(0) % partitions;
}

/** The services that read a topic as a group. */
export type StreamReader =
  | 'parser'
  | 'state-resolver'
  | 'trace-assembler'
  | 'interface-detector'
  | 'action-classifier'
  | 'message-emulator';

/**
 * Returns the group in which services of one kind share a topic. Its name contains the topic, so that several networks
 * can share a broker: all members of a group must read the same topics.
 */
export function consumerGroupOf(topic: Pick<Topic, 'name'>, reader: StreamReader): string {
  return `${topic.name}.${reader}`;
}
