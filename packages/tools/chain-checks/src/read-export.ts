import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { openBlockSource } from '@tonriver/block-source';
import { Bag, sha256 } from '@tonriver/boc';
import { type BuiltBlock, type NetworkConfig, nodeIdShort, type Round, type ZeroState } from '@tonriver/chain-builder';
import { equalBytes, loadBlock, loadMerkleUpdate, WHOLE_SHARD } from '@tonriver/chain-model';
import { loadBlockProof, loadBlockSignatures, loadSignaturePairs } from '@tonriver/chain-model/testing';
import { silentLogger } from '@tonriver/logger';

/** The entries of the packages of a directory, in their order. */
export function entriesOfExport(directory: string): { readonly name: string; readonly data: Uint8Array }[] {
  const packages = readdirSync(directory).filter((name) => name.endsWith('.pack'));
  return packages.toSorted().flatMap((name) => {
    const bytes = readFileSync(join(directory, name));
    const entries: { readonly name: string; readonly data: Uint8Array }[] = [];
    for (let offset = 4; offset < bytes.length; ) {
      const nameEnd = offset + 8 + bytes.readUInt16LE(offset + 2);
      const end = nameEnd + bytes.readUInt32LE(offset + 4);
      entries.push({ name: bytes.toString('utf8', offset + 8, nameEnd), data: bytes.subarray(nameEnd, end) });
      offset = end;
    }
    return entries;
  });
}

/** Reads a zero state of an export. */
export function zeroStateOfExport(directory: string, name: 'masterchain' | 'basechain'): ZeroState {
  const boc = new Uint8Array(readFileSync(join(directory, `zero-state.${name}.boc`)));
  const bag = Bag.parse(boc);
  const workchain = name === 'masterchain' ? -1 : 0;
  const rootHash = Uint8Array.from(bag.hash(bag.root));
  return { workchain, shard: WHOLE_SHARD, rootHash, fileHash: sha256(boc), boc };
}

/**
 * Reads the rounds of an export from its bytes alone, as a chain checker takes them.
 *
 * @param validatorKeys who may sign
 */
export async function* roundsOfExport(
  directory: string,
  validatorKeys: NetworkConfig['validators']['list'],
): AsyncGenerator<Round> {
  const source = await openBlockSource(
    { kind: 'archive', paths: [directory], follow: false },
    { logger: silentLogger },
  );
  const { lastSeqno } = await source.head();
  const shards: BuiltBlock[] = [];
  let masterchain: BuiltBlock | undefined;
  let seqno = 0;
  for (const { name, data } of entriesOfExport(directory)) {
    if (name.startsWith('block_')) {
      const block = builtBlock(data);
      const stored = await source.block({ workchain: block.workchain, shard: block.shard, seqno: block.seqno });
      if (stored === undefined || !equalBytes(stored.boc, data)) throw new Error(`The archive does not have ${name}`);
      if (block.workchain === -1) masterchain = block;
      else shards.push(block);
      continue;
    }
    if (masterchain === undefined) throw new Error('A proof has no block before it');
    seqno = masterchain.seqno;
    yield {
      seqno,
      blocks: [masterchain, ...shards.splice(0)],
      signatures: signaturesOf(data, masterchain, validatorKeys),
      configProblem: null,
    };
    masterchain = undefined;
  }
  if (seqno !== lastSeqno || shards.length > 0 || masterchain !== undefined) throw new Error('A round is not whole');
  await source.close();
}

function builtBlock(data: Uint8Array): BuiltBlock {
  const boc = Uint8Array.from(data);
  const bag = Bag.parse(boc);
  const { info, stateUpdate } = loadBlock(bag);
  const { workchain, shard } = info;
  const stateHash = Uint8Array.from(bag.hash(loadMerkleUpdate(bag, stateUpdate).newRoot, 0));
  const rootHash = Uint8Array.from(bag.hash(bag.root));
  return { workchain, shard, seqno: info.seqno, rootHash, fileHash: sha256(boc), stateHash, boc };
}

function signaturesOf(
  data: Uint8Array,
  { rootHash, fileHash }: BuiltBlock,
  validatorKeys: NetworkConfig['validators']['list'],
): Round['signatures'] {
  const bag = Bag.parse(Uint8Array.from(data));
  const proof = loadBlockProof(bag.slice(bag.root));
  if (!equalBytes(proof.proofFor.rootHash, rootHash) || !equalBytes(proof.proofFor.fileHash, fileHash)) {
    throw new Error('A proof is that of another block');
  }
  // The hash of the proved block without its Merkle proof.
  const proved = bag.ref(proof.root, 0);
  if (!equalBytes(bag.hash(proved, 0), rootHash)) throw new Error('A proof does not prove its block');
  const signed = loadBlockSignatures(bag.slice(proof.signatures!));
  const keys = validatorKeys.map(({ publicKey, weight }) => ({ publicKey, weight, id: nodeIdShort(publicKey) }));
  let weight = 0n;
  const signatures = loadSignaturePairs(bag, signed.signatures).map(({ nodeIdShort: id, signature }) => {
    const key = keys.find((known) => equalBytes(known.id, id));
    if (key === undefined || signature.type !== 'simple') throw new Error('A stranger signed');
    weight += key.weight;
    return { nodeIdShort: id, publicKey: key.publicKey, signature: Buffer.concat([signature.r, signature.s]) };
  });
  if (weight !== signed.signatureWeight) throw new Error('The weight of the signatures is wrong');
  return signatures;
}
