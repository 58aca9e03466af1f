import type { Logger } from '@tonriver/logger';
import type { Resolver } from './resolver.ts';
import type { RoundQueue } from './round-queue.ts';

/**
 * Goes on after the log has lost records that were never resolved: no round before them will come, so a range begins
 * with one of the rounds behind them.
 */
export interface LostRounds {
  /** Notes that the log has lost records. */
  noteLoss(): void;
  readonly hasLoss: boolean;
  /** Has a range begin behind the loss, once it is known where. */
  begin(): void;
  /** Gives up the rounds before a resolved one, if the range behind the loss began with it. */
  onResolved(seqno: number): void;
}

export function createLostRounds({
  resolver,
  queue,
  partitions,
  logger,
}: {
  readonly resolver: Pick<Resolver, 'giveUp'>;
  readonly queue: Pick<RoundQueue, 'seqnos' | 'isComplete' | 'startAt' | 'forget'>;
  readonly partitions: number;
  readonly logger: Logger;
}): LostRounds {
  let hasLoss = false;
  let start: number | undefined;
  return {
    noteLoss: () => void (hasLoss = true),
    get hasLoss() {
      return hasLoss;
    },
    begin() {
      start = firstRoundBehindLoss(queue, partitions);
      if (start !== undefined) queue.startAt(start);
    },
    onResolved(seqno) {
      if (seqno !== start) return;
      logger.warn('Rounds are not in the log any more; states are resolved from a later one on', { first: seqno });
      for (const lost of queue.seqnos().filter((other) => other < seqno)) {
        resolver.giveUp(lost);
        queue.forget(lost);
      }
    },
  };
}

/**
 * Returns the lowest of as many complete rounds in a row as there are partitions. Each partition is in order, so none
 * of them can still bring a lower round.
 */
function firstRoundBehindLoss(
  queue: Pick<RoundQueue, 'seqnos' | 'isComplete'>,
  partitions: number,
): number | undefined {
  return queue
    .seqnos()
    .find((seqno) => Array.from({ length: partitions }, (_, step) => seqno + step).every((at) => queue.isComplete(at)));
}
