/** Rounds that were asked for, in the order of the requests. */
export interface Demands {
  readonly isEmpty: boolean;
  /** Resolves when so many rounds are made. */
  add(count: number): Promise<void>;
  /** Makes the rounds until none is left, or the signal aborts. */
  meet(makeRound: () => Promise<void>, signal: AbortSignal): Promise<void>;
  rejectAll(error: unknown): void;
}

export function createDemands(): Demands {
  const waiting: { count: number; readonly resolve: () => void; readonly reject: (error: unknown) => void }[] = [];
  return {
    get isEmpty() {
      return waiting.length === 0;
    },
    add: (count) => new Promise<void>((resolve, reject) => void waiting.push({ count, resolve, reject })),
    async meet(makeRound, signal) {
      for (let demand = waiting[0]; demand !== undefined && !signal.aborted; demand = waiting[0]) {
        await makeRound();
        demand.count--;
        if (demand.count > 0) continue;
        waiting.shift();
        demand.resolve();
      }
    },
    rejectAll(error) {
      for (const { reject } of waiting.splice(0)) reject(error);
    },
  };
}
