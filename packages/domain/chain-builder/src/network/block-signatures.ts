import { createHash } from 'node:crypto';
import type { Hash } from '@tonriver/chain-model';
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

/** Signs with members that have more than two thirds of the group's weight, in the group's order. */
export function signBlock(
  block: { readonly rootHash: Hash; readonly fileHash: Hash },
  group: ValidatorGroup,
  signerOf: (publicKey: Hash) => SigningKey | undefined,
  random: Random,
): BlockSignature[] {
  const message = bytesToSign(block.rootHash, block.fileHash);
  const total = group.members.reduce((sum, { weight }) => sum + weight, 0n);
  const absent = new Set<Hash>();
  let weight = total;
  for (const member of group.members) {
    if (random.chance(0.8) || (weight - member.weight) * 3n <= total * 2n) continue;
    weight -= member.weight;
    absent.add(member.publicKey);
  }
  return group.members
    .filter(({ publicKey }) => !absent.has(publicKey))
    .map(({ publicKey }) => {
      const signer = signerOf(publicKey);
      if (signer === undefined)
        throw new ChainBuilderError('unknown_validator', 'The key of a validator in the group is unknown');
      return { nodeIdShort: nodeIdShort(publicKey), publicKey, signature: signer.sign(message) };
    });
}

/** Returns the short id of the node with this key. */
export function nodeIdShort(publicKey: Hash): Hash {
  return Uint8Array.from(createHash('sha256').update(PUBLIC_KEY_TAG).update(publicKey).digest());
}
