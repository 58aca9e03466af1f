import type { ChosenBlock, ChosenRound, OtherBlock } from './apply-round.ts';
import type { BlockReader } from './block-reader.ts';
import type { Choice } from './choose-blocks.ts';
import type { RefusedBlock, StateBlock } from './decode-block.ts';
import { StateResolverError } from './state-resolver-error.ts';
import { isRefused, type WaitingBlock } from './waiting-round.ts';

const inTwoPlaces: RefusedBlock = { refusal: 'it is another block of its round', code: 'wrong_block' };

export interface ChosenRoundOptions {
  readonly seqno: number;
  /** All records of the round. */
  readonly waiting: readonly WaitingBlock[];
  readonly reader: BlockReader;
}

/** Returns the round of a choice. Blocks for which memory had no room are read again when they are asked for. */
export function chosenRound(choice: Choice, { seqno, waiting, reader }: ChosenRoundOptions): ChosenRound {
  const { variant, chosen, hasAllNamedBlocks } = choice;
  const stateOf = async (block: WaitingBlock): Promise<StateBlock> => {
    const state = await reader.stateOf(block);
    if (!('refusal' in state)) return state;
    throw new StateResolverError('round_lost', `A block of round ${seqno} is another when it is read again`, { seqno });
  };
  const blockAt = (index: number): ChosenBlock => {
    const block = chosen.get(index);
    if (block !== undefined) return { raw: block.announced, refused: null, read: () => stateOf(block) };
    const refused = variant.refused.get(index);
    if (refused !== undefined) return { raw: refused.announced, refused: refused.verdict as RefusedBlock };
    const [copy] = variant.copies.get(index)!;
    return { raw: copy!.announced, refused: inTwoPlaces };
  };
  return {
    seqno,
    hasAllNamedBlocks,
    blocks: [...variant.copies.keys()].map(blockAt),
    async *otherBlocks(): AsyncGenerator<OtherBlock> {
      const known = new Set([...chosen.values()].map(({ announced }) => announced.rootHash));
      for (const block of waiting) {
        const raw = block.announced;
        if (isRefused(block) || known.has(raw.rootHash)) continue;
        const state = await reader.stateOf(block);
        if ('refusal' in state) continue;
        known.add(raw.rootHash);
        yield { raw, state };
      }
    },
  };
}
