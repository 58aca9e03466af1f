import { MessageTargetError } from '@tonriver/api-model';

/** Messages that are sent and not shown as pending yet: some at a time, and not all of them of one account. */
export interface SendingPlaces {
  /**
   * Takes a place, and returns what frees it. Waits in line for one; who has waited for the longest time goes on
   * without, because that a message is shown late is better than that it is not sent.
   *
   * @param signal aborts when the caller has left: the message leaves the line and is not sent
   * @throws {MessageTargetError} `overloaded` when too many wait, or a stop refuses it; `timed_out` for one that left
   */
  take(account: string, signal?: AbortSignal): Promise<() => void>;
  /** Lets those that wait go on, in their order: those of one account, or all. */
  letGo(account?: string): void;
  /** Refuses those that wait, and lets nobody wait any more. */
  close(): void;
  readonly waitingCount: number;
}

interface SendingPlacesOptions {
  readonly placesMax: number;
  readonly accountPlacesMax: number;
  readonly waitingMax: number;
  readonly accountWaitingMax: number;
  readonly waitMsMax: number;
}

interface Waiting {
  readonly account: string;
  readonly begin: () => void;
  readonly refuse: (error: MessageTargetError) => void;
}

export function createSendingPlaces(options: SendingPlacesOptions): SendingPlaces {
  const { waitingMax, accountWaitingMax, waitMsMax } = options;
  const waiting = new Set<Waiting>();
  let isClosed = false;
  const { hasRoom, occupy } = createTakenPlaces(options, () => {
    for (const one of waiting) if (hasRoom(one.account)) one.begin();
  });
  const waitInLine = (account: string, signal: AbortSignal | undefined): Promise<() => void> => {
    if (signal?.aborted === true) throw callerLeft();
    const ofAccount = [...waiting].filter((other) => other.account === account).length;
    if (waiting.size >= waitingMax || ofAccount >= accountWaitingMax) {
      throw new MessageTargetError('overloaded', 'too many messages wait to be sent', { retryAfterMs: waitMsMax });
    }
    return new Promise((resolve, reject) => {
      const leaveLine = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onLeft);
        waiting.delete(one);
      };
      const begin = (): void => {
        leaveLine();
        resolve(occupy(account));
      };
      const refuse = (error: MessageTargetError): void => {
        leaveLine();
        reject(error);
      };
      const onLeft = (): void => refuse(callerLeft());
      const one: Waiting = { account, begin, refuse };
      const timer = setTimeout(begin, waitMsMax).unref();
      signal?.addEventListener('abort', onLeft, { once: true });
      waiting.add(one);
    });
  };
  return {
    async take(account, signal) {
      const isNext = hasRoom(account) && ![...waiting].some((other) => other.account === account);
      return isNext || isClosed ? occupy(account) : await waitInLine(account, signal);
    },
    letGo(account) {
      for (const one of waiting) if (account === undefined || one.account === account) one.begin();
    },
    close() {
      isClosed = true;
      const closing = new MessageTargetError('overloaded', 'this gateway is stopping', { retryAfterMs: 1_000 });
      for (const one of waiting) one.refuse(closing);
    },
    get waitingCount() {
      return waiting.size;
    },
  };
}

/** @param onFreed is called when a place is free again */
function createTakenPlaces(
  { placesMax, accountPlacesMax }: SendingPlacesOptions,
  onFreed: () => void,
): { hasRoom(this: void, account: string): boolean; occupy(this: void, account: string): () => void } {
  const takenOf = new Map<string, number>();
  let takenCount = 0;
  return {
    hasRoom: (account) => takenCount < placesMax && (takenOf.get(account) ?? 0) < accountPlacesMax,
    occupy(account) {
      takenCount += 1;
      takenOf.set(account, (takenOf.get(account) ?? 0) + 1);
      let isTaken = true;
      return () => {
        if (!isTaken) return;
        isTaken = false;
        takenCount -= 1;
        const left = (takenOf.get(account) ?? 1) - 1;
        if (left === 0) takenOf.delete(account);
        else takenOf.set(account, left);
        onFreed();
      };
    },
  };
}

function callerLeft(): MessageTargetError {
  return new MessageTargetError('timed_out', 'the caller left before its message was sent');
}
