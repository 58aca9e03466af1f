import { Bag } from '@tonriver/boc';
import type { Random } from '@tonriver/chain-builder';
import { type Block, loadBlock } from '@tonriver/chain-model';
import type { RoundPlace } from '@tonriver/events';
import { type Corpus, loadCorpus, type Seed } from '../corpus.ts';
import { draftOf } from '../draft.ts';
import { entryChain } from './entry-chain.ts';

/** A block to be mutated and sent, with its correct headers. */
export interface EntrySeed extends Seed {
  readonly block: Block;
  /** Its place in the chain; undefined for blocks of other chains. */
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
/** Shares in thousandths. Blocks of the chain have more, because the states before them are known. */
const shares = { chain: 800, built: 100, recorded: 94, large: 5, bombs: 1 } as const;

/** The blocks of the corpus of readers. */
export function loadEntryCorpus(): EntryCorpus {
  const corpus = loadCorpus();
  const ofChain = entryChain()
    .rounds.flat()
    .map(({ block: { workchain, shard, seqno, boc }, round }): EntrySeed => {
      const bag = Bag.parse(boc);
      const name = `block ${workchain} ${shard.toString(16)} ${seqno} of the chain`;
      return { name, kind: 'block', group: 'built', bytes: boc, draft: draftOf(bag), block: loadBlock(bag), round };
    });
  const others = corpus.seeds
    .filter(({ kind }) => kind === 'block')
    .map((seed): EntrySeed => ({ ...seed, block: loadBlock(Bag.parse(seed.bytes)), round: undefined }));
  const seeds = [...ofChain, ...others];
  const classOf = ({ isBomb, draft, group, round }: EntrySeed): keyof typeof shares => {
    if (round !== undefined) return 'chain';
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
