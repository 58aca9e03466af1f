import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { BocError } from '@tonriver/boc';
import { ChainModelError, hashFromHex, parseAccountAddress } from '@tonriver/chain-model';
import { errorMessage } from '@tonriver/errors';
import type { z } from 'zod';
import { BlockSourceError } from '../../block-source-error.ts';
import { joinedLibraries, libraryCells, libraryDictionary, type LibrarySet } from './library-set.ts';
import type { RecordedCall, RecordedSurroundings, Recording } from './recording.ts';
import { RECORDED_GAS_LIMIT, recordingForms } from './recording-forms.ts';
import { shardAccountOf } from './shard-account-of.ts';

export interface ReadRecordingsOptions {
  readonly files: readonly string[];
  /** Folders in which the files that a recording names are looked for, after those above the recording. */
  readonly folders: readonly string[];
}

const noLibraries: LibrarySet = libraryCells([]);

/**
 * Every account of the files, in their order. The form of a file is told by its members.
 *
 * @throws {BlockSourceError} `unreadable_path`, or `bad_recording` naming the file
 */
export function readRecordings({ files, folders }: ReadRecordingsOptions): readonly Recording[] {
  const libraries = new Map<string, LibrarySet>();
  return files.flatMap((file) => {
    const name = basename(file);
    const find = (path: string): string => findNamedFile(path, file, folders);
    const dictionary = (path: string): LibrarySet => {
      const found = find(path);
      const known = libraries.get(found) ?? libraryDictionary(readFileSync(found));
      libraries.set(found, known);
      return known;
    };
    try {
      return recordingsOf(name, parseFile(file), { find, dictionary });
    } catch (error) {
      if (!(error instanceof BocError) && !(error instanceof ChainModelError)) throw error;
      throw new BlockSourceError('bad_recording', `${file}: ${error.message}`, { file }, { cause: error });
    }
  });
}

interface NamedFiles {
  readonly find: (path: string) => string;
  readonly dictionary: (path: string) => LibrarySet;
}

const LIBRARY_FILE = /librar.*\.boc$/;

/**
 * Libraries that a recording names by hash only: they stand in a dictionary beside its configuration.
 *
 * @throws {BlockSourceError} `bad_recording` when one is in none of them
 */
function namedLibraries(
  file: string,
  config: string,
  hashes: readonly string[],
  { find, dictionary }: NamedFiles,
): readonly LibrarySet[] {
  if (hashes.length === 0) return [];
  const folder = dirname(find(config));
  const names = readdirSync(folder).filter((name) => LIBRARY_FILE.test(name));
  const dictionaries = names.toSorted().map((name) => dictionary(join(folder, name)));
  const cells = [...new Set(hashes)].map((hash) => {
    const found = joinedLibraries(dictionaries).find(hashFromHex(hash));
    if (found !== undefined) return found;
    throw new BlockSourceError('bad_recording', `${file}: no dictionary beside ${config} has library ${hash}`, {
      file,
    });
  });
  return [libraryCells(cells)];
}

type ParsedFile =
  | { readonly form: 'calls'; readonly content: z.output<typeof recordingForms.calls> }
  | { readonly form: 'contracts'; readonly content: z.output<typeof recordingForms.contracts> }
  | { readonly form: 'accounts'; readonly content: z.output<typeof recordingForms.accounts> };

function parseFile(file: string): ParsedFile {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new BlockSourceError('unreadable_path', `${file}: ${errorMessage(error)}`, { file }, { cause: error });
  }
  const hasContracts = typeof value === 'object' && value !== null && 'contracts' in value;
  const form = Array.isArray(value) ? 'calls' : hasContracts ? 'contracts' : 'accounts';
  const parsed = recordingForms[form].safeParse(value);
  if (parsed.success) return { form, content: parsed.data } as ParsedFile;
  const [issue] = parsed.error.issues;
  throw new BlockSourceError(
    'bad_recording',
    `${file}: no form of recorded get-methods: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`,
    { file },
  );
}

