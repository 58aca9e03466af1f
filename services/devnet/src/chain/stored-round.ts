import type { NetworkConfig, Round } from '@tonriver/chain-builder';
import { hashToHex } from '@tonriver/chain-model';
import type { NewRound, StoredBlock } from '@tonriver/devnet-store';

/** Returns the blocks of a round as they are stored. */
export function storedBlocks({ blocks }: Pick<Round, 'blocks'>): StoredBlock[] {
  return blocks.map(({ workchain, shard, seqno, rootHash, fileHash, boc }) => {
    return { workchain, shard, seqno, rootHash: hashToHex(rootHash), fileHash: hashToHex(fileHash), boc };
  });
}

/** Returns the signatures as they are stored. @param config the configuration before the round */
export function storedSignatures(
  { signatures }: Pick<Round, 'signatures'>,
  { validators }: NetworkConfig,
): NewRound['signatures'] {
  const weights = new Map(validators.list.map(({ publicKey, weight }) => [hashToHex(publicKey), weight]));
  return signatures.map(({ nodeIdShort, publicKey, signature }) => ({
    nodeId: hashToHex(nodeIdShort),
    signature: Buffer.from(signature).toString('hex'),
    weight: String(weights.get(hashToHex(publicKey)) ?? 0n),
  }));
}
