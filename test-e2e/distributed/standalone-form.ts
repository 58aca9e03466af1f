import { freePort, temporaryDirectory } from '@tonriver/testing';
import { type Chain, zeroStateText } from './chain.ts';
import { NodeProcess } from './node-process.ts';
import { untilIndexed, untilPortAnswers } from './until-indexed.ts';

export interface StandaloneForm {
  readonly apiUrl: string;
  readonly clickHouseUrl: string;
  readonly database: string;
  stop(): Promise<void>;
}

/**
 * `npm start` over the chain, with everything indexed.
 *
 * @param root the tree of the release; default: this one
 */
export async function startStandaloneForm(chain: Chain, root?: string): Promise<StandaloneForm> {
  const [folder, port, clickHousePort] = [temporaryDirectory(), await freePort(), await freePort()];
  const { name, globalId } = chain.network;
  const apiUrl = `http://127.0.0.1:${port}`;
  const options = {
    source: 'archive',
    path: chain.directory,
    'initial-state': chain.statesDirectory,
    'data-dir': folder.path,
    port,
    'clickhouse-port': clickHousePort,
    network: name,
    'global-id': globalId,
    'zero-state': zeroStateText(chain),
  };
  const standalone = new NodeProcess({
    name: 'standalone',
    file: 'services/standalone/src/main.ts',
    words: Object.entries(options).map(([option, value]) => `--${option}=${value}`),
    readyUrl: `${apiUrl}/live`,
    ...(root === undefined ? {} : { root }),
  });
  await standalone.start();
  await untilIndexed(apiUrl, chain.rounds, 300_000);
  const clickHouseUrl = `http://127.0.0.1:${clickHousePort}`;
  await untilPortAnswers(clickHouseUrl);
  return {
    apiUrl,
    clickHouseUrl,
    database: `ton_${name}`,
    async stop() {
      await standalone.stop();
      folder.remove();
    },
  };
}
