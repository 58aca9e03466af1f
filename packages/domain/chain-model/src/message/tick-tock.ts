import type { CellBuilder, CellSlice } from '@tonriver/boc';

/** Which of the two transactions of every block a special account has. */
export interface TickTock {
  readonly tick: boolean;
  readonly tock: boolean;
}

/**
 * Reads:
 *
 * ```tlb
 * tick_tock$_ tick:Bool tock:Bool = TickTock;
 * ```
 */
export function loadTickTock(slice: CellSlice): TickTock {
  return { tick: slice.loadBit(), tock: slice.loadBit() };
}

/** Writes what `loadTickTock` reads. */
export function storeTickTock(builder: CellBuilder, value: TickTock): void {
  builder.storeBit(value.tick).storeBit(value.tock);
}
