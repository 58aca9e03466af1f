import { createHash } from 'node:crypto';
import type { Hash, ValidatorDescription } from '@tonriver/chain-model';
import { ChainBuilderError } from '../chain-builder-error.ts';
import type { Random } from '../random.ts';
import type { SigningKey } from './signing-key.ts';
import type { ValidatorGroup } from './validator-group.ts';

/** One validator's signature of a masterchain block. */
export interface BlockSignature {
  /** SHA-256 of the key in TL form (`pub.ed25519`), by which nodes identify a validator. */
  readonly nodeIdShort: Hash;
  readonly publicKey: Hash;
  readonly signature: Uint8Array;
}

/** TL constructor `ton.blockId`, in the byte order of the signed bytes. */
const BLOCK_ID_TAG = Buffer.from('706e0bc5', 'hex');
/** TL constructor `pub.ed25519`. */
const PUBLIC_KEY_TAG = Buffer.from('c6b41348', 'hex');

/** Returns the bytes that validators sign: `ton.blockId root_cell_hash:int256 file_hash:int256`. 68 bytes. */
export function bytesToSign(rootHash: Hash, fileHash: Hash): Uint8Array {
  return Buffer.concat([BLOCK_ID_TAG, rootHash, fileHash]);
}

/**
 * Signs with members that have more than two thirds of the group's weight, in the group's order. Members whose keys are
 * unknown are absent.
 *
 * @throws {ChainBuilderError} `unknown_validator` when too few keys are known
 */
export function signBlock(
  block: { readonly rootHash: Hash; readonly fileHash: Hash },
  group: ValidatorGroup,
  signerOf: (publicKey: Hash) => SigningKey | undefined,
  random: Random,
): BlockSignature[] {
  const message = bytesToSign(block.rootHash, block.fileHash);
  const signers = group.members.flatMap((member) => {
    const signer = signerOf(member.publicKey);
    return signer === undefined ? [] : [{ ...member, signer }];
  });
  const total = weightOf(group.members);
  let weight = weightOf(signers);
  if (weight * 3n <= total * 2n) {
    throw new ChainBuilderError('unknown_validator', 'The keys of too many validators in the group are unknown');
  }
  const present = signers.filter((member) => {
    if (random.chance(0.8) || (weight - member.weight) * 3n <= total * 2n) return true;
    weight -= member.weight;
    return false;
  });
  return present.map(({ publicKey, signer }) => {
    return { nodeIdShort: nodeIdShort(publicKey), publicKey, signature: signer.sign(message) };
  });
}

/** Tells whether the known keys of these validators have more than two thirds of the weight. */
export function canSign(
  members: readonly ValidatorDescription[],
  signerOf: (publicKey: Hash) => SigningKey | undefined,
): boolean {
  const known = members.filter(({ publicKey }) => signerOf(publicKey) !== undefined);
  return weightOf(known) * 3n > weightOf(members) * 2n;
}

function weightOf(members: readonly { readonly weight: bigint }[]): bigint {
  return members.reduce((sum, { weight }) => sum + weight, 0n);
}

/** Returns the short id of the node with this key. */
export function nodeIdShort(publicKey: Hash): Hash {
  return Uint8Array.from(createHash('sha256').update(PUBLIC_KEY_TAG).update(publicKey).digest());
}
