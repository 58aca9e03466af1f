import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CHAIN_FOLDER } from './devnet-options.ts';
import { StandaloneError } from './standalone-error.ts';

/** Folders of an index: of blocks that came from any source. */
export const INDEX_FOLDERS: readonly string[] = ['log', 'cells', 'clickhouse'];

/**
 * Refuses a data directory with the chain of a devnet for another source, and a directory with an index of another
 * source for a devnet: before the source is opened, because a devnet writes its chain at its start.
 *
 * @throws {StandaloneError} `directory_of_another_network`
 */
export function refuseOtherContents(dataDirectory: string, isDevnet: boolean): void {
  const has = (name: string): boolean => existsSync(join(dataDirectory, name));
  const hasChain = has(CHAIN_FOLDER);
  if (hasChain === isDevnet || (isDevnet && !INDEX_FOLDERS.some(has))) return;
  const text = isDevnet
    ? `${dataDirectory} holds an index of another source: choose another --data-dir for a devnet, or use the --source ` +
      'and --network with which the directory was filled'
    : `${dataDirectory} holds a devnet: choose another --data-dir for another source, or start without --source`;
  throw new StandaloneError('directory_of_another_network', text, { dataDirectory });
}
