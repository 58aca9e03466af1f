interface WaitingCall {
  /** See `RunOptions`. */
  readonly isOfLargeWork: boolean;
}

/** Calls that wait for a thread. */
export interface WaitingCalls<Call extends WaitingCall> {
  readonly count: number;
  add(call: Call): void;
  /** Takes the call that is next; undefined when none waits. */
  next(): Call | undefined;
  /** Takes a call out of the line. Returns false when it does not wait. */
  remove(call: Call): boolean;
  removeAll(): readonly Call[];
}

/** One of so many is of large work while both kinds wait: it goes on, and the others hardly notice it. */
const ONE_IN = 4;

/** Calls of large work stand in a line of their own: in one line a few of them would keep many others waiting. */
export function createWaitingCalls<Call extends WaitingCall>(): WaitingCalls<Call> {
  const [small, large]: [Call[], Call[]] = [[], []];
  let smallSinceLarge = 0;
  const lineOf = ({ isOfLargeWork }: Call): Call[] => (isOfLargeWork ? large : small);
  return {
    get count() {
      return small.length + large.length;
    },
    add: (call) => void lineOf(call).push(call),
    next() {
      const isTurnOfLarge = small.length === 0 || (large.length > 0 && smallSinceLarge >= ONE_IN - 1);
      smallSinceLarge = isTurnOfLarge ? 0 : smallSinceLarge + 1;
      return (isTurnOfLarge ? large : small).shift();
    },
    remove(call) {
      const line = lineOf(call);
      const position = line.indexOf(call);
      if (position >= 0) line.splice(position, 1);
      return position >= 0;
    },
    removeAll: () => [...small.splice(0), ...large.splice(0)],
  };
}
