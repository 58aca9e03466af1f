import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { Bag } from '@tonriver/boc';
import { describeRecorded } from '@tonriver/testing';
import { equalBytes, hashToHex } from '../primitives/index.ts';
import { cellOf, loadMerkleProof, shardToHex } from './index.ts';
import { loadBlockInfo } from './block-info.ts';
import { loadBlockProof, resolveBlockProof, storeBlockProof } from './block-proof.ts';
import { loadBlockSignatures, resolveBlockSignatures, storeBlockSignatures } from './block-signatures.ts';
import { loadBlockParts } from './block.ts';
import { loadWhole } from './inner-cell.ts';
import { buildSignaturePairs, loadSignaturePairs } from './signature-pairs.ts';

const print = (text: string): void => void process.stdout.write(`${text}\n`);

interface PackageEntry {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * The entries of a node's archive package: magic `0xae8fdd01`, then for each entry magic `0x1e8b`, length of the name
 * (16 bits), length of the content (32 bits), name, content. Integers are little-endian.
 */
function readPackage(bytes: Uint8Array): PackageEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  expect(view.getUint32(0, true)).toBe(0xae8fdd01);
  const entries: PackageEntry[] = [];
  for (let position = 4; position < bytes.length; ) {
    expect(view.getUint16(position, true)).toBe(0x1e8b);
    const nameEnd = position + 8 + view.getUint16(position + 2, true);
    const end = nameEnd + view.getUint32(position + 4, true);
    const name = Buffer.from(bytes.subarray(position + 8, nameEnd)).toString('utf8');
    entries.push({ name, bytes: bytes.subarray(nameEnd, end) });
    position = end;
  }
  return entries;
}

describeRecorded('block proofs of recorded archive packages', ['blocks/archive-packs'], (data) => {
  const packages = readdirSync(data.path('blocks', 'archive-packs')).filter((file) => file.endsWith('.pack'));

  it('name their block, prove its header, and stored again have the same hashes', () => {
    const counts = { proofs: 0, proofLinks: 0, signatures: 0, headers: 0 };
    for (const file of packages) {
      const entries = readPackage(readFileSync(data.path('blocks', 'archive-packs', file)));
      const headersByName = new Map<string, Uint8Array>();
      for (const { name, bytes } of entries) {
        if (!name.startsWith('block_')) continue;
        const bag = Bag.parse(bytes);
        headersByName.set(name.slice('block_'.length), bag.hash(loadBlockParts(bag.slice(bag.root)).info).slice());
      }
      for (const { name, bytes } of entries) {
        if (!name.startsWith('proof')) continue;
        const isLink = name.startsWith('prooflink_');
        counts[isLink ? 'proofLinks' : 'proofs']++;
        const id = name.slice(name.indexOf('_') + 1);
        expectTrueProof(id, bytes, isLink, counts, headersByName.get(id));
      }
    }
    if (data.isWhole) expect(counts.proofs).toBeGreaterThan(0);
    print(
      `archive packages: ${packages.length}, proofs ${counts.proofs}, proof links ${counts.proofLinks}, ` +
        `headers equal to their block's ${counts.headers}, signatures ${counts.signatures}`,
    );
  });
});

function expectTrueProof(
  id: string,
  bytes: Uint8Array,
  isLink: boolean,
  counts: { signatures: number; headers: number },
  header: Uint8Array | undefined,
): void {
  const bag = Bag.parse(bytes);
  const proof = loadWhole(bag.slice(bag.root), loadBlockProof, 'BlockProof');
  const { workchain, shard, seqno, rootHash, fileHash } = proof.proofFor;
  const named = `(${workchain},${shardToHex(shard).toLowerCase()},${seqno})`;
  expect(id.toLowerCase()).toBe(`${named}:${hashToHex(rootHash)}:${hashToHex(fileHash)}`);

  const { virtualHash, depth, root } = loadMerkleProof(bag, proof.root);
  expect(hashToHex(virtualHash)).toBe(hashToHex(rootHash));
  expect(hashToHex(bag.hash(root, 0))).toBe(hashToHex(rootHash));
  expect(bag.depth(root, 0)).toBe(depth);
  const parts = loadWhole(bag.slice(root), loadBlockParts, 'Block');
  const info = loadWhole(bag.slice(parts.info), loadBlockInfo, 'BlockInfo');
  expect({ seqno: info.seqno, workchain: info.workchain, shard: info.shard }).toEqual({ seqno, workchain, shard });
  if (header !== undefined) {
    expect(equalBytes(bag.hash(parts.info, 0), header)).toBe(true);
    counts.headers++;
  }

  expect(proof.signatures === null).toBe(isLink);
  if (proof.signatures !== null) {
    const signatures = loadWhole(bag.slice(proof.signatures), loadBlockSignatures, 'BlockSignatures');
    const pairs = loadSignaturePairs(bag, signatures.signatures);
    expect(pairs).toHaveLength(signatures.signatureCount);
    expect(signatures.validatorListHashShort).toBe(info.genValidatorListHashShort);
    expect(signatures.catchainSeqno).toBe(info.genCatchainSeqno);
    counts.signatures += pairs.length;
    const rebuilt = { ...resolveBlockSignatures(bag, signatures), signatures: buildSignaturePairs(pairs) };
    expect(hashToHex(cellOf(storeBlockSignatures, rebuilt).hash())).toBe(hashToHex(bag.hash(proof.signatures)));
  }
  const rebuilt = cellOf(storeBlockProof, resolveBlockProof(bag, proof));
  expect(hashToHex(rebuilt.hash())).toBe(hashToHex(bag.hash(bag.root)));
}
