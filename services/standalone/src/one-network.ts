import type { EmbeddedEngine } from '@tonriver/chdb';
import { StandaloneError } from './standalone-error.ts';

/**
 * Refuses a data directory that was filled from another network, before anything is written to it: the log and the
 * cells of two networks would lie in one place, and `verify` would not know which is meant.
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

/** The directory holds something else than what the command line asks for. */
export function otherNetwork(what: string, dataDirectory: string): StandaloneError {
  return new StandaloneError(
    'directory_of_another_network',
    `${dataDirectory} was filled from another chain: ${what}. ` +
      'Give another --data-dir, or the --source, --network and --built-seed that it was made with',
    { dataDirectory },
  );
}
