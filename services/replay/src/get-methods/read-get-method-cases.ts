import { basename, dirname } from 'node:path';
import { Bag, type Cell, serializeTree } from '@tonriver/boc';
import { findInDictionary, loadAccount, loadShardAccount, parseAccountAddress } from '@tonriver/chain-model';
import { type GetMethodCall, methodIdOf } from '@tonriver/tvm';
import { z } from 'zod';
import { base64Bytes, libraryDictionary, rootCell } from '../bags.ts';
import { RecordingError } from '../recording-error.ts';
import { parseAs, readJson, type RecordingFiles } from '../recording-files.ts';
import type { GetMethodCase } from './get-method-case.ts';
import { readRecordedEntry, recordedEntrySchema } from './recorded-entry.ts';

const optionalText = z.string().nullish();
const optionalNumber = z.union([z.string(), z.number()]).nullish();

const resultSchema = z.looseObject({
  method: optionalText,
  method_id: z.number().int().nullish(),
  args: z.array(recordedEntrySchema).nullish(),
  exit_code: z.number().int(),
  gas_used: optionalNumber,
  stack_boc: optionalText,
  stack: z.array(recordedEntrySchema).nullish(),
  missing_library: optionalText,
  libraries_used: z.array(z.string()).nullish(),
});

/** What a record can say of the run, or the file for all its records. */
const settingsSchema = z.looseObject({
  config: optionalText,
  config_boc: optionalText,
  libraries: optionalText,
  library_cells_boc: z.array(z.string()).nullish(),
  libs_dict_boc: optionalText,
  prev_blocks_info_stack_boc: optionalText,
  unixtime: optionalNumber,
  reference_unixtime: optionalNumber,
  balance: optionalNumber,
  reference_balance: optionalNumber,
  extra_currencies: z.record(z.string(), z.union([z.string(), z.number()])).nullish(),
  rand_seed: optionalText,
  gas_limit: optionalNumber,
});

const contractSchema = settingsSchema.extend({
  id: optionalText,
  address: z.string(),
  method: optionalText,
  method_id: z.number().int().nullish(),
  args: z.array(recordedEntrySchema).nullish(),
  code_boc: optionalText,
  data_boc: optionalText,
  shard_account_boc: optionalText,
  reference: z.union([resultSchema, z.array(resultSchema)]).nullish(),
  results: z.array(resultSchema).nullish(),
});

const fileSchema = z.union([
  z.array(contractSchema),
  settingsSchema.extend({ contracts: z.array(contractSchema) }),
  settingsSchema.extend({ accounts: z.array(contractSchema) }),
  contractSchema,
]);

type Settings = z.output<typeof settingsSchema>;
type Contract = z.output<typeof contractSchema>;
type Result = z.output<typeof resultSchema>;

const gasLimitByDefault = 1_000_000;
/** Where libraries stand that a record names by their hashes. */
const librariesOfHashes = 'config/mainnet_libraries_66519406.boc';

/**
 * Reads a file of recorded get-methods: a list of records, one record, `{ contracts }` or `{ accounts }` with settings
 * for all. Throws `RecordingError`. A contract without results gives no case.
 */
export function readGetMethodCases(path: string, files: RecordingFiles): GetMethodCase[] {
  const content = parseAs(fileSchema, readJson(path), path);
  const [settings, contracts] = Array.isArray(content)
    ? [{} as Settings, content]
    : 'contracts' in content
      ? [content, content.contracts as Contract[]]
      : 'accounts' in content
        ? [content, content.accounts as Contract[]]
        : [{} as Settings, [content as Contract]];
  const keys = new Map<string, Uint8Array | null>();
  return contracts.flatMap((contract) => {
    const results = [contract.results ?? [], contract.reference ?? []].flat();
    return results.map((result) => caseOf({ path, files, settings, contract, result, keys }));
  });
}

/** Whether a JSON file is one of these forms, by its first record. */
export function looksLikeGetMethods(content: unknown): boolean {
  const list = Array.isArray(content)
    ? content
    : ((content as { contracts?: unknown }).contracts ?? (content as { accounts?: unknown }).accounts ?? [content]);
  const first: unknown = Array.isArray(list) ? list[0] : undefined;
  if (typeof first !== 'object' || first === null) return false;
  return 'address' in first && ('code_boc' in first || 'shard_account_boc' in first);
}

interface Source {
  readonly path: string;
  readonly files: RecordingFiles;
  readonly settings: Settings;
  readonly contract: Contract;
  readonly result: Result;
  /** Libraries that were put together, by what they were made of. */
  readonly keys: Map<string, Uint8Array | null>;
}

function caseOf(source: Source): GetMethodCase {
  const { path, contract, result } = source;
  const method = result.method ?? contract.method ?? null;
  const methodId = result.method_id ?? contract.method_id ?? (method === null ? null : methodIdOf(method));
  const name = `${basename(path)} ${contract.id ?? contract.address} ${method ?? methodId ?? '?'}`;
  if (methodId === null) throw new RecordingError('recording_unknown_form', `${name}: there is no method`);
  const args = result.args ?? contract.args ?? [];
  return {
    name,
    call: {
      ...settingsOf(source, name),
      ...stateOf(contract, name),
      methodId,
      stack: args.map((entry) => readRecordedEntry(entry, name)),
    },
    expected: {
      exitCode: result.exit_code,
      gasUsed: result.gas_used === null || result.gas_used === undefined ? null : BigInt(result.gas_used),
      stackBoc: typeof result.stack_boc === 'string' ? base64Bytes(result.stack_boc, name) : null,
      stack: result.stack ?? null,
      missingLibrary: result.missing_library?.toLowerCase() ?? null,
    },
  };
}

