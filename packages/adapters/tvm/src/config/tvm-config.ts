import { createHash } from 'node:crypto';
import { Bag, BocError, type Cell, CellBuilder, type CellSlice, serializeTree, writeBag } from '@tonriver/boc';
import { buildConfig, ChainModelError, type ConfigEntry, loadConfigEntries } from '@tonriver/chain-model';
import { base64Text } from '../base64-text.ts';
import { TvmError } from '../tvm-error.ts';

/**
 * The parameters that the TVM itself reads, whatever a contract does: the version (8), those that it puts into c7
 * slot 14 (18, 19, 20, 21, 24, 25, 43), and the gas of precompiled contracts for slot 16 (45).
 */
const unpackedParameters: ReadonlySet<number> = new Set([8, 18, 19, 20, 21, 24, 25, 43, 45]);

const versionParameter = 8;
const sizeLimitsParameter = 43;
const versionBits = 8 + 32 + 64;
const versionTag = 0xc4;
const sizeLimitsTags = { first: 0x01, second: 0x02 } as const;
/** `size_limits_config`, and `size_limits_config_v2` as this build knows it: it refuses every other length. */
const sizeLimitsBits = { first: 168, second: 368 } as const;
/**
 * The second form grew with the chain. Where it ends earlier, the rest is what the node takes when it is not told:
 * `max_msg_extra_currencies:uint32 max_acc_fixed_prefix_length:uint8 acc_state_cells_for_storage_dict:uint32`.
 */
const shorterSecondForms: ReadonlyMap<number, number> = new Map([
  [296, 0],
  [328, 1],
  [336, 2],
]);
const secondFormDefaults = [
  { value: 2, bits: 32 },
  { value: 8, bits: 8 },
  { value: 26, bits: 32 },
] as const;
/** With `max_transaction_library_loads:(Maybe uint32)` behind it, which came after this build. */
const libraryLoadsBits = { nothing: 369, just: 401 } as const;
/** Where `max_vm_data_depth` lies, and what the TVM takes when it cannot read it. */
const dataDepth = { offset: 104, bits: 16, byDefault: 512 } as const;

/** One configuration in the forms in which it is given to the emulator: bags in Base64. */
export interface TvmConfig {
  /** The whole configuration, unchanged. */
  readonly whole: Buffer;
  /** The whole configuration in a form that this build can read; differs from `whole` if parameter 43 was adapted. */
  readonly readable: Buffer;
  /** Only the parameters that the TVM itself reads, unchanged. */
  readonly reduced: Buffer;
  /** The same, with parameter 43 adapted. */
  readonly reducedReadable: Buffer;
  /** Whether parameter 43 had to be adapted for `readable`. */
  readonly isAdapted: boolean;
  /**
   * Whether get-methods can be given parameter 43 as it is: they need of it only the depth of data, and where they
   * cannot read it they take one that is right here. (Only SENDMSG needs the form that can be read.)
   */
  readonly isAsItIsExact: boolean;
  readonly globalVersion: number;
  /** Distinct libraries that one transaction may load, null without a limit. This build does not enforce it. */
  readonly libraryLoadsMax: number | null;
  /** SHA-256 of `whole`: equal for equal configurations. */
  readonly digest: string;
}

/**
 * Reads a configuration: the root of `Hashmap 32 ^Cell`, or `ConfigParams` around it. Throws `tvm_bad_config` for what
 * is none, and `tvm_config_not_supported` where this TVM would run by other rules than the configuration says.
 */
export function readTvmConfig(configBoc: Uint8Array): TvmConfig {
  try {
    return readChecked(configBoc);
  } catch (error) {
    if (!(error instanceof BocError || error instanceof ChainModelError)) throw error;
    throw new TvmError('tvm_bad_config', 'The bytes are no configuration', {}, { cause: error });
  }
}

function readChecked(configBoc: Uint8Array): TvmConfig {
  const bag = Bag.parse(configBoc);
  const root = dictionaryRoot(bag);
  const entries = loadConfigEntries(bag, root).map(({ parameter, cell }) => ({ parameter, cell: bag.toCell(cell) }));
  const globalVersion = readGlobalVersion(entries);
  const sizeLimits = readSizeLimits(entries);
  const adapted = sizeLimits.adapted;
  const readableEntries =
    adapted === null
      ? entries
      : entries.map((entry) => (entry.parameter === sizeLimitsParameter ? { ...entry, cell: adapted } : entry));
  const whole = serializeTree(bag, root);
  const reduce = (from: readonly ConfigEntry<Cell>[]): Buffer =>
    base64Text(written(from.filter(({ parameter }) => unpackedParameters.has(parameter))));
  const wholeText = base64Text(whole);
  const reduced = reduce(entries);
  return {
    whole: wholeText,
    readable: adapted === null ? wholeText : base64Text(written(readableEntries)),
    reduced,
    reducedReadable: adapted === null ? reduced : reduce(readableEntries),
    isAdapted: adapted !== null,
    isAsItIsExact: adapted === null || sizeLimits.dataDepthMax === dataDepth.byDefault,
    globalVersion,
    libraryLoadsMax: sizeLimits.libraryLoadsMax,
    digest: createHash('sha256').update(whole).digest('hex'),
  };
}

