/** A record as it was stored. */
export interface LogRecord {
  readonly partition: number;
  /** Place in the partition. Grows from record to record, not always by one. */
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

/** The properties a topic must have. */
export interface TopicSpecification {
  /** `<network>.<noun>.v<N>` */
  readonly name: string;
  readonly partitions: number;
  /**
   * -1 keeps records for ever. Kafka removes records of this age, read or not; without a value it uses the broker's
   * setting. The embedded log removes records that every group has committed; without a group, records of this age.
   */
  readonly retentionMs?: number;
  /** Size of the largest record: key, value, and names and values of the headers together. */
  readonly recordBytesMax: number;
}

/**
 * Durable, partitioned topics between the stages of the pipeline. Order holds within a partition, delivery is at least
 * once: a record may come again, after a crash, a rebalance or a repeated send, so every reader is idempotent.
 *
 * Every rejection is an `EventLogError`, or the error of a handler.
 */
export interface EventLog {
  /** Creates missing topics and checks existing ones. The message of `topic_mismatch` says what to do. */
  ensureTopics(topics: readonly TopicSpecification[]): Promise<void>;
  producer(): Promise<EventProducer>;
  /**
   * Creates a member of a group, which gets its share of the partitions while it runs. The group exists from now on:
   * create consumers before the first record is sent that they must not miss.
   */
  consumer(options: ConsumerOptions): Promise<EventConsumer>;
  /** Returns per partition the offset that the next record gets. */
  endOffsets(topic: string): Promise<readonly bigint[]>;
  /** Returns per partition the group's next offset, `null` before its first commit. Lag = end − committed. */
  committedOffsets(topic: string, groupId: string): Promise<readonly (bigint | null)[]>;
  /**
   * Reads records without a group, from an offset on or from the oldest kept record. Returns at most `limit` records
   * of about `readRangeBytesMax` bytes, but at least one if there is one; the next call goes on after the last.
   */
  readRange(topic: string, partition: number, from: bigint, limit: number): Promise<readonly LogRecord[]>;
  /** Closes the log with its producers and consumers. */
  close(): Promise<void>;
}

export interface EventProducer {
  /**
   * Resolves when all records are durable. Each partition keeps the order of the records in a call and of the calls of
   * one producer. After a rejection some of the records may have been stored, always the first ones of a partition.
   */
  send(topic: string, records: readonly OutgoingRecord[]): Promise<void>;
  close(): Promise<void>;
}

export interface ConsumerOptions {
  readonly topic: string;
  readonly groupId: string;
  readonly batchRecordsMax: number;
  /** Upper bound for the values of a batch. A single larger record is a batch of its own. */
  readonly batchBytesMax: number;
}

export interface EventConsumer {
  /**
   * Gives batches of one partition to the handler, one after the other, from the group's last commit on. Resolves
   * when the signal has aborted and the handler is done. Rejects with the handler's error and moves no offset. May be
   * called once.
   *
   * The consumer stays a member of its group until `close`, so that the handler's batches can still be committed after
   * `run` has ended. When a handler fails with a batch that is not current any more, `run` goes on: another consumer
   * gets those records.
   */
  run(handler: (batch: LogBatch) => Promise<void>, options: { readonly signal: AbortSignal }): Promise<void>;
  /** Leaves the group. Uncommitted records are delivered again to the next owner of their partition. */
  close(): Promise<void>;
}

/** Consecutive records of one partition. */
export interface LogBatch {
  readonly partition: number;
  /** At least one. */
  readonly records: readonly LogRecord[];
  /** False after the partition was taken away, even if it was given back since: its records come again. */
  isCurrent(): boolean;
  /**
   * Marks everything up to and including `offset` (default: the last of the batch) as done. Durable when it resolves.
   * A smaller offset than before changes nothing. May be called long after the handler returned. Rejects with
   * `partition_revoked` when the batch is not current any more.
   */
  commit(offset?: bigint): Promise<void>;
}
