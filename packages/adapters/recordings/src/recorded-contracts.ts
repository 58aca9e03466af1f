import { readFileSync } from 'node:fs';
import { type AccountAddress, crc16, type ExtraCurrency, parseAccountAddress } from '@tonriver/chain-model';
import { errorMessage } from '@tonriver/errors';
import { BadRecordingError } from './bad-recording-error.ts';
import type { LibrarySet } from './library-set.ts';
import { bytesOrFile, type NamedFiles } from './named-files.ts';
import { parseRecording } from './parse-recording.ts';
import { createRecordedLibraries, type RecordedLibraries } from './recorded-libraries.ts';
import { type RecordedState, recordedState } from './recorded-state.ts';
import {
  badRecording,
  below,
  firstOf,
  hashBytes,
  integerOf,
  listOf,
  membersOf,
  reading,
  type RecordedMembers,
  type RecordedPlace,
  textOf,
} from './recorded-values.ts';

/** A contract of a recording, with the surroundings of its runs. */
export interface RecordedContract {
  readonly place: RecordedPlace;
  readonly id: string | null;
  readonly address: AccountAddress;
  readonly state: RecordedState;
  /** Nanograms. */
  readonly balance: bigint;
  readonly extraCurrencies: readonly ExtraCurrency[];
  /** Libraries for all runs of the contract, without those of the account itself. */
  readonly libraries: LibrarySet;
  /** Equal keys mean equal bytes. */
  readonly config: { readonly key: string; readonly bytes: Uint8Array };
  /** Slot 13 of c7: a `VmStackValue`, nested lists of numbers, or null when there is none. */
  readonly previousBlocks: { readonly boc: Uint8Array } | { readonly nested: unknown } | null;
  readonly unixTime: number;
  readonly randomSeed: Uint8Array;
  readonly gasLimit: bigint;
  /** The method that the record names, null when its results name theirs. */
  readonly method: RecordedMethod | null;
  readonly results: readonly RecordedResult[];
}

interface RecordedMethod {
  /** Null when only its id is known. */
  readonly method: string | null;
  readonly methodId: number;
}

/** A recorded run. */
export interface RecordedResult extends RecordedMethod {
  readonly place: RecordedPlace;
  readonly arguments: readonly unknown[];
  /** Libraries of the contract and of this run. */
  readonly libraries: LibrarySet;
  /** The members of the result. */
  readonly members: RecordedMembers;
}

/** A record that is read later: it stays readable when another one is not. */
export interface RecordedRecord {
  readonly place: RecordedPlace;
  /** @throws {BadRecordingError} `bad_recording` naming file and member, `unreadable_path` */
  read(): RecordedContract;
}

/** The gas limit of recordings that do not state theirs. */
const GAS_LIMIT = 1_000_000n;
const METHOD_ID_LIMIT = 2n ** 31n;
const UNIX_TIME_MAX = 2n ** 32n - 1n;
/** Members that would change a run and are not supported. A record with one is refused. */
const NOT_UNDERSTOOD = ['c7', 'c7_boc', 'c7_stack_boc'] as const;

/**
 * Reads the records of a file: a list, `{ contracts }` or `{ accounts }` with settings for all, or a single record.
 *
 * @throws {BadRecordingError} `unreadable_path` when it is not JSON, `bad_recording` when it has another form
 */
export function recordedRecords(file: string, files: NamedFiles): readonly RecordedRecord[] {
  const content = readJson(file);
  const root: RecordedPlace = { file, member: '' };
  if (Array.isArray(content)) return recordsOf(content, {}, root, files);
  const settings = membersOf(content, root);
  for (const name of ['contracts', 'accounts'] as const) {
    const list = settings[name];
    if (Array.isArray(list)) return recordsOf(list, settings, below(root, name), files);
  }
  if ('address' in settings && ('reference' in settings || 'results' in settings)) {
    return recordsOf([settings], {}, root, files);
  }
  throw new BadRecordingError('bad_recording', `${file}: no form of recorded get-methods`, { file });
}

