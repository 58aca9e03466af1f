import { freePort, temporaryDirectory } from '@tonriver/testing';
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
  return {
    apiUrl,
    clickHousePort,
    database: 'ton_built',
    async stop() {
      await standalone.stop();
      folder.remove();
    },
  };
}
