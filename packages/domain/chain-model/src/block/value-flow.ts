import type { CellBuilder, CellSlice } from '@tonriver/boc';
import { badTag } from '../errors.ts';
import { type CurrencyCollection, loadCurrencyCollection, storeCurrencyCollection } from '../primitives/index.ts';
import { ensureRead, storeInnerCell } from './inner-cell.ts';

/** The amounts that came into a block and left it. Both sides are equal in every currency. Nanograms. */
export interface ValueFlow {
  readonly fromPrevBlock: CurrencyCollection;
  readonly toNextBlock: CurrencyCollection;
  readonly imported: CurrencyCollection;
  readonly exported: CurrencyCollection;
  readonly feesCollected: CurrencyCollection;
  /** Null in the first form, which knows no burning. */
  readonly burned: CurrencyCollection | null;
  readonly feesImported: CurrencyCollection;
  readonly recovered: CurrencyCollection;
  readonly created: CurrencyCollection;
  readonly minted: CurrencyCollection;
}

const tagV1 = 0xb8e48dfb;
const tagV2 = 0x3ebf98b7;

/**
 * Reads:
 *
 * ```tlb
 * value_flow#b8e48dfb ^[ from_prev_blk:CurrencyCollection
 *   to_next_blk:CurrencyCollection
 *   imported:CurrencyCollection
 *   exported:CurrencyCollection ]
 *   fees_collected:CurrencyCollection
 *   ^[
 *   fees_imported:CurrencyCollection
 *   recovered:CurrencyCollection
 *   created:CurrencyCollection
 *   minted:CurrencyCollection
 *   ] = ValueFlow;
 *
 * value_flow_v2#3ebf98b7 ^[ from_prev_blk:CurrencyCollection
 *   to_next_blk:CurrencyCollection
 *   imported:CurrencyCollection
 *   exported:CurrencyCollection ]
 *   fees_collected:CurrencyCollection
 *   burned:CurrencyCollection
 *   ^[
 *   fees_imported:CurrencyCollection
 *   recovered:CurrencyCollection
 *   created:CurrencyCollection
 *   minted:CurrencyCollection
 *   ] = ValueFlow;
 * ```
 */
export function loadValueFlow(slice: CellSlice): ValueFlow {
  const tag = slice.loadUint(32);
  if (tag !== tagV1 && tag !== tagV2) throw badTag('ValueFlow', tag);
  const [fromPrevBlock, toNextBlock, imported, exported] = loadFour(slice);
  const feesCollected = loadCurrencyCollection(slice);
  const burned = tag === tagV2 ? loadCurrencyCollection(slice) : null;
  const [feesImported, recovered, created, minted] = loadFour(slice);
  return {
    fromPrevBlock,
    toNextBlock,
    imported,
    exported,
    feesCollected,
    burned,
    feesImported,
    recovered,
    created,
    minted,
  };
}

/** Writes what `loadValueFlow` reads: the second form when `burned` is there. */
export function storeValueFlow(builder: CellBuilder, value: ValueFlow): void {
  builder.storeUint(value.burned === null ? tagV1 : tagV2, 32);
  storeInnerCell(builder, storeFour, [value.fromPrevBlock, value.toNextBlock, value.imported, value.exported]);
  storeCurrencyCollection(builder, value.feesCollected);
  if (value.burned !== null) storeCurrencyCollection(builder, value.burned);
  storeInnerCell(builder, storeFour, [value.feesImported, value.recovered, value.created, value.minted]);
}

type Four = readonly [CurrencyCollection, CurrencyCollection, CurrencyCollection, CurrencyCollection];

function loadFour(slice: CellSlice): Four {
  const inner = slice.loadRefSlice();
  const first = loadCurrencyCollection(inner);
  const second = loadCurrencyCollection(inner);
  const third = loadCurrencyCollection(inner);
  const four: Four = [first, second, third, loadCurrencyCollection(inner)];
  ensureRead(inner, 'ValueFlow');
  return four;
}

function storeFour(builder: CellBuilder, four: Four): void {
  for (const collection of four) storeCurrencyCollection(builder, collection);
}
