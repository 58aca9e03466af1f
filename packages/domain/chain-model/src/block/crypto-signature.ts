import type { CellBuilder, CellSlice } from '@tonriver/boc';
import { badTag } from '../errors.ts';
import type { Hash } from '../primitives/index.ts';
import { loadInnerCell, storeInnerCell } from './inner-cell.ts';

/** An Ed25519 signature: its two halves of 32 bytes. */
interface SimpleSignature {
  readonly type: 'simple';
  readonly r: Hash;
  readonly s: Hash;
}

/** A signature by a temporary key, with the certificate by which the validator's own key vouches for that key. */
interface ChainedSignature {
  readonly type: 'chained';
  readonly certificate: Certificate;
  readonly certificateSignature: CryptoSignature;
  readonly temporaryKeySignature: SimpleSignature;
}

export type CryptoSignature = SimpleSignature | ChainedSignature;

/** A temporary public key and the seconds since 1970 between which it may sign. */
interface Certificate {
  readonly temporaryKey: Hash;
  readonly validSince: number;
  readonly validUntil: number;
}

const tagSimple = 0x5;
const tagChained = 0xf;
const tagCertificate = 0x4;
const tagPublicKey = 0x8e81278a;

/**
 * Reads:
 *
 * ```tlb
 * ed25519_signature#5 R:bits256 s:bits256 = CryptoSignatureSimple;
 * _ CryptoSignatureSimple = CryptoSignature;
 * signed_certificate$_ certificate:Certificate certificate_signature:CryptoSignature
 *   = SignedCertificate;
 * chained_signature#f signed_cert:^SignedCertificate temp_key_signature:CryptoSignatureSimple
 *   = CryptoSignature;
 * ```
 *
 * Certificates of certificates go into ever deeper cells: the bag's depth bounds them.
 */
export function loadCryptoSignature(slice: CellSlice): CryptoSignature {
  const tag = slice.loadUint(4);
  if (tag === tagSimple) return { type: 'simple', r: slice.loadBytes(32), s: slice.loadBytes(32) };
  if (tag !== tagChained) throw badTag('CryptoSignature', tag);
  const signed = loadInnerCell(slice, loadSignedCertificate, 'SignedCertificate');
  return { type: 'chained', ...signed, temporaryKeySignature: loadSimpleSignature(slice) };
}

/** Writes what `loadCryptoSignature` reads. */
export function storeCryptoSignature(builder: CellBuilder, value: CryptoSignature): void {
  if (value.type === 'simple') {
    builder.storeUint(tagSimple, 4).storeBytes(value.r).storeBytes(value.s);
    return;
  }
  builder.storeUint(tagChained, 4);
  storeInnerCell(builder, storeSignedCertificate, value);
  storeCryptoSignature(builder, value.temporaryKeySignature);
}

/**
 * Reads:
 *
 * ```tlb
 * certificate#4 temp_key:SigPubKey valid_since:uint32 valid_until:uint32 = Certificate;
 * ```
 */
function loadCertificate(slice: CellSlice): Certificate {
  const tag = slice.loadUint(4);
  if (tag !== tagCertificate) throw badTag('Certificate', tag);
  return { temporaryKey: loadPublicKey(slice), validSince: slice.loadUint(32), validUntil: slice.loadUint(32) };
}

/** Writes what `loadCertificate` reads. */
function storeCertificate(builder: CellBuilder, value: Certificate): void {
  builder.storeUint(tagCertificate, 4);
  storePublicKey(builder, value.temporaryKey);
  builder.storeUint(value.validSince, 32).storeUint(value.validUntil, 32);
}

/**
 * Reads 32 bytes of an Ed25519 public key:
 *
 * ```tlb
 * ed25519_pubkey#8e81278a pubkey:bits256 = SigPubKey;
 * ```
 */
export function loadPublicKey(slice: CellSlice): Hash {
  const tag = slice.loadUint(32);
  if (tag !== tagPublicKey) throw badTag('SigPubKey', tag);
  return slice.loadBytes(32);
}

/** Writes what `loadPublicKey` reads. */
export function storePublicKey(builder: CellBuilder, key: Hash): void {
  builder.storeUint(tagPublicKey, 32).storeBytes(key);
}

function loadSimpleSignature(slice: CellSlice): SimpleSignature {
  const tag = slice.loadUint(4);
  if (tag !== tagSimple) throw badTag('CryptoSignatureSimple', tag);
  return { type: 'simple', r: slice.loadBytes(32), s: slice.loadBytes(32) };
}

function loadSignedCertificate(slice: CellSlice): Pick<ChainedSignature, 'certificate' | 'certificateSignature'> {
  const certificate = loadCertificate(slice);
  return { certificate, certificateSignature: loadCryptoSignature(slice) };
}

function storeSignedCertificate(builder: CellBuilder, value: ChainedSignature): void {
  storeCertificate(builder, value.certificate);
  storeCryptoSignature(builder, value.certificateSignature);
}
