import { readdirSync, readFileSync, statSync } from 'node:fs';
import { Bag, serializeTree } from '@tonriver/boc';
import { loadConfigEntries } from '@tonriver/chain-model';
import { isKnownParameter } from '@tonriver/chain-model/testing';
import { type RecordedData, recordedData } from '@tonriver/testing';
import type { SeedBytes } from './corpus.ts';
import { blockParts } from './seeds-built.ts';

/** Of all blocks that differ little, such as empty ones, so many are taken. */
const smallBlocksMax = 260;
const largeBlocksMax = 6;
const largeBlockBytes = 20_000;
const fileBytesMax = 1_300_000;
const blocksWithPartsMax = 40;

/** Blocks, states and configurations of the data folder, and parts of them; empty without the folder. */
export function recordedSeeds(): SeedBytes[] {
  const data = recordedData();
  return data === undefined ? [] : [...recordedBlocks(data), ...recordedStates(data), ...recordedConfigs(data)];
}

function recordedBlocks(data: RecordedData): SeedBytes[] {
  const blocks = data.blocks().toSorted((left, right) => left.bytes - right.bytes);
  const large = blocks.filter(({ bytes }) => bytes >= largeBlockBytes);
  const small = evenly(blocks.slice(0, blocks.length - large.length), smallBlocksMax);
  const seeds = [...small, ...evenly(large, largeBlocksMax)].map(
    (block): SeedBytes => ({
      name: block.file,
      kind: 'block',
      group: 'recorded',
      bytes: block.read(),
    }),
  );
  const parts = evenly(small, blocksWithPartsMax).flatMap((block) => blockParts('recorded', block.file, block.read()));
  return [...seeds, ...parts];
}

function recordedStates(data: RecordedData): SeedBytes[] {
  return bagFiles(data, 'blocks', 'states').map(({ name, bytes }) => ({
    name,
    kind: 'state',
    group: 'recorded',
    bytes,
  }));
}

function recordedConfigs(data: RecordedData): SeedBytes[] {
  return bagFiles(data, 'config').flatMap(({ name, bytes }): SeedBytes[] => {
    const bag = Bag.parse(bytes);
    const group = 'recorded';
    if (name.includes('proof')) return [{ name, kind: 'cells', group, bytes }];
    if (!name.includes('_config_')) return [{ name, kind: 'cells', group, bytes }];
    // Either the dictionary itself, or a record of the contract's address and the dictionary.
    const isRecord = bag.bitLength(bag.root) === 256 && bag.refCount(bag.root) === 1;
    if (bag.refCount(bag.root) === 0) return [{ name, kind: 'cells', group, bytes }];
    const dictionary = isRecord ? bag.ref(bag.root, 0) : bag.root;
    if (name.includes('unpacked')) return [{ name, kind: 'cells', group, bytes }];
    const parameters = loadConfigEntries(bag, dictionary)
      .filter(({ parameter }) => isKnownParameter(parameter))
      .map(
        ({ parameter, cell }): SeedBytes => ({
          name: `${name} parameter ${parameter}`,
          kind: 'parameter',
          group,
          bytes: serializeTree(bag, cell),
          parameter,
        }),
      );
    return [{ name, kind: 'config', group, bytes: serializeTree(bag, dictionary) }, ...parameters];
  });
}

function bagFiles(data: RecordedData, ...folder: string[]): { readonly name: string; readonly bytes: Uint8Array }[] {
  const path = data.path(...folder);
  return readdirSync(path)
    .filter((name) => name.endsWith('.boc') && statSync(`${path}/${name}`).size <= fileBytesMax)
    .sort()
    .map((name) => ({ name: [...folder, name].join('/'), bytes: readFileSync(`${path}/${name}`) }));
}

/** So many of the items, spread over the whole list. */
function evenly<Item>(items: readonly Item[], wanted: number): Item[] {
  if (items.length <= wanted) return [...items];
  return Array.from({ length: wanted }, (_, index) => items[Math.floor((index * items.length) / wanted)] as Item);
}
