import { createWorkQueue, type WorkQueue, type WorkQueueOptions } from './work-queue.ts';

export interface AdmissionOptions extends WorkQueueOptions {
  /** Weight up to which work is small. */
  readonly smallMax: number;
}

/**
 * Two queues beside each other, one for small and one for large work, each with all of the room: a small page never
 * waits behind large ones, and no number of small ones keeps a large one from its turn. What is refused in one queue
 * tells nothing of the other.
 */
export interface Admission extends Pick<WorkQueue, 'hadWaiting'> {
  readonly run: <Result>(work: () => Promise<Result>, weight: number) => Promise<Result>;
  /** @throws {GatewayError} `overloaded` when work of this weight, coming now, would wait too long */
  checkRoom(weight: number): void;
}

export function createAdmission({ smallMax, ...options }: AdmissionOptions): Admission {
  const small = createWorkQueue(options);
  // The bound on answers under way counts both: large ones that wait must leave places.
  const large = createWorkQueue({ ...options, waitingMax: Math.ceil(options.waitingMax / 4) });
  const queueOf = (weight: number): WorkQueue => (weight <= smallMax ? small : large);
  return {
    run: (work, weight) => queueOf(weight).run(work, weight),
    checkRoom: (weight) => queueOf(weight).checkRoom(),
    hadWaiting: (sinceMs) => small.hadWaiting(sinceMs) || large.hadWaiting(sinceMs),
  };
}
