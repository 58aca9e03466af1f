import type { TransactionInput } from '@tonriver/actions';
import { Bag } from '@tonriver/boc';
import { NO_ROUND, type TransactionPartRow } from '@tonriver/row-schema';
import { readPartContent } from '../parts/part-content.ts';
import { TransactionInputs } from './transaction-input.ts';

/** A part of a block, and the places of the transactions in it that are wanted. */
interface WantedOfPart {
  readonly part: TransactionPartRow;
  readonly places: readonly number[];
}

/** When bags have so many bytes together, they are hashed: more at once would only take more memory. */
const HASHED_BYTES_MAX = 2 ** 20;

/**
 * Reads transactions of several parts as rules of actions take them; undefined at a place that a part does not have.
 * The cells of many parts are hashed together, which takes less time where each has few.
 *
 * @throws {BocError | ChainModelError | BlockRowsError | RowSchemaError} when the bytes are not those of a part
 */
export function readTransactionInputs(
  wanted: readonly WantedOfPart[],
): readonly (readonly (TransactionInput | undefined)[])[] {
  const opened = wanted.map(({ part }) => Bag.parse(readPartContent(part.content).cells));
  hashWanted(opened.map((bag, index) => ({ bag, cells: cellsAt(bag, wanted[index]!.places) })));
  return wanted.map(({ part: { workchain, blockRound }, places }, index) => {
    const bag = opened[index]!;
    const inputs = new TransactionInputs(bag, { workchain, round: blockRound === NO_ROUND ? null : blockRound });
    return places.map((place) => {
      const cell = bag.roots[place];
      return cell === undefined ? undefined : inputs.read(cell);
    });
  });
}

function cellsAt(bag: Bag, places: readonly number[]): number[] {
  const cells: number[] = [];
  for (const place of places) {
    const cell = bag.roots[place];
    if (cell !== undefined) cells.push(cell);
  }
  return cells;
}

function hashWanted(wanted: readonly { readonly bag: Bag; readonly cells: readonly number[] }[]): void {
  let first = 0;
  let bytes = 0;
  for (let end = 1; end <= wanted.length; end += 1) {
    bytes += wanted[end - 1]!.bag.bytes.length;
    if (bytes < HASHED_BYTES_MAX && end < wanted.length) continue;
    Bag.hashTogether(wanted.slice(first, end));
    first = end;
    bytes = 0;
  }
}
