import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { appendToPackage, type NewPackageEntry, type PackageAppender } from '@tonriver/block-source';
import { Bag, writeBag } from '@tonriver/boc';
import { hashFromHex, shardToHex, writeBlockProof } from '@tonriver/chain-model';
import { DevnetError } from '../devnet-error.ts';
import type { RoundCopy, StoredRound } from './round-copy.ts';

export interface ExportOptions {
  readonly directory: string;
  readonly zeroStates: { readonly masterchain: Uint8Array; readonly basechain: Uint8Array };
}

const ROUNDS_PER_PACKAGE = 1_000;
const PACKAGE_NAME = /^archive\.(\d{5,10})\.pack$/;
/** The proof of the masterchain block is written last: a round that has one is whole. */
const END_NAME = /^proof_\(-1,8000000000000000,(\d+)\):/;

/**
 * Opens the archive of a chain in a directory, or begins one: packages as a node writes them, with the proofs that
 * have the signatures, and both zero states. `--source archive` reads it, also while it grows.
 *
 * @throws {DevnetError} `copy_differs` when the directory has another chain
 */
export async function openExport({ directory, zeroStates }: ExportOptions): Promise<RoundCopy> {
  mkdirSync(directory, { recursive: true });
  for (const [name, bytes] of Object.entries(zeroStates)) keepZeroState(directory, name, bytes);
  let current = await openNewest(directory);
  let lastSeqno = current.lastSeqno;
  return {
    name: `export in ${directory}`,
    get lastSeqno() {
      return lastSeqno;
    },
    async append(round) {
      const first = firstOfPackage(round.seqno);
      if (first !== current.first) {
        await current.appender.close();
        current = await openPackage(directory, first);
      }
      await current.appender.append(entriesOf(round));
      lastSeqno = round.seqno;
    },
    close: () => current.appender.close(),
  };
}

interface OpenPackage {
  /** Round 0, 1,000, 2,000 …, by which the package is named. */
  readonly first: number;
  readonly lastSeqno: number;
  readonly appender: PackageAppender;
}

function firstOfPackage(seqno: number): number {
  return Math.floor(seqno / ROUNDS_PER_PACKAGE) * ROUNDS_PER_PACKAGE;
}

async function openNewest(directory: string): Promise<OpenPackage> {
  const firsts = readdirSync(directory).flatMap((name) => PACKAGE_NAME.exec(name)?.[1] ?? []);
  return await openPackage(directory, Math.max(0, ...firsts.map(Number)));
}

async function openPackage(directory: string, first: number): Promise<OpenPackage> {
  const path = join(directory, `archive.${String(first).padStart(5, '0')}.pack`);
  const appender = await appendToPackage(path, (name) => END_NAME.test(name));
  const last = END_NAME.exec(appender.lastEnd ?? '')?.[1];
  return { first, appender, lastSeqno: last === undefined ? Math.max(0, first - 1) : Number(last) };
}

function keepZeroState(directory: string, name: string, bytes: Uint8Array): void {
  const path = join(directory, `zero-state.${name}.boc`);
  if (!existsSync(path)) {
    // Half a file under this name would be taken for another chain's.
    writeFileSync(`${path}.new`, bytes);
    renameSync(`${path}.new`, path);
  } else if (!readFileSync(path).equals(bytes)) {
    throw new DevnetError('copy_differs', `${directory} has the archive of another chain: choose an empty directory`);
  }
}

/** The blocks of the shards, the masterchain block, and its proof. */
function entriesOf({ blocks, signatures }: StoredRound): NewPackageEntry[] {
  const [masterchain, ...shards] = blocks;
  if (masterchain === undefined) throw new Error('A round without a masterchain block is stored');
  const id = {
    workchain: masterchain.workchain,
    shard: masterchain.shard,
    seqno: masterchain.seqno,
    rootHash: hashFromHex(masterchain.rootHash),
    fileHash: hashFromHex(masterchain.fileHash),
  };
  const proof = writeBlockProof(Bag.parse(masterchain.boc), {
    id,
    signatures: signatures.map(({ nodeId, signature }) => {
      return { nodeIdShort: hashFromHex(nodeId), signature: Uint8Array.from(Buffer.from(signature, 'hex')) };
    }),
    weight: signatures.reduce((sum, { weight = '0' }) => sum + BigInt(weight), 0n),
  });
  return [
    ...[...shards, masterchain].map((block) => ({ name: `block_${nameOf(block)}`, data: block.boc })),
    { name: `proof_${nameOf(masterchain)}`, data: writeBag([proof]) },
  ];
}

/** `(workchain,shard,seqno):ROOT:FILE`, hashes in capitals as nodes write them. */
function nameOf({ workchain, shard, seqno, rootHash, fileHash }: StoredRound['blocks'][number]): string {
  const place = `(${workchain},${shardToHex(shard)},${seqno})`;
  return `${place}:${rootHash.toUpperCase()}:${fileHash.toUpperCase()}`;
}
