import { MessageTargetError } from '@tonriver/api-model';

/** Messages that are sent and not shown as pending yet: some at a time, and not all of them of one account. */
export interface SendingPlaces {
  /**
   * Takes a place, and returns what frees it. Waits in line for one; who has waited for the longest time goes on
   * without, because that a message is shown late is better than that it is not sent.
   *
   * @throws {MessageTargetError} `overloaded` when too many wait
   */
  take(account: string): Promise<() => void>;
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
}

export function createSendingPlaces(options: SendingPlacesOptions): SendingPlaces {
  const { placesMax, accountPlacesMax, waitingMax, accountWaitingMax, waitMsMax } = options;
  const takenOf = new Map<string, number>();
  let takenCount = 0;
  const waiting = new Set<Waiting>();

  const hasRoom = (account: string): boolean =>
    takenCount < placesMax && (takenOf.get(account) ?? 0) < accountPlacesMax;
  const occupy = (account: string): (() => void) => {
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
      beginNext();
    };
  };
  const beginNext = (): void => {
    for (const one of waiting) {
      if (takenCount >= placesMax) return;
      if (hasRoom(one.account)) one.begin();
    }
  };
  const waitInLine = (account: string): Promise<() => void> => {
    const ofAccount = [...waiting].filter((other) => other.account === account).length;
    if (waiting.size >= waitingMax || ofAccount >= accountWaitingMax) {
      throw new MessageTargetError('overloaded', 'too many messages wait to be sent', { retryAfterMs: waitMsMax });
    }
    return new Promise((resolve) => {
      const begin = (): void => {
        clearTimeout(timer);
        waiting.delete(one);
        resolve(occupy(account));
      };
      const one: Waiting = { account, begin };
      const timer = setTimeout(begin, waitMsMax);
      waiting.add(one);
    });
  };
  return {
    async take(account) {
      const isNext = hasRoom(account) && ![...waiting].some((other) => other.account === account);
      return isNext ? occupy(account) : await waitInLine(account);
    },
    get waitingCount() {
      return waiting.size;
    },
  };
}
