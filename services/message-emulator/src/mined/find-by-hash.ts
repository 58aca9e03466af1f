import { type ChainReader, isInRange, type MessagePlace, type VisibleRounds } from '@tonriver/chain-reader';
import type { FindTaken } from './follow-blocks.ts';
import { readTransaction } from './followed-transaction.ts';

/** Returns what looks messages up by their hashes, in all rounds. */
export function findByHash(
  { messagePlaces, parts }: Pick<ChainReader, 'messagePlaces' | 'parts'>,
  visible: VisibleRounds,
): FindTaken {
  return async (messages) => {
    const places = (await messagePlaces.getMany(messages.map(({ hash }) => hash))).flatMap((found) =>
      (found ?? []).filter((place) => isTaken(place, visible)),
    );
    const placed = await parts.atPlaces(places, visible);
    return placed.flat().flatMap((one) => readTransaction(one) ?? []);
  };
}

function isTaken({ direction, mcBlockSeqno }: MessagePlace, visible: VisibleRounds): boolean {
  return direction === 'in' && mcBlockSeqno !== null && isInRange(visible, mcBlockSeqno);
}
