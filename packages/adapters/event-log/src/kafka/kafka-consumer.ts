import type { Logger } from '@tonriver/logger';
import type { Admin, Consumer, EachBatchPayload, Kafka } from 'kafkajs';
import { checkConsumerOptions } from '../checked-arguments.ts';
import type { ConsumerOptions, EventConsumer, LogBatch, LogRecord } from '@tonriver/stream';
import { EventLogError } from '@tonriver/stream';
import { createGeneration, type Generation } from './generation.ts';
import { isPermanent, refused } from './kafka-errors.ts';
import { logRecordOf, slicesOf } from './log-record.ts';
import { persistently } from './persistently.ts';

export interface KafkaConsumerDependencies {
  readonly kafka: Kafka;
  readonly admin: Admin;
  readonly logger: Logger;
  readonly unavailableMaxMs: number;
  readonly sessionTimeoutMs: number;
}

type Handler = (batch: LogBatch) => Promise<void>;

/** How long a fetch waits for news, and so how long `close` may have to wait for a fetch. */
const fetchWaitMs = 250;
const heartbeatsPerSession = 10;
/** A member that is in a handler when the group changes may finish it within this time, or loses its place. */
const rebalanceTimeoutMs = 60_000;
const restartPauseMs = 1_000;

/**
 * A consumer over kafkajs. Everything a batch may do is bound to the generation of the group in which it was fetched:
 * when the group changes, unfinished batches are abandoned, their commits are refused here and, should they be under
 * way already, by the coordinator; reading goes on from the last commits.
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
    await persistently(subscribe, { what: `subscribe to ${this.#options.topic}`, maxMs: unavailableMaxMs });
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

  /** kafkajs gave up. Unless nothing can help, that is no reason to: brokers come back. */
  #afterCrash(error: unknown): void {
    if (this.#isClosed) return;
    if (isPermanent(error)) {
      this.#fail(refused(`read ${this.#options.topic}`, error));
      return;
    }
    this.#dependencies.logger.warn('Kafka consumer lost its connection and starts anew', { error });
    this.#restartTimer = setTimeout(() => {
      this.#start().catch((cause: unknown) => this.#afterCrash(cause));
    }, restartPauseMs);
  }

  #fail(error: unknown): void {
    this.#failure ??= { error };
    this.#stop();
  }

  /** No batch is delivered any more; `run` ends as soon as the handler is done. Membership goes on until `close`. */
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
    // `fetchedOffset` is there, only not in kafkajs' types.
    const fetchedOffset = BigInt(
      (batch as { readonly fetchedOffset?: string }).fetchedOffset ?? batch.firstOffset() ?? 0,
    );
    if (!(await generation.isNext(batch.partition, fetchedOffset))) return;
    const heartbeat = setInterval(() => {
      // Its failure is told to kafkajs at the end of the batch, by its own heartbeat.
      payload.heartbeat().catch((error: unknown) => this.#dependencies.logger.debug('No heartbeat', { error }));
    }, this.#dependencies.sessionTimeoutMs / heartbeatsPerSession);
    try {
      const records = batch.messages.map((message) => logRecordOf(batch.partition, message));
      for (const slice of slicesOf(records, this.#options)) {
        if (this.#isStopping || !generation.isCurrent() || !payload.isRunning()) return;
        if (!(await this.#deliver(generation, payload, slice))) return;
        const last = slice.at(-1);
        // A position that is set in a later generation would skip what that one has to read again.
        if (last === undefined || !generation.isCurrent()) return;
        payload.resolveOffset(last.offset.toString());
      }
    } finally {
      clearInterval(heartbeat);
    }
  }

  /** False when the handler failed. */
  async #deliver(generation: Generation, payload: EachBatchPayload, records: readonly LogRecord[]): Promise<boolean> {
    const batch = generation.batch(payload.batch.partition, records, (offsets) =>
      payload.commitOffsetsIfNecessary(offsets),
    );
    this.#isHandling = true;
    try {
      await this.#handler?.(batch);
    } catch (error) {
      // If not, its records belong to somebody else by now, who gets them again.
      if (generation.isCurrent() || this.#isClosed) this.#failure ??= { error };
    } finally {
      this.#isHandling = false;
    }
    if (this.#failure !== undefined || this.#isStopping) this.#stop();
    return this.#failure === undefined;
  }
}
