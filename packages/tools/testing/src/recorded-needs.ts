import { existsSync, readdirSync } from 'node:fs';
import type { RecordedBlock, RecordedData } from './recorded-data.ts';

/**
 * Recorded data that a suite needs: a path that it reads by name, or blocks of some kind in the index. Another
 * folder of the same layout may lack it; then the suite is skipped with a message.
 */
export type RecordedNeed = string | BlockNeed | FileNeed;

/** A number of blocks of a kind. */
export interface BlockNeed {
  /** As the report names it: `blocks of less than 20 kB`. */
  readonly what: string;
  readonly count: number;
  readonly isOne: (block: RecordedBlock, data: RecordedData) => boolean;
}

/** At least one file of a kind in a folder. */
export interface FileNeed {
  /** As the report names it: `configurations in config`. */
  readonly what: string;
  readonly folder: string;
  readonly isFile: (name: string) => boolean;
}

/** For suites that have nothing to test when all blocks are empty. */
export const SOME_TRANSACTION: BlockNeed = {
  what: 'blocks with transactions',
  count: 1,
  isOne: ({ transactions }) => transactions > 0,
};

/** Recorded runs of which a suite needs every block. */
const BLOCKS_OF_RUN: Readonly<Record<string, number>> = {
  'blocks/mainnet-2019-11-genesis': 505,
  'blocks/mainnet-2019-11-mc-2660': 21,
  'blocks/mainnet-2019-12-shard-571525': 11,
};

/** The need of a suite that names none: the blocks of the index. */
const ANY_BLOCK: BlockNeed = { what: 'blocks', count: 1, isOne: () => true };

/** Returns the needs that the folder does not have, in words. */
export function missingNeeds(data: RecordedData, needs: readonly RecordedNeed[]): string[] {
  return (needs.length === 0 ? [ANY_BLOCK] : needs).flatMap((need) => {
    if (typeof need !== 'string') return 'folder' in need ? missingFiles(data, need) : missingBlocks(data, need);
    if (!existsSync(data.path(need))) return [need];
    const count = BLOCKS_OF_RUN[need];
    const isOne = ({ file }: RecordedBlock): boolean => file.startsWith(`${need}/`);
    return count === undefined ? [] : missingBlocks(data, { what: `blocks in ${need}`, count, isOne });
  });
}

function missingFiles(data: RecordedData, { what, folder, isFile }: FileNeed): string[] {
  const path = data.path(folder);
  return existsSync(path) && readdirSync(path).some(isFile) ? [] : [what];
}

function missingBlocks(data: RecordedData, { what, count, isOne }: BlockNeed): string[] {
  const found = data.blocks().filter((block) => isOne(block, data)).length;
  return found >= count ? [] : [`${what} (${count} needed, ${found} there)`];
}