/** `_ config_addr:bits256 config:^(Hashmap 32 ^Cell) = ConfigParams;`, or the dictionary itself. */
function dictionaryRoot(bag: Bag): number {
  const { root } = bag;
  const isConfigParams = bag.bitLength(root) === 256 && bag.refCount(root) === 1;
  return isConfigParams ? bag.ref(root, 0) : root;
}

function written(entries: readonly ConfigEntry<Cell>[]): Uint8Array {
  const root = buildConfig(entries);
  if (root === null) throw new TvmError('tvm_bad_config', 'The configuration has no parameters');
  return writeBag([root], { crc: false });
}

function sliceOf(entries: readonly ConfigEntry<Cell>[], parameter: number): CellSlice | null {
  const cell = entries.find((entry) => entry.parameter === parameter)?.cell;
  if (cell === undefined) return null;
  const bag = Bag.of(cell);
  return bag.slice(bag.root);
}

/** `capabilities#c4 version:uint32 capabilities:uint64 = GlobalVersion;`. Without it the TVM runs as version 0. */
function readGlobalVersion(entries: readonly ConfigEntry<Cell>[]): number {
  const slice = sliceOf(entries, versionParameter);
  if (slice === null) return 0;
  if (slice.remainingBits !== versionBits || slice.loadUint(8) !== versionTag) {
    throw notSupported('parameter 8 has an unknown form', { bits: slice.remainingBits });
  }
  return slice.loadUint(32);
}

interface SizeLimits {
  /** The cell in the form that this build knows; null if no change is needed. */
  readonly adapted: Cell | null;
  readonly dataDepthMax: number | null;
  readonly libraryLoadsMax: number | null;
}

/**
 * ```tlb
 * size_limits_config#01 … = SizeLimitsConfig;
 * size_limits_config_v2#02 … acc_state_cells_for_storage_dict:uint32
 *   max_transaction_library_loads:(Maybe uint32) = SizeLimitsConfig;
 * ```
 */
function readSizeLimits(entries: readonly ConfigEntry<Cell>[]): SizeLimits {
  const slice = sliceOf(entries, sizeLimitsParameter);
  if (slice === null) return { adapted: null, dataDepthMax: null, libraryLoadsMax: null };
  const bits = slice.remainingBits;
  const unknown = (): TvmError => notSupported('parameter 43 has an unknown form', { bits });
  if (slice.remainingRefs > 0 || bits < sizeLimitsBits.first) throw unknown();
  const tag = slice.preloadUint(8);
  const dataDepthMax = slice.bag.slice(slice.cell);
  dataDepthMax.skipBits(dataDepth.offset);
  const limits = { dataDepthMax: dataDepthMax.loadUint(dataDepth.bits), libraryLoadsMax: null };
  if (tag === sizeLimitsTags.first && bits === sizeLimitsBits.first) return { ...limits, adapted: null };
  if (tag !== sizeLimitsTags.second) throw unknown();
  if (bits === sizeLimitsBits.second) return { ...limits, adapted: null };
  const shorter = shorterSecondForms.get(bits);
  if (shorter !== undefined) return { ...limits, adapted: extended(slice, secondFormDefaults.slice(shorter)) };
  if (bits !== libraryLoadsBits.nothing && bits !== libraryLoadsBits.just) throw unknown();
  const known = slice.loadBits(sizeLimitsBits.second);
  const hasLimit = slice.loadBit();
  if (hasLimit !== (bits === libraryLoadsBits.just)) throw unknown();
  const adapted = new CellBuilder().storeBits(known, sizeLimitsBits.second).endCell();
  return { ...limits, adapted, libraryLoadsMax: hasLimit ? slice.loadUint(32) : null };
}

function extended(slice: CellSlice, rest: readonly { readonly value: number; readonly bits: number }[]): Cell {
  const builder = new CellBuilder().storeSlice(slice);
  for (const { value, bits } of rest) builder.storeUint(value, bits);
  return builder.endCell();
}

function notSupported(reason: string, fields: { readonly bits: number }): TvmError {
  return new TvmError('tvm_config_not_supported', `This TVM cannot run under this configuration: ${reason}`, {
    reason,
    ...fields,
  });
}
