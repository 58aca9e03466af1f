import { cpSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openArchive } from '@tonriver/block-source';
import { type Network, publicNetworks } from '@tonriver/chain-model';
import { silentLogger } from '@tonriver/logger';
import type { RecordedData } from './recorded-data.ts';
import { temporaryDirectory } from './temporary-directory.ts';

export const GENESIS = 'mainnet-2019-11-genesis';
export const GENESIS_ROUNDS = 140;

export const mainnet: Network = publicNetworks.find(({ name }) => name === 'mainnet')!;

/** Returns a copy of the recorded genesis run that a test may change. */
export function genesisFolder(data: RecordedData) {
  const folder = temporaryDirectory();
  const source = data.path('blocks', GENESIS);
  for (const name of readdirSync(source)) cpSync(join(source, name), join(folder.path, name));
  const pathOf = (name: string): string => join(folder.path, name);
  return {
    path: folder.path,
    pathOf,
    write(name: string, bytes: Uint8Array): void {
      rmSync(pathOf(name), { force: true });
      writeFileSync(pathOf(name), bytes);
    },
    delete: (name: string) => rmSync(pathOf(name)),
    open: () => openArchive({ paths: [folder.path], logger: silentLogger }),
    remove: () => folder.remove(),
  };
}

export type GenesisFolder = ReturnType<typeof genesisFolder>;
