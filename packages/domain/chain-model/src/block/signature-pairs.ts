import type { Bag, Cell, CellBuilder, CellSlice } from '@tonriver/boc';
import { buildHashmap, keyFromUint, keyToUint, loadHashmapEntries } from '../dictionary/index.ts';
import type { Hash } from '../primitives/index.ts';
import { type CryptoSignature, loadCryptoSignature, storeCryptoSignature } from './crypto-signature.ts';

/** One validator's signature. */
export interface SignaturePair {
  /** Its position in the dictionary: 0, 1, 2 … */
  readonly index: number;
  /** SHA-256 of the TL form of the validator's public key (`pub.ed25519`). */
  readonly nodeIdShort: Hash;
  readonly signature: CryptoSignature;
}

const keyBits = 16;

/**
 * Reads all signatures in key order:
 *
 * ```tlb
 * sig_pair$_ node_id_short:bits256 sign:CryptoSignature = CryptoSignaturePair;
 * prev_blk_signatures:(HashmapE 16 CryptoSignaturePair)
 * ```
 */
export function loadSignaturePairs(bag: Bag, root: number | null): SignaturePair[] {
  return loadHashmapEntries(bag, root, keyBits, loadSignaturePair).map(({ key, value }) => ({
    index: keyToUint(key, keyBits),
    ...value,
  }));
}

/** Builds what `loadSignaturePairs` reads, from pairs in ascending order of their index. */
export function buildSignaturePairs(pairs: readonly SignaturePair[]): Cell | null {
  return buildHashmap(
    pairs.map((pair) => ({ key: keyFromUint(pair.index, keyBits), value: pair })),
    { keyBits, storeValue: storeSignaturePair },
  );
}

function loadSignaturePair(slice: CellSlice): Omit<SignaturePair, 'index'> {
  return { nodeIdShort: slice.loadBytes(32), signature: loadCryptoSignature(slice) };
}

function storeSignaturePair(builder: CellBuilder, pair: SignaturePair): void {
  builder.storeBytes(pair.nodeIdShort);
  storeCryptoSignature(builder, pair.signature);
}
