import type { EmbeddedEngine } from '@tonriver/chdb';
import { StandaloneError } from './standalone-error.ts';

/**
 * Refuses a data directory that was filled from another network, before anything is written to it. Otherwise the log
 * and the cells of two networks would be mixed.
 */
export async function refuseOtherNetwork(
  engine: EmbeddedEngine,
  { database, dataDirectory }: { readonly database: string; readonly dataDirectory: string },
): Promise<void> {
  const client = engine.openClient();
  try {
    const answer = await client.query({
      query: "SELECT name FROM system.databases WHERE startsWith(name, 'ton_') ORDER BY name",
      format: 'JSONEachRow',
    });
    const names = (await answer.json<{ readonly name: string }>()).map(({ name }) => name);
    if (names.length === 0 || names.includes(database)) return;
    throw otherNetwork(`it holds ${names.join(', ')} and not ${database}`, dataDirectory);
  } finally {
    await client.close();
  }
}

/** Returns the error for a directory with another network or chain than the command line says. */
export function otherNetwork(what: string, dataDirectory: string): StandaloneError {
  return new StandaloneError(
    'directory_of_another_network',
    `${dataDirectory} was filled from another chain: ${what}. ` +
      'Choose another --data-dir, or use the --source, --network and --built-seed with which it was filled; ' +
      'the chain of a devnet and its index begin anew with --reset',
    { dataDirectory },
  );
}
