import { Bag } from '@tonriver/boc';
import type { Random } from '@tonriver/chain-builder';
import { type Block, loadBlock } from '@tonriver/chain-model';
import type { RoundPlace } from '@tonriver/events';
import { type Corpus, loadCorpus, type Seed } from '../corpus.ts';
import { builtName, builtWorkload } from '../seeds-built.ts';

/** A block to be mutated and sent, and what is said of it where it is honest. */
export interface EntrySeed extends Seed {
  readonly block: Block;
  /** Where it stands in the built chain; undefined for blocks that are of none. */
  readonly round: RoundPlace | undefined;
}

export interface EntryCorpus {
  readonly fingerprint: string;
  readonly hasRecordedData: boolean;
  readonly seeds: readonly EntrySeed[];
  pick(random: Random): EntrySeed;
  pickSmall: Corpus['pickSmall'];
}

/** Blocks above this size are slow, and get small shares. */
const smallCellsMax = 450;
/** Shares in thousandths: blocks of the built chain meet the states before them, which recorded ones do not have. */
const shares = { built: 640, recorded: 350, large: 8, bombs: 2 } as const;

/** The blocks of the corpus of readers. */
export function loadEntryCorpus(): EntryCorpus {
  const corpus = loadCorpus();
  const rounds = new Map<string, RoundPlace>();
  for (const { seqno, blocks } of builtWorkload().rounds()) {
    // The masterchain block comes first, as the fetcher publishes it.
    const ordered = blocks.toSorted((left, right) => Number(left.workchain !== -1) - Number(right.workchain !== -1));
    for (const [index, block] of ordered.entries()) {
      rounds.set(builtName(block), { seqno, index, blockCount: blocks.length, isRangeStart: false });
    }
  }
  const seeds = corpus.seeds
    .filter(({ kind }) => kind === 'block')
    .map((seed): EntrySeed => ({ ...seed, block: loadBlock(Bag.parse(seed.bytes)), round: rounds.get(seed.name) }));
  const classOf = ({ isBomb, draft, group }: EntrySeed): keyof typeof shares => {
    if (isBomb === true) return 'bombs';
    if (draft.cells.length > smallCellsMax) return 'large';
    return group === 'built' ? 'built' : 'recorded';
  };
  const wheel = Object.entries(shares).flatMap(([name, share]) => {
    const members = seeds.filter((seed) => classOf(seed) === name);
    return members.length === 0 ? [] : Array.from({ length: share }, () => members);
  });
  return {
    fingerprint: corpus.fingerprint,
    hasRecordedData: corpus.hasRecordedData,
    seeds,
    pick: (random) => random.pick(random.pick(wheel)),
    pickSmall: (random) => corpus.pickSmall(random),
  };
}
