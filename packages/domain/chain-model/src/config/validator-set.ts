import type { CellBuilder, CellSlice } from '@tonriver/boc';
import { loadPublicKey, storePublicKey } from '../block/crypto-signature.ts';
import { forEachInline } from '../block/inline-hashmap.ts';
import { ensureRead } from '../block/inner-cell.ts';
import {
  buildHashmap,
  keyFromUint,
  keyToUint,
  loadHashmapE,
  loadHashmapEntries,
  storeHashmapE,
} from '../dictionary/index.ts';
import { badTag, badValue } from '../errors.ts';
import type { Hash } from '../primitives/index.ts';

/** One validator of a set. */
export interface ValidatorDescription {
  /** Ed25519. */
  readonly publicKey: Hash;
  readonly weight: bigint;
  /** Null in the first form: then the address follows from the public key. */
  readonly adnlAddress: Hash | null;
}

/** Configuration parameters 32 … 37: a set of validators, by descending weight as the elector writes it. */
export interface ValidatorSet {
  /** Seconds since 1970. */
  readonly utimeSince: number;
  readonly utimeUntil: number;
  /** How many of the list, from its head, make masterchain blocks. */
  readonly main: number;
  /** Stated in the second form; null in the first one. It always equals the sum over the list. */
  readonly totalWeight: bigint | null;
  readonly list: readonly ValidatorDescription[];
}

const tagPlain = 0x11;
const tagExt = 0x12;
const tagValidator = 0x53;
const tagValidatorAddr = 0x73;
const keyBits = 16;

/**
 * Reads:
 *
 * ```tlb
 * validators#11 utime_since:uint32 utime_until:uint32
 *   total:(## 16) main:(## 16) { main <= total } { main >= 1 }
 *   list:(Hashmap 16 ValidatorDescr) = ValidatorSet;
 * validators_ext#12 utime_since:uint32 utime_until:uint32
 *   total:(## 16) main:(## 16) { main <= total } { main >= 1 }
 *   total_weight:uint64 list:(HashmapE 16 ValidatorDescr) = ValidatorSet;
 * ```
 *
 * As the node does, it refuses a list whose keys are not 0 … total − 1 or whose weights do not sum up to the total.
 */
export function loadValidatorSet(slice: CellSlice): ValidatorSet {
  const tag = slice.loadUint(8);
  if (tag !== tagPlain && tag !== tagExt) throw badTag('ValidatorSet', tag);
  const utimeSince = slice.loadUint(32);
  const utimeUntil = slice.loadUint(32);
  const total = slice.loadUint(16);
  const main = slice.loadUint(16);
  const totalWeight = tag === tagExt ? slice.loadUint64() : null;
  const list = tag === tagExt ? loadList(slice) : loadInlineList(slice);
  if (list.length !== total) throw badValue('ValidatorSet', 'total', total);
  const set: ValidatorSet = { utimeSince, utimeUntil, main, totalWeight, list };
  checkSet(set);
  return set;
}

/** Writes what `loadValidatorSet` reads: the second form when the total weight is there. */
export function storeValidatorSet(builder: CellBuilder, value: ValidatorSet): void {
  checkSet(value);
  const { utimeSince, utimeUntil, main, totalWeight, list } = value;
  builder.storeUint(totalWeight === null ? tagPlain : tagExt, 8);
  builder.storeUint(utimeSince, 32).storeUint(utimeUntil, 32).storeUint(list.length, 16).storeUint(main, 16);
  const root = buildHashmap(
    list.map((validator, index) => ({ key: keyFromUint(index, keyBits), value: validator })),
    { keyBits, storeValue: storeValidator },
  );
  if (root === null) throw badValue('ValidatorSet', 'total', 0);
  if (totalWeight === null) builder.storeCell(root);
  else storeHashmapE(builder.storeUint(totalWeight, 64), root);
}

/** The sum of all weights. */
export function totalWeightOf(list: readonly ValidatorDescription[]): bigint {
  return list.reduce((sum, { weight }) => sum + weight, 0n);
}

/**
 * Reads:
 *
 * ```tlb
 * validator#53 public_key:SigPubKey weight:uint64 = ValidatorDescr;
 * validator_addr#73 public_key:SigPubKey weight:uint64 adnl_addr:bits256 = ValidatorDescr;
 * ```
 */
function loadValidator(slice: CellSlice): ValidatorDescription {
  const tag = slice.loadUint(8);
  if (tag !== tagValidator && tag !== tagValidatorAddr) throw badTag('ValidatorDescr', tag);
  const publicKey = loadPublicKey(slice);
  const weight = slice.loadUint64();
  return { publicKey, weight, adnlAddress: tag === tagValidatorAddr ? slice.loadBytes(32) : null };
}

function storeValidator(builder: CellBuilder, { publicKey, weight, adnlAddress }: ValidatorDescription): void {
  builder.storeUint(adnlAddress === null ? tagValidator : tagValidatorAddr, 8);
  storePublicKey(builder, publicKey);
  builder.storeUint(weight, 64);
  if (adnlAddress !== null) builder.storeBytes(adnlAddress);
}

function loadList(slice: CellSlice): ValidatorDescription[] {
  return loadHashmapEntries(slice.bag, loadHashmapE(slice), keyBits, loadValidator).map(({ key, value }, index) => {
    checkIndex(keyToUint(key, keyBits), index);
    return value;
  });
}

function loadInlineList(slice: CellSlice): ValidatorDescription[] {
  const list: ValidatorDescription[] = [];
  forEachInline(slice, keyBits, { isAugmented: false }, (key, leaf) => {
    checkIndex(keyToUint(key, keyBits), list.length);
    list.push(loadValidator(leaf));
    ensureRead(leaf, 'ValidatorDescr');
  });
  return list;
}

function checkIndex(key: number, expected: number): void {
  if (key !== expected) throw badValue('ValidatorSet', 'key of list', key);
}

function checkSet({ main, totalWeight, list }: ValidatorSet): void {
  if (main === 0 || main > list.length) throw badValue('ValidatorSet', 'main', main);
  if (totalWeight !== null && totalWeight !== totalWeightOf(list)) {
    throw badValue('ValidatorSet', 'total_weight', totalWeight);
  }
}
