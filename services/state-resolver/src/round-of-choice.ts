import type { OtherBlock, ReadRound, TakenBlock } from './apply-round.ts';
import type { BlockReader } from './block-reader.ts';
import type { Choice } from './choose-blocks.ts';
import type { RefusedBlock, StateBlock } from './decode-block.ts';
import { StateResolverError } from './state-resolver-error.ts';
import { isRefused, type WaitingBlock } from './waiting-round.ts';

const inTwoPlaces: RefusedBlock = { refusal: 'it is another block of its round', code: 'wrong_block' };

export interface RoundOfChoiceOptions {
  readonly seqno: number;
  /** All records of the round. */
  readonly waiting: readonly WaitingBlock[];
  readonly reader: BlockReader;
}

/** A round as it was chosen. Its blocks are read again as they are asked for, where there was no room to hold them. */
export function roundOfChoice(choice: Choice, { seqno, waiting, reader }: RoundOfChoiceOptions): ReadRound {
  const { variant, taken, hasNamed } = choice;
  const stateOf = async (block: WaitingBlock): Promise<StateBlock> => {
    const state = await reader.stateOf(block);
    if (!('refusal' in state)) return state;
    throw new StateResolverError('round_lost', `A block of round ${seqno} is another when it is read again`, { seqno });
  };
  const blockAt = (index: number): TakenBlock => {
    const block = taken.get(index);
    if (block !== undefined) return { raw: block.names, refused: null, read: () => stateOf(block) };
    const refused = variant.refused.get(index);
    if (refused !== undefined) return { raw: refused.names, refused: refused.verdict as RefusedBlock };
    const [copy] = variant.copies.get(index)!;
    return { raw: copy!.names, refused: inTwoPlaces };
  };
  return {
    seqno,
    hasNamed,
    blocks: [...variant.copies.keys()].map(blockAt),
    async *others(): AsyncGenerator<OtherBlock> {
      const known = new Set([...taken.values()].map(({ names }) => names.rootHash));
      for (const block of waiting) {
        const raw = block.names;
        if (isRefused(block) || known.has(raw.rootHash)) continue;
        const state = await reader.stateOf(block);
        if ('refusal' in state) continue;
        known.add(raw.rootHash);
        yield { raw, state };
      }
    },
  };
}
