import { type Cell, crc32c } from '@tonriver/boc';

/**
 * Writes a cell and everything below it as a bag of cells in the order of the reference's library: a cell stands
 * before all cells below it, and otherwise where a walk from the root, left to right, meets it for the last time. The
 * node orders its bags in another way; both are read by everybody, but the bytes differ.
 */
export function writeReferenceBag(root: Cell, { hasChecksum }: { readonly hasChecksum: boolean }): Buffer {
  const cells = orderedCells(root);
  const numbers = new Map(cells.map(({ key }, index) => [key, index]));
  const indexBytes = bytesFor(cells.length);
  const parts: number[] = [];
  for (const { cell } of cells) {
    const isWhole = (cell.bitLength & 7) === 0;
    parts.push(cell.refs.length + (cell.isExotic ? 8 : 0) + 32 * cell.levelMask);
    parts.push((cell.bitLength >> 3) + ((cell.bitLength + 7) >> 3));
    for (const byte of cell.bits) parts.push(byte);
    if (!isWhole) parts[parts.length - 1]! |= 0x80 >> (cell.bitLength & 7);
    for (const ref of cell.refs) pushNumber(parts, numbers.get(keyOf(ref))!, indexBytes);
  }
  const offsetBytes = bytesFor(parts.length);
  const head = [0xb5, 0xee, 0x9c, 0x72, (hasChecksum ? 0x40 : 0) | indexBytes, offsetBytes];
  for (const count of [cells.length, 1, 0]) pushNumber(head, count, indexBytes);
  pushNumber(head, parts.length, offsetBytes);
  pushNumber(head, 0, indexBytes);
  // Memory of Node's pool, not zeroed: an array of its own takes longer than all that is written into it.
  const bytes = Buffer.allocUnsafe(head.length + parts.length + (hasChecksum ? 4 : 0));
  bytes.set(head);
  bytes.set(parts, head.length);
  if (hasChecksum) bytes.writeUInt32LE(crc32c(bytes, 0, bytes.length - 4), bytes.length - 4);
  return bytes;
}

interface KeyedCell {
  readonly cell: Cell;
  readonly key: string;
}

/** The last meeting on a walk left to right is the first one on the walk backwards: right to left, children first. */
function orderedCells(root: Cell): KeyedCell[] {
  const seen = new Set<string>();
  const backwards: KeyedCell[] = [];
  // Nothing below the root is the root again, so that its hash need not be known.
  const open = [{ keyed: { cell: root, key: '' }, next: root.refs.length - 1 }];
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    const cell = top.keyed.cell.refs[top.next];
    top.next -= 1;
    if (cell === undefined) {
      open.pop();
      backwards.push(top.keyed);
      continue;
    }
    const key = keyOf(cell);
    if (seen.has(key)) continue;
    seen.add(key);
    open.push({ keyed: { cell, key }, next: cell.refs.length - 1 });
  }
  return backwards.reverse();
}

function keyOf(cell: Cell): string {
  const hash = cell.hash();
  return Buffer.from(hash.buffer, hash.byteOffset, hash.byteLength).toString('latin1');
}

function bytesFor(value: number): number {
  return Math.max(1, Math.ceil((32 - Math.clz32(value)) / 8));
}

function pushNumber(target: number[], value: number, bytes: number): void {
  for (let byte = bytes - 1; byte >= 0; byte -= 1) target.push(Math.floor(value / 256 ** byte) & 0xff);
}
