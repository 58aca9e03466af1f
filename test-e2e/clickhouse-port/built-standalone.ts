import { eventually, freePort, temporaryDirectory } from '@tonriver/testing';
import { NodeProcess } from '../distributed/node-process.ts';
import { untilIndexed, untilPortAnswers } from '../distributed/until-indexed.ts';

/** `npm start` over a chain that it makes itself, with everything indexed. */
export interface BuiltStandalone {
  readonly apiUrl: string;
  readonly clickHousePort: number;
  readonly database: string;
  stop(): Promise<void>;
}

export async function startBuiltStandalone(rounds: number): Promise<BuiltStandalone> {
  const [folder, port, clickHousePort] = [temporaryDirectory(), await freePort(), await freePort()];
  const apiUrl = `http://127.0.0.1:${port}`;
  const options = {
    source: 'built',
    'built-rounds': rounds,
    'data-dir': folder.path,
    port,
    'clickhouse-port': clickHousePort,
    'log-level': 'warn',
  };
  const standalone = new NodeProcess({
    name: 'standalone',
    file: 'services/standalone/src/main.ts',
    words: Object.entries(options).map(([option, value]) => `--${option}=${value}`),
    readyUrl: `${apiUrl}/live`,
  });
  await standalone.start();
  await untilIndexed(apiUrl, rounds, 240_000);
  await untilPortAnswers(`http://127.0.0.1:${clickHousePort}`);
  const database = 'ton_built';
  await untilClassified(`http://127.0.0.1:${clickHousePort}/?database=${database}`, rounds);
  return {
    apiUrl,
    clickHousePort,
    database,
    async stop() {
      await standalone.stop();
      folder.remove();
    },
  };
}

/** Actions are the last that is written of a round: then no table changes any more. */
async function untilClassified(address: string, rounds: number): Promise<void> {
  const newest =
    'SELECT partition, max(last_seqno) AS last, any(partitions) AS count FROM actions_progress GROUP BY partition';
  const sql = `SELECT count() > 0 AND countIf(last >= ${rounds}) = any(count) FROM (${newest}) FORMAT TSV`;
  const isClassified = async (): Promise<boolean> => {
    const response = await fetch(address, { method: 'POST', body: sql });
    return (await response.text()).trim() === '1';
  };
  await eventually(isClassified, { timeoutMs: 240_000, intervalMs: 200 });
}
