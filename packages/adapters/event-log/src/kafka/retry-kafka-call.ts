import { setTimeout as sleep } from 'node:timers/promises';
import { isFromKafka, isPermanent, brokerRefused, brokerUnavailable } from './kafka-errors.ts';

export interface RetryOptions {
  /** The action, for the error message: `create topics`. */
  readonly action: string;
  /** Longest time of all attempts. */
  readonly maxMs: number;
  /** Called before each repetition. Its error ends them. */
  readonly beforeRetry?: (error: unknown) => Promise<void> | void;
}

const pauseMinMs = 100;
const pauseMaxMs = 3_000;

/**
 * Repeats a call to Kafka with growing pauses until it succeeds, because brokers restart and coordinators load. Rejects
 * with `broker_refused` at once when no repetition helps, with `broker_unavailable` after `maxMs`, and with any error
 * that is not from kafkajs.
 */
export async function retryKafkaCall<T>(call: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { action, maxMs, beforeRetry } = options;
  const start = performance.now();
  for (let pauseMs = pauseMinMs; ; pauseMs = Math.min(pauseMs * 2, pauseMaxMs)) {
    try {
      return await call();
    } catch (error) {
      if (!isFromKafka(error)) throw error;
      if (isPermanent(error)) throw brokerRefused(action, error);
      const waitedMs = Math.round(performance.now() - start);
      if (waitedMs + pauseMs > maxMs) throw brokerUnavailable(action, waitedMs, error);
      await sleep(pauseMs);
      await beforeRetry?.(error);
    }
  }
}
