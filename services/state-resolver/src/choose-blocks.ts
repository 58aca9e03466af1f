import type { Variant, WaitingBlock } from './waiting-round.ts';

/** Reads a record only when the choice comes to it. */
export interface ChoiceReader {
  isReadable(block: WaitingBlock): Promise<boolean>;
}

/** A block for each index of a round, as far as there is one. */
export interface Choice {
  readonly variant: Variant;
  readonly chosen: ReadonlyMap<number, WaitingBlock>;
  /** Whether every block that the masterchain block names is chosen. */
  readonly hasAllNamedBlocks: boolean;
}

/** An index of the round, and a copy of a block that is announced for it. */
interface Pair {
  readonly index: number;
  readonly block: WaitingBlock;
}

/**
 * Chooses a copy for each index, and no block for two indexes: a sender may have announced one in the place of another.
 * This is a largest matching of indexes and blocks: one index after the other gets a block. Where all of its own blocks
 * are chosen already, a path of indexes is searched on which each can hand its block to the one before.
 *
 * Copies that the masterchain block names come before others.
 */
export async function chooseBlocks(variant: Variant, reader: ChoiceReader): Promise<Choice> {
  const chosen = new Map<number, WaitingBlock>();
  /** Root hash → index. */
  const owners = new Map<string, number>();
  /** Root hashes from which a search came to no free block: no later search does either. */
  const exhausted = new Set<string>();
  let named: ReadonlySet<string> = new Set();

  const copiesOf = (index: number): WaitingBlock[] => {
    const copies = [...variant.copies.get(index)!];
    const isNamed = ({ announced }: WaitingBlock): boolean => named.has(announced.rootHash);
    return named.size === 0 ? copies : [...copies.filter(isNamed), ...copies.filter((block) => !isNamed(block))];
  };
  /** Gives each index on the path the block of the one after it. */
  const reassign = (end: Pair, cameFrom: ReadonlyMap<number, Pair>): void => {
    for (let step: Pair | undefined = end; step !== undefined; step = cameFrom.get(step.index)) {
      chosen.set(step.index, step.block);
      owners.set(step.block.announced.rootHash, step.index);
    }
  };
  const assign = async (start: number): Promise<void> => {
    const [seen, open] = [new Set<string>(), [start]];
    /** Index → the pair over which the search came to it. */
    const cameFrom = new Map<number, Pair>();
    for (const index of open) {
      for (const block of copiesOf(index)) {
        const { rootHash } = block.announced;
        if (seen.has(rootHash) || exhausted.has(rootHash) || !(await reader.isReadable(block))) continue;
        seen.add(rootHash);
        const owner = owners.get(rootHash);
        if (owner === undefined) {
          reassign({ index, block }, cameFrom);
          return;
        }
        if (owner === start) continue;
        cameFrom.set(owner, { index, block });
        open.push(owner);
      }
    }
    for (const rootHash of seen) exhausted.add(rootHash);
  };

  for (const index of [...variant.copies.keys()].toSorted((left, right) => left - right)) {
    await assign(index);
    if (index === 0) named = chosen.get(0)?.namedBlocks ?? named;
  }
  return { variant, chosen, hasAllNamedBlocks: [...named].every((rootHash) => owners.has(rootHash)) };
}

/** Whether every index has a block. */
export function isWhole({ variant, chosen }: Choice): boolean {
  return chosen.size === variant.blockCount;
}
