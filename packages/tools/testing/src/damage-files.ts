import { readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const PAGE_BYTES = 4096;
/** Headers and the places of entries lie at the front of a page: what is flipped there leads elsewhere. */
const FRONT_BYTES = 96;

/** Numbers below a bound that are the same for the same seed. */
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
 * Damages one file of a directory as disks and people do: one bit flipped (half of them at the front of a page), a
 * stretch overwritten, the end cut off, or the file deleted.
 *
 * @returns what was done, for the message of a test that fails
 */
export function damageDirectory(directory: string, seed: number): string {
  const random = seededNumbers(seed);
  const names = readdirSync(directory).filter((name) => statSync(join(directory, name)).isFile());
  // The data are what matters most; the files beside it get a fifth.
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
