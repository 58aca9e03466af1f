import { eventually, freePort, type TemporaryDirectory, temporaryDirectory } from '@tonriver/testing';
import { NodeProcess } from '../distributed/node-process.ts';
import { runVerify, type VerifyOutcome } from '../run-verify.ts';
import type { RecordedChain } from './recorded-chains.ts';

/** `npm start` over all recordings of a chain, after indexing. */
export interface RecordedDeployment {
  readonly apiUrl: string;
  /** Counts the rows of a table without duplicates. */
  count(table: 'blocks' | 'rounds' | 'transactions'): Promise<number>;
  /** Stops it and verifies its tables, with every cell. */
  stopAndVerify(): Promise<VerifyOutcome>;
  /** Stops it, if it still runs, and removes its data. */
  remove(): Promise<void>;
}

const INDEXED_TIMEOUT_MS = 300_000;

/** @param expected the counts after complete indexing */
export async function startRecordedDeployment(
  chain: RecordedChain,
  expected: { readonly blocks: number; readonly rounds: number },
): Promise<RecordedDeployment> {
  const [folder, port, clickHousePort] = [temporaryDirectory(), await freePort(), await freePort()];
  const apiUrl = `http://127.0.0.1:${port}`;
  const standalone = new NodeProcess({
    name: 'standalone',
    file: 'services/standalone/src/main.ts',
    words: wordsOf(chain, folder, port, clickHousePort),
    readyUrl: `${apiUrl}/live`,
  });
  const count = async (table: string): Promise<number> => {
    const query = `SELECT count() FROM ton_${chain.name}.${table} FINAL`;
    const response = await fetch(`http://127.0.0.1:${clickHousePort}/?${new URLSearchParams({ query }).toString()}`);
    if (!response.ok) throw new Error(await response.text());
    return Number(await response.text());
  };
  const remove = async (): Promise<void> => {
    await standalone.stop();
    folder.remove();
  };
  try {
    await standalone.start();
    const isIndexed = async () =>
      (await count('blocks')) === expected.blocks && (await count('rounds')) === expected.rounds;
    await eventually(isIndexed, { timeoutMs: INDEXED_TIMEOUT_MS, intervalMs: 250 });
    if (standalone.restarts > 0) throw new Error('It ended and was started again');
  } catch (cause) {
    const said = standalone.output();
    await remove();
    throw new Error(`${chain.name} is not indexed. It said:\n${said}`, { cause });
  }
  return {
    apiUrl,
    count,
    async stopAndVerify() {
      await standalone.stop();
      return runVerify({ dataDirectory: folder.path }, chain.name);
    },
    remove,
  };
}

function wordsOf(chain: RecordedChain, folder: TemporaryDirectory, port: number, clickHousePort: number): string[] {
  const { name, globalId, zeroState, paths } = chain;
  return [
    '--source=archive',
    '--allow-partial-rounds',
    `--network=${name}`,
    ...(zeroState === undefined ? [] : [`--global-id=${globalId}`, `--zero-state=${zeroState}`]),
    `--data-dir=${folder.path}`,
    `--port=${port}`,
    `--clickhouse-port=${clickHousePort}`,
    ...paths.map((path) => `--path=${path}`),
  ];
}
