import type { Logger } from '@tonriver/logger';
import type { Backend } from '../backend.ts';
import { readStatement } from '../read-statement.ts';
import { openStatementPlaces } from '../statements/statement-places.ts';
import { openWorkDirectory } from '../statements/work-directory.ts';
import type { ReadOnlyBounds } from './session-settings.ts';

/** SQL text of one request. ClickHouse's own default is 256 KiB. */
const statementBytesMax = 200 * 1024;

/** Runs untrusted statements in separate processes that store nothing, on tables that another process writes. */
export async function openReadOnlyBackend(options: {
  readonly path: string;
  readonly database: string;
  readonly bounds: ReadOnlyBounds;
  readonly logger: Logger;
}): Promise<Backend> {
  const { path, bounds, logger } = options;
  const work = await openWorkDirectory({ logger });
  const places = openStatementPlaces({ path, bounds, logger, workParent: work.path });
  return {
    version: () => places.version(),
    async prepare(request, parsed, bodyMsMax) {
      const sql = await readStatement(request, parsed, { bytesMax: statementBytesMax, msMax: bodyMsMax });
      const { defaultFormat, settings, parameters, nativeRevision, packing } = parsed;
      const database = parsed.database ?? options.database;
      const statement = { sql, database, defaultFormat, settings, parameters, nativeRevision, packing };
      return { run: (signal) => places.run(statement, signal), discard: () => Promise.resolve() };
    },
    async close() {
      await places.close();
      await work.remove();
    },
  };
}
