import type { Logger } from '@tonriver/logger';
import type { Admin, Consumer, EachBatchPayload, Kafka } from 'kafkajs';
import { checkConsumerOptions } from '../check-arguments.ts';
import type { ConsumerOptions, EventConsumer, LogBatch, LogRecord } from '@tonriver/stream';
import { EventLogError } from '@tonriver/stream';
import { createGeneration, type Generation } from './generation.ts';
import { isPermanent, brokerRefused } from './kafka-errors.ts';
import { logRecordOf, splitIntoBatches } from './log-record.ts';
import { retryKafkaCall } from './retry-kafka-call.ts';

export interface KafkaConsumerDependencies {
  readonly kafka: Kafka;
  readonly admin: Admin;
  readonly logger: Logger;
  readonly unavailableMaxMs: number;
  readonly sessionTimeoutMs: number;
}

type Handler = (batch: LogBatch) => Promise<void>;

/** How long a fetch waits for new records, and `close` for a fetch. */
const fetchWaitMs = 250;
const heartbeatsPerSession = 10;
/** A member whose handler runs when the group changes has this long to finish it. */
const rebalanceTimeoutMs = 60_000;
const restartPauseMs = 1_000;

/**
 * Creates a consumer over kafkajs. Its batches are bound to the generation of the group in which they were fetched.
 * When the group changes, unfinished batches are dropped, their commits are refused here or by the coordinator, and
 * reading goes on from the last commits.
 */
export async function createKafkaConsumer(
  dependencies: KafkaConsumerDependencies,
  options: ConsumerOptions,
): Promise<EventConsumer> {
  checkConsumerOptions(options);
  const consumer = new KafkaConsumer(dependencies, options);
  await consumer.connect();
  return consumer;
}

class KafkaConsumer implements EventConsumer {
  readonly #dependencies: KafkaConsumerDependencies;
  readonly #options: ConsumerOptions;
  readonly #consumer: Consumer;
  #generation: Generation;
  #handler: Handler | undefined;
  #isStopping = false;
  #isClosed = false;
  #isHandling = false;
  #restartTimer: NodeJS.Timeout | undefined;
  #settle: { resolve: () => void; reject: (error: unknown) => void } | undefined;
  #failure: { readonly error: unknown } | undefined;

