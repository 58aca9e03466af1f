import type { Random } from '@tonriver/chain-builder';
import { bitMutations } from './mutate-bits.ts';
import { type Draft, type DraftCell, graft } from './draft.ts';
import { mutateExotic, pruneAway, wrapInMerkle } from './mutate-exotic.ts';
import { mutateLabel, shareForks } from './mutate-labels.ts';

/** Sources of a mutation: chance, and another bag. */
export interface MutationTools {
  readonly random: Random;
  /** Another bag of the corpus, a small one, to take cells from. */
  readonly donor: () => Draft;
}

type Mutation = (draft: Draft, tools: MutationTools) => void;

const refsMax = 4;
const depthMax = 1023;

const emptyCell: DraftCell = { bits: new Uint8Array(0), bitLength: 0, refs: [], isExotic: false };

const anyPlace = (draft: Draft, random: Random): number => random.below(draft.cells.length);

/** A cell that refers to others; any cell when none is found soon. */
function placeWithRefs(draft: Draft, random: Random): number {
  let place = anyPlace(draft, random);
  for (let tries = 0; tries < 8 && (draft.cells[place] as DraftCell).refs.length === 0; tries++) {
    place = anyPlace(draft, random);
  }
  return place;
}

function changeCell(draft: Draft, place: number, change: (cell: DraftCell) => DraftCell): void {
  draft.cells[place] = change(draft.cells[place] as DraftCell);
}

function changeRefs(draft: Draft, place: number, change: (refs: number[]) => readonly number[]): void {
  changeCell(draft, place, (cell) => ({ ...cell, refs: change([...cell.refs]).slice(0, refsMax) }));
}

/** A cell to refer to: mostly one that comes later, which closes no circle in a bag as it was read. */
function target(draft: Draft, place: number, random: Random): number {
  const { length } = draft.cells;
  return random.chance(0.9) && place + 1 < length ? random.between(place + 1, length - 1) : random.below(length);
}

/** Changes of the tree of cells. */
const structureMutations: Readonly<Record<string, Mutation>> = {
  'redirect a reference'(draft, { random }) {
    const place = placeWithRefs(draft, random);
    changeRefs(draft, place, (refs) => {
      if (refs.length > 0) refs[random.below(refs.length)] = target(draft, place, random);
      return refs;
    });
  },
  'exchange references'(draft, { random }) {
    changeRefs(draft, placeWithRefs(draft, random), (refs) => refs.toReversed());
  },
  'equal references'(draft, { random }) {
    changeRefs(draft, placeWithRefs(draft, random), (refs) => {
      const one = refs[random.below(Math.max(1, refs.length))] ?? 0;
      return refs.map((ref) => (random.chance(0.7) ? one : ref));
    });
  },
  'drop a reference'(draft, { random }) {
    changeRefs(draft, placeWithRefs(draft, random), (refs) => refs.toSpliced(random.below(refs.length + 1), 1));
  },
  'add a reference'(draft, { random }) {
    const place = anyPlace(draft, random);
    changeRefs(draft, place, (refs) => refs.toSpliced(random.below(refs.length + 1), 0, target(draft, place, random)));
  },
  'remove a cell'(draft, { random }) {
    const gone = anyPlace(draft, random);
    const heir = (draft.cells[gone] as DraftCell).refs[0];
    for (const [place, cell] of draft.cells.entries()) {
      if (!cell.refs.includes(gone)) continue;
      changeRefs(draft, place, (refs) => refs.flatMap((ref) => (ref !== gone ? ref : (heir ?? []))));
    }
  },
  'empty a cell'(draft, { random }) {
    draft.cells[anyPlace(draft, random)] = emptyCell;
  },
  'duplicate a cell'(draft, { random }) {
    const place = placeWithRefs(draft, random);
    const { refs } = draft.cells[place] as DraftCell;
    const child = refs[random.below(Math.max(1, refs.length))];
    if (child === undefined) return;
    const copy = draft.cells.push(draft.cells[child] as DraftCell) - 1;
    changeCell(draft, copy, (cell) => (bitMutations['flip bits'] as (typeof bitMutations)[string])(cell, random));
    changeRefs(draft, place, (list) => list.toSpliced(random.below(list.length + 1), random.below(2), copy));
  },
  'exchange cells'(draft, { random }) {
    const one = anyPlace(draft, random);
    const other = anyPlace(draft, random);
    const [first, second] = [draft.cells[one] as DraftCell, draft.cells[other] as DraftCell];
    draft.cells[one] = { ...second, refs: first.refs };
    draft.cells[other] = { ...first, refs: second.refs };
  },
  'graft a foreign tree'(draft, { random, donor }) {
    const other = donor();
    const place = placeWithRefs(draft, random);
    const top = graft(draft, other) + random.below(other.cells.length);
    changeRefs(draft, place, (refs) => refs.toSpliced(random.below(refs.length + 1), 1, top));
  },
  'put a long chain below'(draft, { random }) {
    const place = placeWithRefs(draft, random);
    const length = random.pick([3, 100, depthMax - 20, depthMax - 2, depthMax, depthMax + 2]);
    const top = draft.cells.length;
    for (let link = 1; link < length; link++) draft.cells.push({ ...emptyCell, refs: [draft.cells.length + 1] });
    draft.cells.push(emptyCell);
    changeRefs(draft, place, (refs) => refs.toSpliced(random.below(refs.length + 1), 1, top));
  },
  'share forks'(draft, { random }) {
    for (let tries = 0; tries < 30; tries++) {
      if (shareForks(draft, anyPlace(draft, random), random)) return;
    }
  },
  'change the roots'(draft, { random }) {
    const roots = Array.from({ length: random.pick([1, 1, 2, 5, 300]) }, () => anyPlace(draft, random));
    draft.roots = random.chance(0.5) ? roots : [draft.roots[0] as number, ...roots];
  },
  'wrap in a Merkle cell': wrapInMerkle,
  'prune a tree away': pruneAway,
};

/** Changes of the content of one cell. */
const cellMutations: Readonly<Record<string, (cell: DraftCell, random: Random) => DraftCell>> = {
  ...bitMutations,
  'change a label': mutateLabel,
  'make exotic': mutateExotic,
};

const named: readonly (readonly [name: string, weight: number])[] = [
  ['flip bits', 5],
  ['set a number', 5],
  ['set a tag', 2],
  ['cut bits off', 1],
  ['add bits', 1],
  ['insert bits', 1],
  ['take bits out', 1],
  ['change a length', 3],
  ['change a presence bit', 2],
  ['change a label', 4],
  ['make exotic', 2],
  ['redirect a reference', 3],
  ['exchange references', 1],
  ['equal references', 2],
  ['drop a reference', 1],
  ['add a reference', 1],
  ['remove a cell', 1],
  ['empty a cell', 1],
  ['duplicate a cell', 2],
  ['exchange cells', 1],
  ['graft a foreign tree', 2],
  ['put a long chain below', 0.2],
  ['share forks', 2],
  ['change the roots', 0.5],
  ['wrap in a Merkle cell', 0.7],
  ['prune a tree away', 2],
];
const bag = named.flatMap(([name, weight]) => Array.from({ length: Math.round(weight * 10) }, () => name));

/** Changes the draft once; returns the name of the mutation. */
export function mutateDraft(draft: Draft, tools: MutationTools): string {
  const name = tools.random.pick(bag);
  const change = cellMutations[name];
  if (change === undefined) structureMutations[name]?.(draft, tools);
  else changeCell(draft, anyPlace(draft, tools.random), (cell) => change(cell, tools.random));
  return name;
}
