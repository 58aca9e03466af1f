import { createHash } from 'node:crypto';
import { Bag } from '@tonriver/boc';
import type { Random } from '@tonriver/chain-builder';
import { type Draft, draftOf } from './draft.ts';
import { builtSeeds } from './seeds-built.ts';
import { handMadeSeeds } from './seeds-hand-made.ts';
import { recordedSeeds } from './seeds-recorded.ts';

/** The kind of a bag's root before it was mutated. */
export type SeedKind =
  | 'block'
  | 'state'
  | 'config'
  | 'parameter'
  | 'transaction'
  | 'message'
  | 'envelope'
  | 'account'
  | 'merkle proof'
  | 'block proof'
  | 'signatures'
  | 'cells';

export type SeedGroup = 'recorded' | 'built' | 'hand-made';

/** A bag to be mutated, as its bytes. */
export interface SeedBytes {
  readonly name: string;
  readonly kind: SeedKind;
  readonly group: SeedGroup;
  readonly bytes: Uint8Array;
  /** Of a configuration parameter: its number. */
  readonly parameter?: number;
  /** Describes far more than its few cells, and is slow to read for that. */
  readonly isBomb?: true;
}

/** A bag to be mutated. */
export interface Seed extends SeedBytes {
  readonly draft: Draft;
}

export interface Corpus {
  readonly seeds: readonly Seed[];
  /** Names all bytes: a case is repeatable over a corpus with the same fingerprint. */
  readonly fingerprint: string;
  readonly hasRecordedData: boolean;
  pick(random: Random): Seed;
  /** A seed of few cells, to take cells from. */
  pickSmall(random: Random): Seed;
}

/** Bags above these sizes cost so much time that they get small shares. */
const smallCellsMax = 60;
const mediumCellsMax = 450;
const largeCellsMax = 3000;

/** Shares of the classes of seeds, in thousandths. Blocks matter most; large bags and bombs are slow. */
const shares = { blocks: 520, parts: 330, others: 140, large: 8, huge: 1, bombs: 2 } as const;

export function loadCorpus(): Corpus {
  const recorded = recordedSeeds();
  const all = [...builtSeeds(), ...handMadeSeeds(), ...recorded];
  const seeds = all.map((seed): Seed => ({ ...seed, draft: draftOf(Bag.parse(seed.bytes)) }));
  const digest = createHash('sha256');
  for (const { bytes } of seeds) digest.update(bytes);
  const classes = classify(seeds);
  const small = seeds.filter(({ draft, isBomb }) => isBomb !== true && draft.cells.length <= smallCellsMax);
  const wheel = Object.entries(shares).flatMap(([name, share]) => {
    const members = classes[name as keyof typeof shares];
    return members.length === 0 ? [] : Array.from({ length: share }, () => members);
  });
  return {
    seeds,
    fingerprint: digest.digest('hex').slice(0, 16),
    hasRecordedData: recorded.length > 0,
    pick: (random) => random.pick(random.pick(wheel)),
    pickSmall: (random) => random.pick(small),
  };
}

function classify(seeds: readonly Seed[]): Record<keyof typeof shares, Seed[]> {
  const classes: Record<keyof typeof shares, Seed[]> = {
    blocks: [],
    parts: [],
    others: [],
    large: [],
    huge: [],
    bombs: [],
  };
  for (const seed of seeds) {
    const { length } = seed.draft.cells;
    if (seed.isBomb === true) classes.bombs.push(seed);
    else if (length > largeCellsMax) classes.huge.push(seed);
    else if (length > mediumCellsMax) classes.large.push(seed);
    else if (seed.kind === 'block') classes.blocks.push(seed);
    else if (['transaction', 'message', 'envelope', 'account', 'parameter'].includes(seed.kind))
      classes.parts.push(seed);
    else classes.others.push(seed);
  }
  return classes;
}
