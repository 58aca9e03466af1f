import type { DraftCell } from './draft.ts';

const bitsMax = 1023;

/** Returns the data of a cell as a text of `0` and `1`, which is easy to change. */
export function bitText({ bits, bitLength }: DraftCell): string {
  let text = '';
  for (let at = 0; at * 8 < bitLength; at++) text += (256 + (bits[at] as number)).toString(2).slice(1);
  return text.slice(0, bitLength);
}

/** Returns the cell with other data. Surplus bits are dropped. */
export function withBitText(cell: DraftCell, text: string): DraftCell {
  const bitLength = Math.min(bitsMax, text.length);
  const bits = new Uint8Array((bitLength + 7) >> 3);
  for (let at = 0; at < bits.length; at++) {
    bits[at] = Number.parseInt(text.slice(at * 8, Math.min(bitLength, at * 8 + 8)).padEnd(8, '0'), 2);
  }
  return { ...cell, bits, bitLength };
}

/** Returns an unsigned number in so many bits. Surplus high bits are dropped. */
export function uintText(value: number | bigint, width: number): string {
  return width === 0 ? '' : BigInt.asUintN(width, BigInt(value)).toString(2).padStart(width, '0');
}