  constructor(dependencies: KafkaConsumerDependencies, options: ConsumerOptions) {
    const { kafka, sessionTimeoutMs } = dependencies;
    this.#dependencies = dependencies;
    this.#options = options;
    this.#generation = createGeneration(dependencies, options);
    this.#consumer = kafka.consumer({
      groupId: options.groupId,
      sessionTimeout: sessionTimeoutMs,
      heartbeatInterval: Math.floor(sessionTimeoutMs / heartbeatsPerSession),
      rebalanceTimeout: rebalanceTimeoutMs,
      minBytes: 1,
      // Kafka always answers with at least one whole batch, so a larger record still comes.
      maxBytesPerPartition: options.batchBytesMax,
      maxBytes: Math.max(options.batchBytesMax, 1024 * 1024),
      maxWaitTimeInMs: fetchWaitMs,
      allowAutoTopicCreation: false,
      retry: { restartOnFailure: async (error) => !this.#isClosed && !isPermanent(error) },
    });
    const { GROUP_JOIN, REBALANCING, CRASH } = this.#consumer.events;
    this.#consumer.on(REBALANCING, () => this.#startGeneration());
    this.#consumer.on(GROUP_JOIN, () => this.#startGeneration());
    this.#consumer.on(CRASH, ({ payload }) => {
      this.#startGeneration();
      if (!payload.restart) this.#afterCrash(payload.error);
    });
  }

  async connect(): Promise<void> {
    const { unavailableMaxMs } = this.#dependencies;
    const subscribe = async () => {
      await this.#consumer.connect();
      await this.#consumer.subscribe({ topic: this.#options.topic, fromBeginning: true });
    };
    await retryKafkaCall(subscribe, { action: `subscribe to ${this.#options.topic}`, maxMs: unavailableMaxMs });
  }

  async run(handler: Handler, { signal }: { readonly signal: AbortSignal }): Promise<void> {
    if (this.#handler !== undefined || this.#isClosed) {
      const { topic, groupId } = this.#options;
      throw new EventLogError('consumer_used', 'A consumer runs once', { topic, groupId });
    }
    this.#handler = handler;
    const ended = new Promise<void>((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
    const stop = () => this.#stop();
    signal.addEventListener('abort', stop);
    if (signal.aborted) stop();
    else await this.#start();
    await ended.finally(() => signal.removeEventListener('abort', stop));
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearTimeout(this.#restartTimer);
    this.#generation.end();
    this.#stop();
    await this.#consumer.disconnect();
  }

  async #start(): Promise<void> {
    await this.#consumer.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      partitionsConsumedConcurrently: 1,
      eachBatch: (payload) => this.#eachBatch(payload),
    });
  }

  #startGeneration(): void {
    this.#generation.end();
    if (!this.#isClosed) this.#generation = createGeneration(this.#dependencies, this.#options);
  }

  /** Starts again after kafkajs gave up, unless the error is permanent: brokers come back. */
  #afterCrash(error: unknown): void {
    if (this.#isClosed) return;
    if (isPermanent(error)) {
      this.#fail(brokerRefused(`read ${this.#options.topic}`, error));
      return;
    }
    this.#dependencies.logger.warn('The Kafka consumer lost its connection and starts again', { error });
    this.#restartTimer = setTimeout(() => {
      this.#start().catch((cause: unknown) => this.#afterCrash(cause));
    }, restartPauseMs);
  }

  #fail(error: unknown): void {
    this.#failure ??= { error };
    this.#stop();
  }

  /** Ends `run` when the handler is done. The consumer stays a member of its group until `close`. */
  #stop(): void {
    this.#isStopping = true;
    if (this.#isHandling) return;
    if (this.#failure !== undefined) this.#settle?.reject(this.#failure.error);
    else this.#settle?.resolve();
  }

  async #eachBatch(payload: EachBatchPayload): Promise<void> {
    const { batch } = payload;
    const generation = this.#generation;
    if (this.#isStopping) {
      payload.pause();
      return;
    }
    // kafkajs' types lack `fetchedOffset`.
    const fetchedOffset = BigInt(
      (batch as { readonly fetchedOffset?: string }).fetchedOffset ?? batch.firstOffset() ?? 0,
    );
    if (!(await generation.isNext(batch.partition, fetchedOffset))) return;
    const heartbeat = setInterval(() => {
      // kafkajs learns of the failure by its own heartbeat at the end of the batch.
      payload.heartbeat().catch((error: unknown) => this.#dependencies.logger.debug('No heartbeat', { error }));
    }, this.#dependencies.sessionTimeoutMs / heartbeatsPerSession);
    try {
      const records = batch.messages.map((message) => logRecordOf(batch.partition, message));
      for (const slice of splitIntoBatches(records, this.#options)) {
        if (this.#isStopping || !generation.isCurrent() || !payload.isRunning()) return;
        if (!(await this.#deliver(generation, payload, slice))) return;
        const last = slice.at(-1);
        // In a later generation this would skip records that it has to read again.
        if (last === undefined || !generation.isCurrent()) return;
        payload.resolveOffset(last.offset.toString());
      }
    } finally {
      clearInterval(heartbeat);
    }
  }

  /** Returns false when the handler failed. */
  async #deliver(generation: Generation, payload: EachBatchPayload, records: readonly LogRecord[]): Promise<boolean> {
    const batch = generation.batch(payload.batch.partition, records, (offsets) =>
      payload.commitOffsetsIfNecessary(offsets),
    );
    this.#isHandling = true;
    try {
      await this.#handler?.(batch);
    } catch (error) {
      // The records of a batch that is not current any more come again, to the new owner of the partition.
      if (generation.isCurrent() || this.#isClosed) this.#failure ??= { error };
    } finally {
      this.#isHandling = false;
    }
    if (this.#failure !== undefined || this.#isStopping) this.#stop();
    return this.#failure === undefined;
  }
}
