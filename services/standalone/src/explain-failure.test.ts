import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { CellStoreError } from '@tonriver/cell-store';
import { ClickHouseStoreError } from '@tonriver/clickhouse';
import { EventLogError } from '@tonriver/stream';
import { explainFailure } from './explain-failure.ts';
import { StandaloneError } from './standalone-error.ts';

const context = { dataDirectory: '/data/mainnet', host: '127.0.0.1', port: 8081, clickHousePort: 8124 };
const textOf = (error: unknown, changes: Partial<typeof context> = {}): string => {
  const explained = explainFailure(error, { ...context, ...changes });
  expect(explained).toBeInstanceOf(StandaloneError);
  return (explained as StandaloneError).message;
};
const thrownBy = (call: () => void): unknown => {
  try {
    call();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
};
const listenError = async (port: number, host: string): Promise<unknown> =>
  await new Promise((resolve) => {
    const server = createServer();
    server.once('error', resolve);
    server.listen(port, host, () => resolve(undefined));
  });

describe('explainFailure', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tonriver-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('names the process that uses the directory, and the option to change', () => {
    const fields = { pid: 7, host: 'host-a' };
    const held = [
      new EventLogError('directory_held', 'held', fields),
      new CellStoreError('directory_held', 'held', fields),
      new ClickHouseStoreError('clickhouse_directory_held', 'held', fields),
    ];
    for (const error of held) {
      expect(textOf(error)).toMatch(/Process 7 on host-a uses \/data\/mainnet: stop it, or .*--data-dir/);
    }
    expect(textOf(new EventLogError('directory_held', 'held'))).toMatch(/Another process uses .*--data-dir/);
  });

  it('says what to delete when the log or the cells are damaged', () => {
    const damaged = [new EventLogError('store_corrupt', 'Page 7'), new CellStoreError('store_corrupt', 'Page 7')];
    for (const error of damaged) {
      expect(textOf(error)).toMatch(/^Page 7\. Delete \/data\/mainnet\/log and \/data\/mainnet\/cells and start again/);
    }
  });

  it('says that the directory was filled from another chain', () => {
    const other = new ClickHouseStoreError('clickhouse_deployment_mismatch', 'Database ton_built holds another');
    expect(textOf(other)).toMatch(/\/data\/mainnet was filled from another chain: Database ton_built[\s\S]*--data-dir/);
  });

  it('names the option of the port that is in use', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const { port } = taken.address() as AddressInfo;
    const error = await listenError(port, '127.0.0.1');
    taken.close();
    expect(textOf(error, { port })).toMatch(
      new RegExp(`Port 127\\.0\\.0\\.1:${port} is in use: choose another --port`),
    );
    expect(textOf(error, { clickHousePort: port })).toMatch(/another --clickhouse-port/);
  });

  it('names the option of an address that is not one of this machine, or is not an address', async () => {
    expect(textOf(await listenError(0, '192.0.2.1'))).toMatch(/192\.0\.2\.1 is not an address of this machine.*--host/);
    expect(textOf(await listenError(0, 'nowhere.invalid'), { host: 'nowhere.invalid' })).toMatch(/nowhere.*--host/);
  });

  it('says what is wrong with the directory', () => {
    const dataDirectory = `${folder}/a-file`;
    writeFileSync(dataDirectory, '');
    const error = thrownBy(() => mkdirSync(`${dataDirectory}/log`));
    expect(textOf(error, { dataDirectory })).toMatch(/a-file cannot be used: ENOTDIR.*--data-dir/);
  });

  it('returns other errors unchanged, also errors of files elsewhere', () => {
    const unknown = new TypeError('x is undefined');
    expect(explainFailure(unknown, context)).toBe(unknown);
    const elsewhere = thrownBy(() => mkdirSync(`${folder}/no/such`));
    expect(explainFailure(elsewhere, context)).toBe(elsewhere);
  });
});
