import { createHash } from 'node:crypto';
import { Bag } from '@tonriver/boc';
import { type Block, type Hash, loadBlock, type Network } from '@tonriver/chain-model';
import { errorMessage } from '@tonriver/errors';
import { type BlockKey, blockKeyText, type SourceBlock } from './block-source.ts';
import { ChainError } from './chain-error.ts';

/** The hashes of a block as another block names them. */
export interface Expectation {
  readonly key: BlockKey;
  readonly rootHash: Hash;
  readonly fileHash: Hash | null;
  /** For errors: `masterchain block (…) in FILE` or `block (…) in FILE`. */
  readonly namedBy: string;
}

/** A block whose root hash was recomputed from all its cells. */
export interface CheckedBlock {
  readonly key: BlockKey;
  readonly rootHash: Hash;
  /** Null while no source or block has named it. */
  readonly fileHash: Hash | null;
  readonly bag: Bag;
  readonly block: Block;
  readonly boc: Uint8Array;
  readonly origin: string;
}

/**
 * Proof: checks the key of the block, its network, the root hash over all cells, and the file hash if it is named.
 *
 * Guarantee: the block is the one that the expectation names. Without one it is undamaged and of the network.
 *
 * @throws {ChainError} naming the block and the file
 */
export function checkBlock(source: SourceBlock, network: Network, expectation?: Expectation): CheckedBlock {
  const name = blockKeyText(source.key);
  const { bag, block } = decode(source, name);
  const { workchain, shard, seqno } = block.info;
  const found = blockKeyText({ workchain, shard, seqno });
  if (found !== name) throw mismatch('wrong_block', source, `the block inside is ${found}`);
  if (block.globalId !== network.globalId) {
    const what = `its global id is ${block.globalId}, that of ${network.name} is ${network.globalId}: check the network`;
    throw mismatch('wrong_network', source, what);
  }
  bag.hashAll();
  const { key, boc, origin, namedFileHash } = source;
  const unconfirmed = { key, rootHash: bag.hash(bag.root), fileHash: null, bag, block, boc, origin };
  const named = namedFileHash === null ? unconfirmed : confirmFileHash(unconfirmed, namedFileHash, 'its entry');
  return expectation === undefined ? named : confirmBlock(named, expectation);
}

/** Checks the hashes of a block that another block names. Returns the block with its confirmed file hash. */
export function confirmBlock(block: CheckedBlock, { rootHash, fileHash, namedBy }: Expectation): CheckedBlock {
  if (!isSame(block.rootHash, rootHash)) {
    throw mismatch(
      'wrong_root_hash',
      block,
      `its root hash is ${hex(block.rootHash)}; ${namedBy} names ${hex(rootHash)}`,
    );
  }
  return fileHash === null ? block : confirmFileHash(block, fileHash, namedBy);
}

function confirmFileHash(block: CheckedBlock, fileHash: Hash, namedBy: string): CheckedBlock {
  if (block.fileHash !== null && isSame(block.fileHash, fileHash)) return block;
  const actual = createHash('sha256').update(block.boc).digest();
  if (!isSame(actual, fileHash)) {
    throw mismatch('wrong_file_hash', block, `its file hash is ${hex(actual)}; ${namedBy} names ${hex(fileHash)}`);
  }
  return { ...block, fileHash };
}

function mismatch(
  code: 'wrong_root_hash' | 'wrong_file_hash' | 'wrong_block' | 'wrong_network',
  { key, origin }: { readonly key: BlockKey; readonly origin: string },
  what: string,
): ChainError {
  const block = blockKeyText(key);
  return new ChainError(code, `${block} from ${origin}: ${what}`, { block, origin });
}

function decode(source: SourceBlock, name: string): { readonly bag: Bag; readonly block: Block } {
  try {
    const bag = Bag.parse(source.boc);
    return { bag, block: loadBlock(bag) };
  } catch (cause) {
    throw new ChainError(
      'wrong_block',
      `${name} from ${source.origin} is not readable: ${errorMessage(cause)}`,
      { block: name, origin: source.origin },
      { cause },
    );
  }
}

export function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
}

export function isSame(left: Uint8Array, right: Uint8Array): boolean {
  return Buffer.compare(left, right) === 0;
}
