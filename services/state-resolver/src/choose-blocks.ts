import type { Variant, WaitingBlock } from './waiting-round.ts';

/** What a choice has to ask of records, of each only when it comes to it. */
export interface ChoiceReader {
  isReadable(block: WaitingBlock): Promise<boolean>;
}

/** A block for each index of a round, as far as there is one. */
export interface Choice {
  readonly variant: Variant;
  readonly taken: ReadonlyMap<number, WaitingBlock>;
  /** All that its masterchain block names is among them. */
  readonly hasNamed: boolean;
}

/**
 * Chooses a copy for each index, such that no block is taken for two: somebody puts one into the place of another. It
 * is a matching of indexes and blocks that is as large as can be. One index after the other takes a block; where all
 * of its own are taken, a way is looked for on which others change theirs.
 *
 * Copies that the masterchain block names come before others.
 */
export async function chooseBlocks(variant: Variant, reader: ChoiceReader): Promise<Choice> {
  const taken = new Map<number, WaitingBlock>();
  /** Root hash → index. */
  const owners = new Map<string, number>();
  /** Blocks that a search came to in vain: none ever comes farther from there. */
  const dead = new Set<string>();
  let named: ReadonlySet<string> = new Set();

  const inOrder = (index: number): WaitingBlock[] => {
    const copies = [...variant.copies.get(index)!];
    const isNamed = ({ names }: WaitingBlock): boolean => named.has(names.rootHash);
    return named.size === 0 ? copies : [...copies.filter(isNamed), ...copies.filter((block) => !isNamed(block))];
  };
  const assign = async (start: number): Promise<void> => {
    const [seen, open] = [new Set<string>(), [start]];
    /** Over which copy an index was come to, and of which index that is. */
    const cameFrom = new Map<number, { readonly index: number; readonly block: WaitingBlock }>();
    for (const index of open) {
      for (const block of inOrder(index)) {
        const { rootHash } = block.names;
        if (seen.has(rootHash) || dead.has(rootHash) || !(await reader.isReadable(block))) continue;
        seen.add(rootHash);
        const owner = owners.get(rootHash);
        if (owner === undefined) {
          shift({ index, block }, cameFrom);
          return;
        }
        if (owner === start) continue;
        cameFrom.set(owner, { index, block });
        open.push(owner);
      }
    }
    for (const rootHash of seen) dead.add(rootHash);
  };
  /** Each index on the way takes the block of the next. */
  const shift = (
    end: { readonly index: number; readonly block: WaitingBlock },
    cameFrom: ReadonlyMap<number, { readonly index: number; readonly block: WaitingBlock }>,
  ): void => {
    for (let step: typeof end | undefined = end; step !== undefined; step = cameFrom.get(step.index)) {
      taken.set(step.index, step.block);
      owners.set(step.block.names.rootHash, step.index);
    }
  };

  for (const index of [...variant.copies.keys()].toSorted((left, right) => left - right)) {
    await assign(index);
    if (index === 0) named = taken.get(0)?.named ?? named;
  }
  return { variant, taken, hasNamed: [...named].every((rootHash) => owners.has(rootHash)) };
}

export function isWhole({ variant, taken }: Choice): boolean {
  return taken.size === variant.blockCount;
}
