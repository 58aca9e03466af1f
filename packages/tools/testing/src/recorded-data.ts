import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { loadTestingConfig } from './config.ts';
import { repositoryRoot } from './repository-root.ts';
import { TestingError } from './testing-error.ts';

/** One block of the recorded data: its entry in `blocks/index.json`, with names in camel case, and its bytes. */
export interface RecordedBlock {
  /** Path of the file below the data folder. */
  readonly file: string;
  /** Free text: `mainnet`, `testnet`, or a private network with a remark. */
  readonly network: string;
  readonly globalId: number;
  readonly workchain: number;
  /** 16 hexadecimal digits, lower case. */
  readonly shard: string;
  readonly seqno: number;
  /** Unix time in seconds. */
  readonly genUtime: number;
  /** Logical time as a decimal string (exceeds 2^53). */
  readonly startLt: string;
  readonly endLt: string;
  readonly keyBlock: boolean;
  readonly afterMerge: boolean;
  readonly afterSplit: boolean;
  readonly genSoftwareVersion: number | null;
  /** Counts: transactions, accounts with transactions, leaves of the message descriptors, bytes of the file. */
  readonly transactions: number;
  readonly accounts: number;
  readonly inMsgs: number;
  readonly outMsgs: number;
  readonly bytes: number;
  /** Representation hash of the root cell, 64 hexadecimal digits. */
  readonly rootHash: string;
  /** SHA-256 of the file, which is the block's file hash unless `sha256IsBlockFileHash` says `not confirmed`. */
  readonly sha256: string;
  readonly sha256IsBlockFileHash: string;
  /** Reads the file at every call. */
  read(): Uint8Array;
}

/** The folder of recorded data of the TON networks. */
export interface RecordedData {
  /** Absolute path of the folder. */
  readonly root: string;
  /**
   * True for the default folder. It has cases of every kind: a suite that finds none there tests nothing.
   * Another one (`TONRIVER_DATA`) may lack some.
   */
  readonly isWhole: boolean;
  /** An absolute path below the folder. */
  path(...parts: string[]): string;
  /** Every block of `blocks/index.json`, in its order; none without that file. The index is read once. */
  blocks(): readonly RecordedBlock[];
}

const defaultFolder = join(repositoryRoot, '..', 'shared', 'data');

/** Returns the folder for recorded data, which may not exist; `undefined` for `TONRIVER_DATA=none`. */
export function recordedDataFolder(): string | undefined {
  const configured = loadTestingConfig().recordedData;
  if (configured === 'none') return undefined;
  return configured === undefined ? defaultFolder : resolve(repositoryRoot, configured);
}

/** Parts of the recorded data. A folder may have some of them. */
export const recordedParts = ['blocks/index.json', 'accounts', 'api-recordings', 'config', 'traces'] as const;

/**
 * Returns the recorded data, or `undefined` when the folder has none of the parts or `TONRIVER_DATA` is `none`.
 * Tests should prefer `describeRecorded`, which says so in the test report.
 */
export function recordedData(): RecordedData | undefined {
  const root = recordedDataFolder();
  if (root === undefined || !recordedParts.some((part) => existsSync(join(root, part)))) return undefined;
  let blocks: readonly RecordedBlock[] | undefined;
  return {
    root,
    isWhole: root === defaultFolder,
    path: (...parts) => join(root, ...parts),
    blocks: () => (blocks ??= readIndex(root)),
  };
}

function readIndex(root: string): readonly RecordedBlock[] {
  const file = join(root, 'blocks', 'index.json');
  if (!existsSync(file)) return [];
  const entries: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (!Array.isArray(entries)) throw new TestingError('recorded_data_malformed', 'The index is not a list', { file });
  return entries.map((entry: unknown) => recordedBlock(root, entry));
}

function recordedBlock(root: string, entry: unknown): RecordedBlock {
  const fields = Object.fromEntries(
    Object.entries(entry as Record<string, unknown>).map(([name, value]) => [camelCase(name), value]),
  );
  const file = fields['file'];
  if (typeof file !== 'string' || typeof fields['rootHash'] !== 'string') {
    throw new TestingError('recorded_data_malformed', 'An entry of blocks/index.json has no file or no root hash', {
      entry: JSON.stringify(entry),
    });
  }
  return { ...(fields as unknown as RecordedBlock), file, read: () => readFileSync(join(root, file)) };
}

function camelCase(name: string): string {
  return name.replaceAll(/_([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase());
}
