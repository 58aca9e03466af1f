/**
 * Copies `count` bits between byte arrays, most significant bit first, at any bit offsets. The target bits must be zero
 * before; bits after them in the last byte stay as they are.
 */
export function copyBits(from: Uint8Array, fromBit: number, to: Uint8Array, toBit: number, count: number): void {
  let source = fromBit;
  let target = toBit;
  let left = count;
  const head = (8 - (target & 7)) & 7;
  if (head > 0 && left > 0) {
    const bits = head < left ? head : left;
    to[target >> 3]! |= readByte(from, source, bits) << (head - bits);
    source += bits;
    target += bits;
    left -= bits;
  }
  const shift = source & 7;
  let read = source >> 3;
  let write = target >> 3;
  if (shift === 0) {
    for (; left >= 8; left -= 8) to[write++] = from[read++]!;
  } else {
    for (; left >= 8; left -= 8, read++) to[write++] = (from[read]! << shift) | (from[read + 1]! >> (8 - shift));
  }
  if (left > 0) to[write]! |= readByte(from, read * 8 + shift, left) << (8 - left);
}

/** Up to eight bits at a bit offset, as a number. */
function readByte(from: Uint8Array, bit: number, bits: number): number {
  const at = bit >> 3;
  const shift = bit & 7;
  const second = shift + bits > 8 ? from[at + 1]! : 0;
  return (((from[at]! << 8) | second) >> (16 - shift - bits)) & ((1 << bits) - 1);
}
