import { readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const PAGE_BYTES = 4096;
/** The front of a page holds its header and the places of its entries. */
const FRONT_BYTES = 96;

/** Returns a generator of numbers below a bound, equal for equal seeds. */
export function seededNumbers(seed: number): (below: number) => number {
  let state = (seed * 2_654_435_761) >>> 0;
  return (below) => {
    // xorshift32; a state of 0 would stay 0.
    state = state === 0 ? 0x9e3779b9 : state;
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state % below;
  };
}

/**
 * Damages one file of a directory: flips one bit (half of the time at the front of a page), overwrites a part, cuts off
 * the end, or deletes the file.
 *
 * @returns a description of the damage, for the message of a failing test
 */
export function damageDirectory(directory: string, seed: number): string {
  const random = seededNumbers(seed);
  const names = readdirSync(directory).filter((name) => statSync(join(directory, name)).isFile());
  // Most damage goes to the data file; the other files get a fifth.
  const name = random(5) > 0 ? 'data.mdb' : names.toSorted()[random(names.length)]!;
  const path = join(directory, name);
  const { size } = statSync(path);
  const kind = random(20);
  if (kind === 0) {
    rmSync(path);
    return `${name} deleted`;
  }
  if (kind < 5 || size === 0) {
    const length = random(size + 1);
    truncateSync(path, length);
    return `${name} cut to ${length} of ${size} bytes`;
  }
  const bytes = readFileSync(path);
  if (kind < 8) {
    const [start, length] = [random(size), 1 + random(PAGE_BYTES)];
    bytes.fill(random(256), start, Math.min(size, start + length));
    writeFileSync(path, bytes);
    return `${name} overwritten for ${length} bytes from ${start}`;
  }
  const isFront = kind < 14;
  const page = random(Math.ceil(size / PAGE_BYTES)) * PAGE_BYTES;
  const at = Math.min(size - 1, isFront ? page + random(FRONT_BYTES) : random(size));
  const bit = random(8);
  bytes[at]! ^= 1 << bit;
  writeFileSync(path, bytes);
  return `${name}: bit ${bit} of byte ${at} flipped`;
}
