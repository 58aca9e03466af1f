import type { BlockKey } from '@tonriver/chain-source';

/** The parts of a package entry's name. Hashes are lower-case hex. */
export interface BlockEntryName {
  readonly key: BlockKey;
  readonly rootHash: string;
  readonly fileHash: string;
}

const PATTERN = /^block_\((-?\d{1,10}),([0-9a-fA-F]{16}),(\d{1,10})\):([0-9a-fA-F]{64}):([0-9a-fA-F]{64})$/;

/** Parses `block_(workchain,shard,seqno):ROOT_HASH:FILE_HASH`. Returns undefined for other entries, such as proofs. */
export function parseBlockEntryName(name: string): BlockEntryName | undefined {
  const match = PATTERN.exec(name);
  if (match === null) return undefined;
  const [, workchain = '', shard = '', seqno = '', rootHash = '', fileHash = ''] = match;
  return {
    key: { workchain: Number(workchain), shard: BigInt(`0x${shard}`), seqno: Number(seqno) },
    rootHash: rootHash.toLowerCase(),
    fileHash: fileHash.toLowerCase(),
  };
}
