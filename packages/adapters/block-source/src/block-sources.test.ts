import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { silentLogger } from '@tonriver/logger';
import type { SourceBlock } from '@tonriver/chain-source';
import { temporaryDirectory } from '@tonriver/testing';
import { createMemorySource, openArchive } from './index.ts';
import { createLiveMemorySource, followArchive } from './testing/index.ts';
import { followDevnet } from './devnet/follow-devnet.ts';
import { serveBlocks } from './testing/serve-blocks.test-support.ts';
import { packageOf, writeBlockFile } from './testing/block-files.test-support.ts';
import { describeBlockSource } from './testing/block-source-contract.test-support.ts';

const filled = (blocks: readonly SourceBlock[]) => {
  const folder = temporaryDirectory();
  const add = (added: readonly SourceBlock[]): void => {
    for (const block of added) writeBlockFile(folder.path, block);
  };
  add(blocks);
  return { path: folder.path, add, close: () => folder.remove() };
};

describeBlockSource('blocks in memory', async (blocks) => {
  return { source: createMemorySource(blocks.map((block) => ({ ...block, rootHash: '00'.repeat(32) }))) };
});

describeBlockSource('blocks that are added in memory', async (blocks) => {
  const source = createLiveMemorySource(blocks);
  return { source, add: (added) => source.add(...added) };
});

describeBlockSource('an archive', async (blocks) => {
  const { path, close } = filled(blocks);
  return { source: await openArchive({ paths: [path], logger: silentLogger }), close };
});

describeBlockSource('a folder of files that grows', async (blocks) => {
  const { path, add, close } = filled(blocks);
  return { source: await followArchive({ paths: [path], logger: silentLogger, pollMs: 20 }), add, close };
});

describeBlockSource('a package that grows', async (blocks) => {
  const folder = temporaryDirectory();
  const path = join(folder.path, 'archive.pack');
  writeFileSync(path, packageOf(blocks));
  const add = (added: readonly SourceBlock[]): void => writeFileSync(path, packageOf(added).subarray(4), { flag: 'a' });
  const source = await followArchive({ paths: [folder.path], logger: silentLogger, pollMs: 20 });
  return { source, add, close: () => folder.remove() };
});

describeBlockSource('a devnet', async (blocks) => {
  const blocksServed = createLiveMemorySource(blocks);
  const served = await serveBlocks(blocksServed);
  const source = await followDevnet({ url: served.url, logger: silentLogger });
  return { source, add: (added) => blocksServed.add(...added), close: () => served.close() };
});
