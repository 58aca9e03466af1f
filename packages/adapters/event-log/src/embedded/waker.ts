/** Lets one caller sleep until it is woken. A wake before the sleep ends it at once. */
export interface Waker {
  readonly wake: () => void;
  readonly sleep: () => Promise<void>;
}

export function createWaker(): Waker {
  let isAwake = false;
  let sleeper: (() => void) | undefined;
  return {
    wake: () => {
      isAwake = true;
      sleeper?.();
    },
    sleep: async () => {
      if (!isAwake) {
        await new Promise<void>((resolve) => {
          sleeper = resolve;
        });
      }
      sleeper = undefined;
      isAwake = false;
    },
  };
}
