import type { BlockName, RoundEntry, StoredBlock } from '@tonriver/devnet-store';
import type { MadeRound } from '../chain/make-round.ts';

/** The newest rounds, for readers that follow the chain. Only durable rounds are in it. */
export interface RoundFeed {
  /** The first round that readers may ask for. */
  readonly firstSeqno: number;
  /** 0 before the first round. */
  readonly lastSeqno: number;
  add(round: MadeRound): void;
  round(seqno: number): Pick<RoundEntry, 'seqno' | 'genUtime' | 'blocks'> | undefined;
  block(name: BlockName): StoredBlock | undefined;
  /** Resolves when there is a round after `seqno`, after `waitMs`, or when the signal aborts. */
  waitForAfter(seqno: number, waitMs: number, signal: AbortSignal): Promise<void>;
}

/** @param options.roundsMax rounds that are remembered; older ones are read from the disk */
export function createRoundFeed(options: {
  readonly firstSeqno: number;
  readonly lastSeqno: number;
  readonly roundsMax: number;
}): RoundFeed {
  const rounds = new Map<number, MadeRound>();
  const blocks = new Map<string, StoredBlock>();
  const waiting = new Set<() => void>();
  let { firstSeqno, lastSeqno } = options;
  const forget = (seqno: number): void => {
    for (const block of rounds.get(seqno)?.blocks ?? []) blocks.delete(nameOf(block));
    rounds.delete(seqno);
  };
  return {
    get firstSeqno() {
      return firstSeqno;
    },
    get lastSeqno() {
      return lastSeqno;
    },
    add(round) {
      rounds.set(round.seqno, round);
      for (const block of round.blocks) blocks.set(nameOf(block), block);
      forget(round.seqno - options.roundsMax);
      ({ firstSeqno, seqno: lastSeqno } = round);
      for (const wake of waiting) wake();
    },
    round: (seqno) => rounds.get(seqno),
    block: (name) => blocks.get(nameOf(name)),
    async waitForAfter(seqno, waitMs, signal) {
      if (lastSeqno > seqno || signal.aborted) return;
      await new Promise<void>((resolve) => {
        const wake = (): void => {
          waiting.delete(wake);
          signal.removeEventListener('abort', wake);
          clearTimeout(timer);
          resolve();
        };
        const timer = setTimeout(wake, waitMs);
        waiting.add(wake);
        signal.addEventListener('abort', wake);
      });
    },
  };
}

function nameOf({ workchain, shard, seqno }: BlockName): string {
  return `${workchain}:${shard}:${seqno}`;
}