type State = Pick<GetMethodCall, 'codeBoc' | 'dataBoc'>;

function stateOf(contract: Contract, name: string): State {
  if (typeof contract.code_boc === 'string') {
    const data = contract.data_boc;
    const dataBoc = typeof data === 'string' ? base64Bytes(data, name) : emptyCell;
    return { codeBoc: base64Bytes(contract.code_boc, name), dataBoc };
  }
  if (typeof contract.shard_account_boc !== 'string') {
    throw new RecordingError('recording_unknown_form', `${name}: there is neither code nor an account`);
  }
  const bag = Bag.parse(base64Bytes(contract.shard_account_boc, name));
  const state = loadAccount(bag, loadShardAccount(bag.slice(bag.root)).account)?.storage.state;
  if (state?.type !== 'active' || state.stateInit.code === null) {
    throw new RecordingError('recording_unknown_form', `${name}: the account has no code to run`);
  }
  const { code, data } = state.stateInit;
  return { codeBoc: serializeTree(bag, code), dataBoc: data === null ? emptyCell : serializeTree(bag, data) };
}

const emptyCell = new Uint8Array(Buffer.from('te6cckEBAQEAAgAAAEysuc0=', 'base64'));

function settingsOf(source: Source, name: string): Omit<GetMethodCall, 'codeBoc' | 'dataBoc' | 'methodId' | 'stack'> {
  const { path, files, settings, contract } = source;
  const of = <Key extends keyof Settings>(key: Key): Settings[Key] => contract[key] ?? settings[key];
  const config = of('config');
  const configText = of('config_boc');
  if (typeof config !== 'string' && typeof configText !== 'string') {
    throw new RecordingError('recording_unknown_form', `${name}: there is no configuration`);
  }
  const configBoc =
    typeof configText === 'string' ? base64Bytes(configText, name) : files.bytes(config as string, path);
  const unixTime = Number(of('unixtime') ?? of('reference_unixtime') ?? 0);
  const previous = of('prev_blocks_info_stack_boc');
  const seed = of('rand_seed');
  return {
    environment: {
      key: `${typeof configText === 'string' ? configText : config} ${unixTime} ${previous ?? ''}`,
      configBoc,
      previousBlocksBoc: typeof previous === 'string' ? base64Bytes(previous, name) : null,
      unixTime,
    },
    address: parseAccountAddress(contract.address),
    balance: BigInt(of('balance') ?? of('reference_balance') ?? 0),
    extraCurrencies: Object.entries(of('extra_currencies') ?? {}).map(([currency, amount]) => ({
      currency: Number(currency),
      amount: BigInt(amount),
    })),
    librariesBoc: librariesOf(source, name),
    randomSeed: typeof seed === 'string' ? new Uint8Array(Buffer.from(seed, 'hex')) : new Uint8Array(32),
    gasLimit: BigInt(of('gas_limit') ?? gasLimitByDefault),
  };
}

/** All libraries that the record or its file gives; none where neither does, which is a case of its own. */
function librariesOf({ path, files, settings, contract, result, keys }: Source, name: string): Uint8Array | null {
  const file = contract.libraries ?? settings.libraries;
  if (typeof file === 'string') return files.bytes(file, path);
  const dictionary = contract.libs_dict_boc ?? settings.libs_dict_boc;
  const texts = [contract.library_cells_boc ?? [], settings.library_cells_boc ?? []].flat();
  const named = result.libraries_used ?? [];
  if (typeof dictionary === 'string' && texts.length === 0) {
    return kept(keys, dictionary, () => base64Bytes(dictionary, name));
  }
  if (texts.length === 0 && named.length === 0) return null;
  return kept(keys, [...texts, ...named].join(), () => {
    const cells = texts.map((text) => rootCell(base64Bytes(text, name), name));
    const given = new Set(cells.map((cell) => Buffer.from(cell.hash()).toString('hex')));
    const missing = named.filter((hash) => !given.has(hash.toLowerCase()));
    return libraryDictionary([...cells, ...missing.flatMap((hash) => namedLibrary(files, path, hash))]);
  });
}

function namedLibrary(files: RecordingFiles, path: string, hash: string): Cell[] {
  const bag = Bag.parse(files.bytes(librariesOfHashes, `${dirname(path)}/x`));
  const leaf = findInDictionary(bag, bag.root, 256, Buffer.from(hash, 'hex'));
  return leaf === null ? [] : [bag.toCell(leaf.loadRef())];
}

function kept(keys: Map<string, Uint8Array | null>, key: string, make: () => Uint8Array | null): Uint8Array | null {
  const known = keys.get(key);
  if (known !== undefined) return known;
  const made = make();
  keys.set(key, made);
  return made;
}
