/** A record as it was stored. */
export interface LogRecord {
  readonly partition: number;
  /** Place within the partition: grows from record to record, not always by one. */
  readonly offset: bigint;
  readonly key: Uint8Array | null;
  readonly value: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
  /** When it was sent, Unix time in milliseconds. */
  readonly timestampMs?: number;
}

/** A record to be stored. */
export interface OutgoingRecord {
  readonly partition: number;
  readonly key: Uint8Array | null;
  readonly value: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
}

/** What a topic must be. */
export interface TopicSpecification {
  /** `<network>.<noun>.v<N>` */
  readonly name: string;
  readonly partitions: number;
  /**
   * -1 keeps records for ever. Kafka removes records this old, read or not; absent, its broker's own setting counts.
   * The embedded log removes what every group has committed; where no group is, what is this old.
   */
  readonly retentionMs?: number;
  /** Largest record: key, value, and names and values of headers together. */
  readonly recordBytesMax: number;
}

/**
 * Durable, partitioned topics between the stages of the pipeline. Order holds within a partition, delivery is at least
 * once: a record may come again, after a crash, a rebalance or a repeated send, so every reader is idempotent.
 *
 * Every rejection is an `EventLogError`, or the error of a handler.
 */
export interface EventLog {
  /** Creates the topics that are missing and checks those that exist; `topic_mismatch` says what to do about one. */
  ensureTopics(topics: readonly TopicSpecification[]): Promise<void>;
  producer(): Promise<EventProducer>;
  /**
   * A member of a group, which gets its share of the partitions while it runs. The group exists from here on: create
   * the consumers before anything is sent that they must not miss.
   */
  consumer(options: ConsumerOptions): Promise<EventConsumer>;
  /** Per partition the offset that the next record gets. */
  endOffsets(topic: string): Promise<readonly bigint[]>;
  /** Per partition the offset from which the group goes on, `null` before its first commit. Lag = end − committed. */
  committedOffsets(topic: string, groupId: string): Promise<readonly (bigint | null)[]>;
  /**
   * Records from an offset on, or from the oldest that is still kept, without a group: for what is wanted again. At
   * most `limit` and about `readRangeBytesMax`, at least one if there is one; the next call goes on after the last.
   */
  readRange(topic: string, partition: number, from: bigint, limit: number): Promise<readonly LogRecord[]>;
  /** Closes everything that was opened through it. */
  close(): Promise<void>;
}

export interface EventProducer {
  /**
   * Resolves when all records are durable. Records of one call and one partition are stored in their order, calls of
   * one producer in the order of the calls. After a rejection any of the records may have been stored, but none after a
   * gap.
   */
  send(topic: string, records: readonly OutgoingRecord[]): Promise<void>;
  close(): Promise<void>;
}

export interface ConsumerOptions {
  readonly topic: string;
  readonly groupId: string;
  readonly batchRecordsMax: number;
  /** Bound of the values of a batch; a single larger record is a batch of its own. */
  readonly batchBytesMax: number;
}

export interface EventConsumer {
  /**
   * Hands batches of one partition to the handler, one after the other, going on from the group's last commit. Resolves
   * when the signal aborts and the handler is done; rejects with the handler's error, offsets unmoved. Once per
   * consumer.
   *
   * The consumer stays a member of its group until `close`, so that batches the handler holds can still be committed
   * after `run` has ended. An error of a handler whose batch is no longer current is not a failure: the batch has a new
   * owner, and `run` goes on.
   */
  run(handler: (batch: LogBatch) => Promise<void>, options: { readonly signal: AbortSignal }): Promise<void>;
  /** Leaves the group. Batches that were not committed are delivered again, to whoever gets their partition. */
  close(): Promise<void>;
}

/** Consecutive records of one partition. */
export interface LogBatch {
  readonly partition: number;
  /** At least one. */
  readonly records: readonly LogRecord[];
  /** False once the partition was taken away, even when it was given back since: its records come again. */
  isCurrent(): boolean;
  /**
   * Marks everything up to and including `offset` (default: the last of the batch) as done, durable when resolved.
   * Never moves backwards: a smaller offset than before changes nothing. May be called long after the handler returned.
   * Rejects with `partition_revoked` when the batch is not current any more.
   */
  commit(offset?: bigint): Promise<void>;
}
