import { createWorkQueue, type WorkQueue, type WorkQueueOptions } from './work-queue.ts';

export interface AdmissionOptions extends WorkQueueOptions {
  /** The largest weight of small work. */
  readonly smallMax: number;
}

/**
 * Two independent queues for small and large work, each with the whole room: a small page never waits behind large
 * ones, and many small ones cannot keep a large one from its turn. One queue may refuse work while the other accepts
 * it.
 */
export interface Admission extends Pick<WorkQueue, 'hadWaiting'> {
  readonly run: <Result>(work: () => Promise<Result>, weight: number) => Promise<Result>;
  /** @throws {ReadingError} `overloaded` when work of this weight would have to wait too long */
  checkRoom(weight: number): void;
}

export function createAdmission({ smallMax, ...options }: AdmissionOptions): Admission {
  const small = createWorkQueue(options);
  // The bound on answers counts both kinds, so waiting large ones must leave places.
  const large = createWorkQueue({ ...options, waitingMax: Math.ceil(options.waitingMax / 4) });
  const queueOf = (weight: number): WorkQueue => (weight <= smallMax ? small : large);
  return {
    run: (work, weight) => queueOf(weight).run(work, weight),
    checkRoom: (weight) => queueOf(weight).checkRoom(),
    hadWaiting: (sinceMs) => small.hadWaiting(sinceMs) || large.hadWaiting(sinceMs),
  };
}