function readJson(file: string): unknown {
  try {
    return parseRecording(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new BadRecordingError('unreadable_path', `${file}: ${errorMessage(error)}`, { file }, { cause: error });
  }
}

function recordsOf(
  list: readonly unknown[],
  settings: RecordedMembers,
  root: RecordedPlace,
  files: NamedFiles,
): readonly RecordedRecord[] {
  const libraries = createRecordedLibraries(files);
  return list.map((value, index) => {
    const place = below(root, index);
    return {
      place,
      read: () =>
        reading(place, () => contractOf({ record: membersOf(value, place), settings, place, files, libraries })),
    };
  });
}

interface RecordSource {
  readonly record: RecordedMembers;
  /** Settings of the file for all its records. */
  readonly settings: RecordedMembers;
  readonly place: RecordedPlace;
  readonly files: NamedFiles;
  readonly libraries: RecordedLibraries;
}

function contractOf(source: RecordSource): RecordedContract {
  const { record, settings, place } = source;
  for (const name of NOT_UNDERSTOOD) {
    const given = record[name] ?? settings[name];
    if (given !== undefined && given !== null)
      throw badRecording(below(place, name), 'such a member is not understood');
  }
  const setting = <Value>(names: readonly string[], read: (value: unknown, at: RecordedPlace) => Value) => {
    const found = firstOf([record, settings], names);
    return found === undefined ? undefined : read(found.value, below(place, found.name));
  };
  const address = reading(below(place, 'address'), () =>
    parseAccountAddress(textOf(record['address'], below(place, 'address'))),
  );
  const state = recordedState(record, address, place);
  const unixTime = setting(['unixtime', 'reference_unixtime', 'unix_time', 'utime', 'now'], integerOf) ?? 0n;
  if (unixTime < 0n || unixTime > UNIX_TIME_MAX) throw badRecording(below(place, 'unixtime'), 'not a time');
  const config = configOf(source);
  const libraries = source.libraries.ofRecord(source);
  return {
    place,
    id: typeof record['id'] === 'string' ? record['id'] : null,
    address,
    state,
    balance: setting(['balance', 'reference_balance'], integerOf) ?? state.balance,
    extraCurrencies: setting(['extra_currencies'], currenciesOf) ?? state.extraCurrencies,
    config,
    libraries,
    previousBlocks: previousBlocksOf(source),
    unixTime: Number(unixTime),
    randomSeed: setting(['rand_seed', 'random_seed'], hashBytes) ?? new Uint8Array(32),
    gasLimit: setting(['gas_limit'], integerOf) ?? GAS_LIMIT,
    method: methodOf([record], place),
    results: resultsOf(source, { libraries, configPath: config.path }),
  };
}

function configOf({ record, settings, place, files }: RecordSource): RecordedContract['config'] & {
  readonly path: string | null;
} {
  const found = firstOf([record, settings], ['config_boc', 'config']);
  if (found === undefined) throw badRecording(below(place, 'config'), 'there is no configuration');
  const given = bytesOrFile(found.value, below(place, found.name), files);
  return 'path' in given
    ? { key: given.path, bytes: given.bytes, path: given.path }
    : { key: String(found.value), bytes: given.bytes, path: null };
}

function previousBlocksOf({ record, settings, place, files }: RecordSource): RecordedContract['previousBlocks'] {
  const names = ['prev_blocks_info_stack_boc', 'prev_blocks_stack_boc', 'prev_blocks_info'];
  const found = firstOf([record, settings], names);
  if (found === undefined) return null;
  if (Array.isArray(found.value)) return { nested: found.value };
  return { boc: bytesOrFile(found.value, below(place, found.name), files).bytes };
}

/** Reads `{ "100": "5" }`, or a list of `{ id, amount }`. */
function currenciesOf(value: unknown, place: RecordedPlace): readonly ExtraCurrency[] {
  const entries = Array.isArray(value)
    ? listOf(value, place).map((item, index) => {
        const members = membersOf(item, below(place, index));
        return [members['id'] ?? members['currency'], members['amount'] ?? members['value']] as const;
      })
    : Object.entries(membersOf(value, place));
  return entries.map(([currency, amount], index) => ({
    currency: Number(integerOf(currency, below(place, index))),
    amount: integerOf(amount, below(place, index)),
  }));
}

function resultsOf(
  { record, place, libraries: recorded }: RecordSource,
  given: { readonly libraries: LibrarySet; readonly configPath: string | null },
): readonly RecordedResult[] {
  return (['results', 'reference'] as const).flatMap((name) => {
    const value = record[name];
    const isList = Array.isArray(value);
    const list: readonly unknown[] = isList ? value : value === undefined || value === null ? [] : [value];
    return list.map((item, index) => {
      const at = isList ? below(below(place, name), index) : below(place, name);
      const members = membersOf(item, at);
      return {
        place: at,
        ...namedMethod([members, record], at),
        arguments: listOf(members['args'] ?? record['args'], below(at, 'args')),
        libraries: recorded.withNamed(given, listOf(members['libraries_used'], below(at, 'libraries_used')), at),
        members,
      };
    });
  });
}

function namedMethod(records: readonly RecordedMembers[], place: RecordedPlace): RecordedMethod {
  const found = methodOf(records, place);
  if (found === null) throw badRecording(below(place, 'method'), 'there is no method');
  return found;
}

/** Reads the method of the result, else that of the record. An id comes before a name; a name of digits is an id. */
function methodOf(records: readonly RecordedMembers[], place: RecordedPlace): RecordedMethod | null {
  for (const { method, method_id: given } of records) {
    const isName = typeof method === 'string' && !/^(?:-?\d+|0x[0-9a-f]+)$/i.test(method);
    const number = given ?? (isName ? null : method);
    if (!isName && (number === undefined || number === null)) continue;
    const methodId =
      number === undefined || number === null ? idOf(String(method)) : integerOf(number, below(place, 'method_id'));
    if (methodId < -METHOD_ID_LIMIT || methodId >= METHOD_ID_LIMIT)
      throw badRecording(below(place, 'method_id'), 'not the id of a method');
    // A result often has only the id, and its record the name of the same method.
    const names = isName ? [method] : records.map((other) => other['method']);
    const name = names.find((text) => typeof text === 'string' && (isName || idOf(text) === methodId));
    return { method: typeof name === 'string' ? name : null, methodId: Number(methodId) };
  }
  return null;
}

/** Computes the id of a get-method from its name, like compilers. */
function idOf(name: string): bigint {
  return BigInt(crc16(Buffer.from(name, 'utf8')) | 0x10000);
}
