import type { CellBuilder, CellSlice } from '@tonriver/boc';
import {
  type CryptoSignature,
  loadCryptoSignature,
  loadPublicKey,
  storeCryptoSignature,
  storePublicKey,
} from '../block/crypto-signature.ts';
import { badTag } from '../errors.ts';
import type { Hash } from '../primitives/index.ts';
import { type Codec, codec, hash, record, reference, tagged, uint } from './codec.ts';

/** A temporary key of a validator: configuration parameter 39. */
interface ValidatorTempKey {
  readonly adnlAddress: Hash;
  readonly temporaryKey: Hash;
  readonly seqno: number;
  /** Seconds since 1970. */
  readonly validUntil: number;
}

export interface ValidatorSignedTempKey {
  readonly key: ValidatorTempKey;
  readonly signature: CryptoSignature;
}

/**
 * ```tlb
 * validator_temp_key#3 adnl_addr:bits256 temp_public_key:SigPubKey seqno:# valid_until:uint32 = ValidatorTempKey;
 * ```
 */
const validatorTempKey: Codec<ValidatorTempKey> = tagged(
  'ValidatorTempKey',
  4,
  0x3,
  record<ValidatorTempKey>({
    adnlAddress: hash,
    temporaryKey: codec(loadPublicKey, storePublicKey),
    seqno: uint(32),
    validUntil: uint(32),
  }),
);

const keyReference = reference('ValidatorTempKey', validatorTempKey);

/**
 * ```tlb
 * signed_temp_key#4 key:^ValidatorTempKey signature:CryptoSignature = ValidatorSignedTempKey;
 * ```
 */
export const validatorSignedTempKey: Codec<ValidatorSignedTempKey> = {
  load: (slice: CellSlice) => {
    const tag = slice.loadUint(4);
    if (tag !== 0x4) throw badTag('ValidatorSignedTempKey', tag);
    return { key: keyReference.load(slice), signature: loadCryptoSignature(slice) };
  },
  store: (builder: CellBuilder, value) => {
    builder.storeUint(0x4, 4);
    keyReference.store(builder, value.key);
    storeCryptoSignature(builder, value.signature);
  },
};
