import { setTimeout as sleep } from 'node:timers/promises';
import type { MessageTarget } from '@tonriver/api-model';
import { formatAccountAddress } from '@tonriver/chain-model';
import { EmulationError, readMessage } from '@tonriver/emulation';
import type { PendingReader } from '@tonriver/pending-store';
import { createMissedMessages } from './missed-messages.ts';
import { createSendingPlaces, type SendingPlaces } from './sending-places.ts';

export interface PacedMessageTarget extends MessageTarget {
  /** Messages that wait for their turn. */
  readonly waitingCount: number;
  /** Refuses messages that wait, and lets none wait any more. */
  close(): void;
}

export interface PacedMessageTargetOptions {
  readonly target: MessageTarget;
  readonly pending: Pick<PendingReader, 'shownOf'>;
  readonly places?: SendingPlaces;
  /** Milliseconds of a clock that never goes back. */
  readonly nowMs?: () => number;
}

/** As many as a message-emulator emulates at one time: more would only wait there, and be in no list meanwhile. */
const PLACES_MAX = 16;
const PLACES = {
  placesMax: PLACES_MAX,
  accountPlacesMax: PLACES_MAX / 4,
  waitingMax: 1_000,
  accountWaitingMax: 100,
  waitMsMax: 10_000,
};
/** How often it is looked whether sent messages are shown. */
const LOOK_MS = 50;
/** A message that is not shown after this time takes long to emulate: others do not wait for it. */
const UNSHOWN_MS_MAX = 3_000;
/** One that is not shown after this time cannot be emulated, or is not followed, because too many are. */
const MISSED_MS = 10_000;
/** Messages that it is looked for: of more, the oldest one is not any more. */
const UNSHOWN_MAX = 500;

interface Unshown {
  readonly account: string;
  readonly sentAtMs: number;
  readonly free: () => void;
}

/**
 * Sends messages no faster than they are shown as pending: who sends much waits before a message is taken, and not
 * after it. While nobody can say what is shown, nothing waits.
 */
export function createPacedMessageTarget(options: PacedMessageTargetOptions): PacedMessageTarget {
  const { target, pending, nowMs = () => performance.now() } = options;
  const places = options.places ?? createSendingPlaces(PLACES);
  /** By their normalised hash. */
  const unshown = new Map<string, Unshown>();
  let isLooking = false;
  const missed = createMissedMessages(places, nowMs);

  const look = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    while (unshown.size > 0) {
      await sleep(LOOK_MS, undefined, { ref: false });
      const asked = [...unshown];
      const shown = await shownOf(asked.map(([key]) => key));
      for (const [key, sent] of asked) {
        const { account, sentAtMs, free } = sent;
        const [isShown, ageMs] = [shown.has(key), nowMs() - sentAtMs];
        if (isShown || ageMs >= UNSHOWN_MS_MAX) free();
        // The same message may have been sent again meanwhile, with a place of its own.
        if ((isShown || ageMs >= MISSED_MS) && unshown.get(key) === sent) unshown.delete(key);
        if (isShown) missed.noteShown();
        else if (ageMs >= MISSED_MS) missed.noteMissed(account);
      }
    }
    isLooking = false;
  };
  const watch = (key: string, sent: Unshown): void => {
    unshown.set(key, sent);
    const [oldest] = unshown;
    if (unshown.size <= UNSHOWN_MAX || oldest === undefined) return;
    unshown.delete(oldest[0]);
    oldest[1].free();
  };
  const shownOf = async (keys: readonly string[]): Promise<ReadonlySet<string>> => {
    try {
      return new Set(await pending.shownOf(keys));
    } catch {
      // Whoever reads pending traces is told that they cannot be read.
      return new Set(keys);
    }
  };
  return {
    async send(boc, options) {
      const account = accountOf(boc);
      // The target says what is wrong with one that has none.
      if (account === undefined || missed.isUnpaced(account)) return await target.send(boc);
      const free = await places.take(account, options?.signal);
      try {
        const sent = await target.send(boc);
        const key = Buffer.from(sent.normalisedHash).toString('base64');
        // One that is sent again has the place of before.
        if (unshown.has(key)) free();
        else watch(key, { account, sentAtMs: nowMs(), free });
        void look();
        return sent;
      } catch (error) {
        free();
        throw error;
      }
    },
    get waitingCount() {
      return places.waitingCount;
    },
    close: () => places.close(),
  };
}

function accountOf(boc: Uint8Array): string | undefined {
  try {
    return formatAccountAddress(readMessage(boc).address);
  } catch (error) {
    if (error instanceof EmulationError) return undefined;
    throw error;
  }
}