function recordingsOf(file: string, { form, content }: ParsedFile, named: NamedFiles): Recording[] {
  switch (form) {
    case 'calls':
      return content.map((call) => {
        const dictionary = call.libs_dict_boc ?? null;
        const sets = [
          ...((call.library_cells_boc ?? []).length > 0
            ? [libraryCells((call.library_cells_boc ?? []).map(bytesOf))]
            : []),
          ...(dictionary === null ? [] : [libraryDictionary(bytesOf(dictionary))]),
          ...namedLibraries(file, call.config, call.reference?.libraries_used ?? [], named),
        ];
        return {
          ...partsOf(call.address, call.balance, call.code_boc, call.data_boc),
          surroundings: surroundingsOf(named, call, call.unixtime, joined(sets)),
          calls: [{ id: call.id ?? null, method: call.method ?? null, methodId: call.method_id, file }],
        };
      });
    case 'contracts': {
      const shared = libraryCells((content.library_cells_boc ?? []).map(bytesOf));
      return content.contracts.map((contract) => {
        const used = contract.reference.flatMap((result) => result.libraries_used ?? []);
        const libraries = joined([shared, ...namedLibraries(file, content.config, used, named)]);
        return {
          ...partsOf(contract.address, contract.reference_balance, contract.code_boc, contract.data_boc),
          surroundings: surroundingsOf(named, content, contract.reference_unixtime, libraries),
          calls: contract.reference.map((result) => callOf(file, contract.id, result)),
        };
      });
    }
    case 'accounts': {
      const { libraries: path } = content;
      const libraries = path === undefined || path === null ? noLibraries : named.dictionary(path);
      const surroundings = surroundingsOf(named, content, content.unixtime, libraries);
      return content.accounts.map(({ address, shard_account_boc: boc, results = [] }) => ({
        address: parseAccountAddress(address),
        shardAccountBoc: bytesOf(boc),
        surroundings,
        calls: results.map((result) => callOf(file, undefined, result)),
      }));
    }
  }
}

function joined(sets: readonly LibrarySet[]): LibrarySet {
  return sets.length === 0 ? noLibraries : joinedLibraries(sets);
}

function callOf(
  file: string,
  id: string | undefined,
  result: { readonly method?: string | null | undefined; readonly method_id: number },
): RecordedCall {
  return { id: id ?? null, method: result.method ?? null, methodId: result.method_id, file };
}

function partsOf(
  text: string,
  balance: string,
  codeBoc: string | null,
  dataBoc: string | null,
): Pick<Recording, 'address' | 'shardAccountBoc'> {
  const address = parseAccountAddress(text);
  const parts = {
    balance: BigInt(balance),
    codeBoc: codeBoc === null ? null : bytesOf(codeBoc),
    dataBoc: dataBoc === null ? null : bytesOf(dataBoc),
  };
  return { address, shardAccountBoc: shardAccountOf({ address, ...parts }) };
}

function surroundingsOf(
  { find }: NamedFiles,
  shared: { readonly config: string; readonly rand_seed: string; readonly gas_limit?: number | undefined },
  unixTime: number,
  libraries: LibrarySet,
): RecordedSurroundings {
  const configPath = find(shared.config);
  const gasLimit = BigInt(shared.gas_limit ?? RECORDED_GAS_LIMIT);
  const key = [configPath, unixTime, shared.rand_seed, gasLimit, libraries.key].join('|');
  return { key, configPath, libraries, unixTime, randomSeed: Buffer.from(shared.rand_seed, 'hex'), gasLimit };
}

function bytesOf(base64: string): Uint8Array {
  return Buffer.from(base64, 'base64');
}

/** A recording names files below the folder of recorded data, somewhere above the recording itself. */
function findNamedFile(path: string, recording: string, folders: readonly string[]): string {
  const above: string[] = [];
  for (let folder = dirname(resolve(recording)); ; folder = dirname(folder)) {
    above.push(folder);
    if (folder === dirname(folder)) break;
  }
  const candidates = isAbsolute(path) ? [path] : [...above, ...folders].map((folder) => join(folder, path));
  for (const candidate of candidates) if (isFile(candidate)) return candidate;
  throw new BlockSourceError('unreadable_path', `${recording} names ${path}, which is not in a folder above it`, {
    file: recording,
    path,
  });
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
