import type { Cell } from '@tonriver/boc';
import type { ParameterValue } from '@tonriver/chain-model';

/** Configuration parameters 22 (masterchain) and 23 (basechain). */
export type BlockLimits = ParameterValue<22>;

/** How full a block is, in the node's classes. A limit lies at the beginning of the class above it. */
const LOAD_CLASSES = ['underload', 'normal', 'soft', 'medium', 'hard'] as const;
export type LoadClass = (typeof LOAD_CLASSES)[number];

/** The amounts on which limits are set. */
export interface LoadAmounts {
  readonly gasUsed: number;
  /** End lt of the block, minus its start lt. */
  readonly ltDelta: number;
  /** An estimate of the file's size. Bytes. */
  readonly sizeEstimate: number;
}

/** The parts of the node's estimate. Bytes, each. */
const SIZE = { block: 2000, cell: 12, reference: 3, account: 200, transaction: 200 };

/** Adds up the load of a block while transactions are added to it. */
export class BlockLoad {
  readonly #cells = new Set<Cell>();
  #gasUsed = 0;
  #size = SIZE.block;

  get gasUsed(): number {
    return this.#gasUsed;
  }

  get sizeEstimate(): number {
    return this.#size;
  }

  addTransaction(
    transaction: Cell,
    { gasUsed, isFirst }: { readonly gasUsed: number; readonly isFirst: boolean },
  ): void {
    this.#gasUsed += gasUsed;
    this.#size += SIZE.transaction + (isFirst ? SIZE.account : 0);
    const pending = [transaction];
    for (let cell = pending.pop(); cell !== undefined; cell = pending.pop()) {
      if (this.#cells.has(cell)) continue;
      this.#cells.add(cell);
      this.addCell(cell);
      pending.push(...cell.refs);
    }
  }

  /** Adds a cell without those below it, like an envelope, whose message is in a transaction. */
  addCell({ bitLength, refs }: Cell): void {
    this.#size += SIZE.cell + ((bitLength + 7) >> 3) + SIZE.reference * refs.length;
  }
}

/** Returns the highest class that one of the amounts reaches. */
export function classifyLoad(limits: BlockLimits, { gasUsed, ltDelta, sizeEstimate }: LoadAmounts): LoadClass {
  const reached = [
    reachedLimits(limits.gas, gasUsed),
    reachedLimits(limits.ltDelta, ltDelta),
    reachedLimits(limits.bytes, sizeEstimate),
  ];
  return LOAD_CLASSES[Math.max(...reached)] as LoadClass;
}

function reachedLimits({ underload, softLimit, hardLimit }: BlockLimits['gas'], amount: number): number {
  const medium = softLimit + Math.floor((hardLimit - softLimit) / 2);
  return [underload, softLimit, medium, hardLimit].filter((limit) => amount >= limit).length;
}

/** Tells whether a class is at least as high as another. */
export function isAtLeast(load: LoadClass, least: LoadClass): boolean {
  return LOAD_CLASSES.indexOf(load) >= LOAD_CLASSES.indexOf(least);
}
