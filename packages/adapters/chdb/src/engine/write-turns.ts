/** The order of writes: some at the same time, and those that must be alone by themselves. */
export interface WriteTurns {
  /** Runs a write when no other one runs. */
  alone<Result>(write: () => Promise<Result>): Promise<Result>;
  /** Runs a write beside others of its kind. */
  together<Result>(write: () => Promise<Result>): Promise<Result>;
}

interface WaitingWrite {
  readonly isAlone: boolean;
  readonly begin: () => void;
}

/** They begin in the order in which they come, so that none waits for ever. */
export function createWriteTurns(togetherMax: number): WriteTurns {
  const waiting: WaitingWrite[] = [];
  let runningCount = 0;
  let isOneAlone = false;

  const mayBegin = ({ isAlone }: WaitingWrite): boolean => {
    if (isAlone) return runningCount === 0;
    return !isOneAlone && runningCount < togetherMax;
  };
  const beginNext = (): void => {
    for (let next = waiting[0]; next !== undefined && mayBegin(next); next = waiting[0]) {
      waiting.shift();
      runningCount += 1;
      isOneAlone = next.isAlone;
      next.begin();
    }
  };
  const run = async <Result>(isAlone: boolean, write: () => Promise<Result>): Promise<Result> => {
    await new Promise<void>((resolve) => {
      waiting.push({ isAlone, begin: resolve });
      beginNext();
    });
    try {
      return await write();
    } finally {
      runningCount -= 1;
      isOneAlone = false;
      beginNext();
    }
  };
  return {
    alone: (write) => run(true, write),
    together: (write) => run(false, write),
  };
}
