import { type StreamConfig, streamConfig, streamSettings } from '@tonriver/stream';
import { NICENESS_OF_STORED, type TvmPoolOptions } from '@tonriver/tvm';
import { z } from 'zod';

const count = (fallback: number) => z.coerce.number().int().min(1).default(fallback);

/** Everything that the detector can be told, as environment variables. */
export const interfaceDetectorEnvironment = z.object({
  TVM_WORKERS: count(1).describe('threads that run get-methods'),
  TVM_WALL_TIME_MS: count(2_000).describe(
    'a get-method that takes longer is ended, and counts as not answered; on Linux, time of a processor, and at most 30 times as much in all',
  ),
  TVM_MEMORY_MB_MAX: count(512).describe('memory of one thread, MB'),
  ...streamSettings,
});

/** The detector's settings, nested where they belong together. */
export interface InterfaceDetectorConfig extends StreamConfig {
  readonly pool: TvmPoolOptions;
}

/** Calls that may wait for a thread: as many as the detector has open at once. */
const QUEUE_LENGTH_MAX = 64;

/** @throws {ChainModelError} when a private network is not described whole */
export function interfaceDetectorConfig(
  environment: z.output<typeof interfaceDetectorEnvironment>,
): InterfaceDetectorConfig {
  return Object.freeze({
    ...streamConfig(environment),
    pool: poolOptionsOf({
      workerCount: environment.TVM_WORKERS,
      wallTimeMs: environment.TVM_WALL_TIME_MS,
      memoryMbMax: environment.TVM_MEMORY_MB_MAX,
    }),
  });
}

/** The bounds of the pool inside another process. */
export const defaultDetectorPool: TvmPoolOptions = poolOptionsOf({
  workerCount: 1,
  wallTimeMs: 2_000,
  memoryMbMax: 512,
});

function poolOptionsOf(bounds: Pick<TvmPoolOptions, 'workerCount' | 'wallTimeMs' | 'memoryMbMax'>): TvmPoolOptions {
  // Rows are to follow from the chain: not from how busy the machine was.
  return { ...bounds, queueLengthMax: QUEUE_LENGTH_MAX, niceness: NICENESS_OF_STORED, countsProcessorTime: true };
}
