import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { openArchive } from '@tonriver/block-source';
import { Bag } from '@tonriver/boc';
import { loadBlock, publicNetworks, WHOLE_SHARD } from '@tonriver/chain-model';
import { silentLogger } from '@tonriver/logger';
import type { RecordedBlock, RecordedData } from '@tonriver/testing';

/** All recordings of one chain, with the options of a deployment for it. */
export interface RecordedChain {
  /** Name of the deployment's network. */
  readonly name: string;
  readonly globalId: number;
  /** `ROOT_HASH:FILE_HASH`; undefined for public networks, whose zero states are known. */
  readonly zeroState: string | undefined;
  /** Folders of `.boc` files and archive packages. */
  readonly paths: readonly string[];
  /** Its entries in `index.json`; none for a chain that is only in packages. */
  readonly indexed: readonly RecordedBlock[];
}

const PACKAGES = ['blocks', 'archive-packs'] as const;
/** Any zero state. It is never compared, because masterchain block 1, which names it, was not recorded. */
const UNKNOWN_ZERO_STATE = `${'00'.repeat(32)}:${'00'.repeat(32)}`;

/**
 * Returns the recorded chains, by the networks of `index.json`. Packages of a public network belong to its chain. Those
 * of a private network are a separate chain, with another zero state than the single blocks.
 */
export async function recordedChains(data: RecordedData): Promise<readonly RecordedChain[]> {
  const packages = packagesByOwner(data);
  const isPublic = (name: string) => publicNetworks.some((network) => network.name === name);
  const chains: RecordedChain[] = [];
  for (const network of new Set(data.blocks().map((block) => block.network))) {
    const indexed = data.blocks().filter((block) => block.network === network);
    const name = networkName(network);
    const folders = [...new Set(indexed.map(({ file }) => dirname(file)))].map((folder) => data.path(folder));
    chains.push({
      name,
      globalId: indexed[0]!.globalId,
      zeroState: isPublic(name) ? undefined : UNKNOWN_ZERO_STATE,
      paths: isPublic(name) ? [...folders, ...(packages.get(name) ?? [])] : folders,
      indexed,
    });
  }
  for (const [owner, paths] of packages) {
    if (!isPublic(owner)) chains.push(await packagedChain(`${owner}_packages`, paths));
  }
  return chains;
}

/** `MyLocalTon (private, global id -239)` is the network `mylocalton`. */
function networkName(network: string): string {
  return /^\w+/.exec(network)![0].toLowerCase();
}

/** Packages by the word before the first `_` of their names. */
function packagesByOwner(data: RecordedData): ReadonlyMap<string, readonly string[]> {
  const owners = new Map<string, string[]>();
  for (const file of readdirSync(data.path(...PACKAGES)).toSorted()) {
    if (!file.endsWith('.pack')) continue;
    const [owner = ''] = file.split('_');
    owners.set(owner, [...(owners.get(owner) ?? []), data.path(...PACKAGES, file)]);
  }
  return owners;
}

async function packagedChain(name: string, paths: readonly string[]): Promise<RecordedChain> {
  const source = await openArchive({ paths, logger: silentLogger });
  const first = await source.block({ workchain: -1, shard: WHOLE_SHARD, seqno: 1 });
  const block = loadBlock(Bag.parse((first ?? (await source.block(source.keys()[0]!)))!.boc));
  await source.close();
  const [zeroState] = first === undefined ? [] : block.info.previousBlocks;
  const hex = (hash: Uint8Array) => Buffer.from(hash).toString('hex');
  return {
    name,
    globalId: block.globalId,
    zeroState: zeroState === undefined ? UNKNOWN_ZERO_STATE : `${hex(zeroState.rootHash)}:${hex(zeroState.fileHash)}`,
    paths,
    indexed: [],
  };
}
