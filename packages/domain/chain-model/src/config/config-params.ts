import type { Bag, Cell, CellBuilder, CellSlice } from '@tonriver/boc';
import { buildHashmap, DictionaryWalk, findInDictionary, keyFromUint } from '../dictionary/index.ts';
import { ensureRead } from '../block/inner-cell.ts';
import type { Hash } from '../primitives/index.ts';
import { type KnownParameter, loadConfigParameter, type ParameterValue } from './config-parameter.ts';

/** The configuration of a network: the contract that holds it, and the root of the dictionary of its parameters. */
export interface ConfigParams<C = number> {
  /** In the masterchain. */
  readonly configAddress: Hash;
  readonly config: C;
}

/** One parameter; `cell` is a cell number when read, a cell when written. */
export interface ConfigEntry<C = number> {
  /** Signed: negative numbers are free for networks and voters to use. */
  readonly parameter: number;
  readonly cell: C;
}

const keyBits = 32;

/**
 * Reads:
 *
 * ```tlb
 * _ config_addr:bits256 config:^(Hashmap 32 ^Cell)
 *   = ConfigParams;
 * ```
 */
export function loadConfigParams(slice: CellSlice): ConfigParams {
  return { configAddress: slice.loadBytes(32), config: slice.loadRef() };
}

/** Writes what `loadConfigParams` reads. */
export function storeConfigParams(builder: CellBuilder, value: ConfigParams<Cell>): void {
  builder.storeBytes(value.configAddress).storeRef(value.config);
}

/** The same configuration with a cell of its own instead of a cell number. */
export function resolveConfigParams(bag: Bag, value: ConfigParams): ConfigParams<Cell> {
  return { configAddress: value.configAddress, config: bag.toCell(value.config) };
}

/** All parameters in dictionary order: 0, 1 … and then the negative ones, ascending. `root` is `config`. */
export function loadConfigEntries(bag: Bag, root: number): ConfigEntry[] {
  const entries: ConfigEntry[] = [];
  const walk = new DictionaryWalk(bag, root, keyBits);
  while (walk.next()) {
    entries.push({ parameter: walk.keyUint() | 0, cell: walk.slice.loadRef() });
    ensureRead(walk.slice, 'ConfigParams');
  }
  return entries;
}

/** Builds the dictionary from parameters in any order; null for none. */
export function buildConfig(entries: readonly ConfigEntry<Cell>[]): Cell | null {
  const keyed = entries.map(({ parameter, cell }) => ({ key: keyFromUint(parameter >>> 0, keyBits), value: cell }));
  keyed.sort((left, right) => Buffer.compare(left.key, right.key));
  return buildHashmap(keyed, { keyBits, storeValue: (builder, cell: Cell) => void builder.storeRef(cell) });
}

/** The cell of one parameter; null when the configuration does not have it. */
export function findConfigParameter(bag: Bag, root: number, parameter: number): number | null {
  const leaf = findInDictionary(bag, root, keyBits, keyFromUint(parameter >>> 0, keyBits));
  return leaf === null ? null : leaf.loadRef();
}

/** One known parameter, read; null when the configuration does not have it. */
export function readConfigParameter<Parameter extends KnownParameter>(
  bag: Bag,
  root: number,
  parameter: Parameter,
): ParameterValue<Parameter> | null {
  const cell = findConfigParameter(bag, root, parameter);
  return cell === null ? null : loadConfigParameter(bag, cell, parameter);
}
