import { setTimeout as sleep } from 'node:timers/promises';
import { isFromKafka, isPermanent, refused, unavailable } from './kafka-errors.ts';

export interface PersistentlyOptions {
  /** What is being done, for the error: `create topics`. */
  readonly what: string;
  /** After this long it gives up. */
  readonly maxMs: number;
  /** Called before each repetition; a throw ends it. */
  readonly beforeRetry?: (error: unknown) => Promise<void> | void;
}

const pauseMinMs = 100;
const pauseMaxMs = 3_000;

/**
 * Repeats a call to Kafka, with growing pauses, until it succeeds: brokers restart and coordinators load, and neither
 * is worth an error of the caller. Rejects with `broker_refused` at once when repeating cannot help, with
 * `broker_unavailable` after `maxMs`; what kafkajs did not throw escapes unchanged.
 */
export async function persistently<T>(call: () => Promise<T>, options: PersistentlyOptions): Promise<T> {
  const { what, maxMs, beforeRetry } = options;
  const start = performance.now();
  for (let pauseMs = pauseMinMs; ; pauseMs = Math.min(pauseMs * 2, pauseMaxMs)) {
    try {
      return await call();
    } catch (error) {
      if (!isFromKafka(error)) throw error;
      if (isPermanent(error)) throw refused(what, error);
      const waitedMs = Math.round(performance.now() - start);
      if (waitedMs + pauseMs > maxMs) throw unavailable(what, waitedMs, error);
      await sleep(pauseMs);
      await beforeRetry?.(error);
    }
  }
}
