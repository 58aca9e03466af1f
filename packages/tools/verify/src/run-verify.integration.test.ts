import { mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createClickHouseHttp } from '@tonriver/clickhouse-http/service';
import { createEmbeddedStore, openEmbeddedEngine } from '@tonriver/chdb';
import { schemaVersion } from '@tonriver/row-schema';
import { silentLogger } from '@tonriver/logger';
import { type TemporaryDirectory, temporaryDirectory } from '@tonriver/testing';
import { verifyConfig } from './config.ts';
import { runVerify } from './run-verify.ts';
import { builtChain, fillDirectory } from './testing/index-chain.test-support.ts';

/** Runs `npm run verify -- WORDS`; returns its exit code and its output. */
async function verify(...words: string[]): Promise<{ readonly code: number; readonly text: string }> {
  return await verifyTelling(() => undefined, words);
}

/** The same; `onWrite` is called whenever something was written. */
async function verifyTelling(
  onWrite: () => void,
  words: readonly string[],
): Promise<{ readonly code: number; readonly text: string }> {
  const config = verifyConfig(words, {});
  if ('help' in config) throw new Error(config.help);
  let text = '';
  const write = (piece: string): void => {
    text += piece;
    onWrite();
  };
  const code = await runVerify(config, { write, isTerminal: false });
  return { code, text };
}

describe('npm run verify', () => {
  let directory: TemporaryDirectory;
  beforeAll(async () => {
    directory = temporaryDirectory();
    const store = await fillDirectory(directory.path, builtChain({ seed: 'command', rounds: 8 }));
    await store.close();
  }, 120_000);
  afterAll(() => directory?.remove());

  /** Changes stored rows as no service does. */
  const damage = async (sql: string): Promise<void> => {
    const engine = await openEmbeddedEngine({ path: join(directory.path, 'clickhouse') });
    const store = await createEmbeddedStore({ engine, database: 'ton_built' });
    await store.command(sql.startsWith('ALTER') ? `${sql} SETTINGS mutations_sync = 2` : sql);
    await store.close();
    await engine.close();
  };

  it('reports what it checked, and ends with 0 when nothing is wrong', async () => {
    const { code, text } = await verify('--data-dir', directory.path, '--cells');
    expect(text).toMatch(/✓ transaction-cells .* transactions/);
    expect(text).toMatch(/rounds 1 to 8\nNothing is wrong\.\n$/);
    expect(code).toBe(0);
  }, 60_000);

  /** As a process that holds the engine serves it. */
  const withServer = async (
    work: (server: { readonly url: string; stop(): Promise<void> }) => Promise<void>,
  ): Promise<void> => {
    const engine = await openEmbeddedEngine({ path: join(directory.path, 'clickhouse') });
    const store = await createEmbeddedStore({ engine, database: 'ton_built' });
    const place = { path: engine.path, database: store.database, host: '127.0.0.1', port: 0 };
    const server = await createClickHouseHttp({ ...place, mode: 'read-only', logger: silentLogger }).start();
    try {
      await work(server);
    } finally {
      await server.stop();
      await store.close();
      await engine.close();
    }
  };

  it('reads through the read-only port of the process that uses the directory', async () => {
    await withServer(async (server) => {
      const { code, text } = await verify('--url', server.url, '--network', 'built');
      expect(text).toMatch(/event-log: not examined: .*--data-dir[^]*Nothing is wrong with what was examined\.\n$/);
      expect(code).toBe(0);
    });
  }, 60_000);

  it('reports that ClickHouse is gone when it stops in the middle', async () => {
    await withServer(async (server) => {
      let stopped: Promise<void> | undefined;
      const stopOnce = (): void => void (stopped ??= server.stop());
      const running = verifyTelling(stopOnce, ['--url', server.url, '--network', 'built']);
      await expect(running).rejects.toMatchObject({ code: 'clickhouse_unreachable' });
      await stopped;
    });
  }, 60_000);

  it('reports in one line that the URL does not answer, or not as ClickHouse does', async () => {
    const page = createServer((_request, response) => {
      response.end('<html>\n<body>\nA page\n</body>\n</html>\n'.repeat(100));
    });
    await new Promise<void>((resolve) => page.listen(0, '127.0.0.1', resolve));
    const { port } = page.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}`;
    const oneLine = expect.stringMatching(/^ClickHouse cannot be read at http:.{1,300}$/);
    await expect(verify('--url', url)).rejects.toMatchObject({ code: 'no_click_house', message: oneLine });
    await new Promise((resolve) => page.close(resolve));
    await expect(verify('--url', url)).rejects.toMatchObject({ code: 'no_click_house', message: oneLine });
    expect(() => verifyConfig(['--url', 'ftp://127.0.0.1'], {})).toThrow(/http/);
  }, 60_000);

  it('names the network and the place when nothing is stored there', async () => {
    await expect(verify('--data-dir', directory.path, '--network', 'mainnet')).rejects.toMatchObject({
      code: 'nothing_stored',
      message: expect.stringContaining('there is built'),
    });
    await expect(verify('--data-dir', join(directory.path, 'nowhere'))).rejects.toMatchObject({
      code: 'nothing_stored',
    });
    const empty = join(directory.path, 'empty');
    mkdirSync(empty);
    await expect(verify('--data-dir', empty)).rejects.toMatchObject({
      code: 'nothing_stored',
      message: expect.stringContaining('Nothing is stored'),
    });
    await expect(verify('--data-dir', directory.path, '--proof', 'truth')).rejects.toMatchObject({
      code: 'unknown_proof',
    });
  });

  it('refuses options that contradict each other', () => {
    expect(() => verifyConfig(['--data-dir', 'a', '--url', 'http://127.0.0.1:8123'], {})).toThrow(/one of them/);
    expect(() => verifyConfig(['--findings-max', '0'], {})).toThrow(/findings-max/);
  });

  it('names a wrong row as text and as JSON, and ends with 1', async () => {
    await damage('ALTER TABLE rounds DELETE WHERE mc_block_seqno = 5');
    const asText = await verify('--data-dir', directory.path);
    expect(asText.text).toMatch(/✗ rounds .*\n {4}rounds \(mc_block_seqno 5\): is missing/);
    expect(asText.text).toMatch(/something is wrong\.\n$/);
    expect(asText.code).toBe(1);

    const asJson = await verify('--data-dir', directory.path, '--json', '--proof', 'rounds');
    expect(asJson.code).toBe(1);
    expect(JSON.parse(asJson.text)).toMatchObject({
      ranges: [{ first: 1, last: 8 }],
      findingCount: 1,
      proofs: [{ name: 'rounds', findings: [{ table: 'rounds', row: { mc_block_seqno: '5' }, proof: 'rounds' }] }],
    });
  }, 60_000);

  it('refuses tables of another version of the program, and names it', async () => {
    const of = (code: string, found: number) => ({
      code,
      message: expect.stringContaining(`schema version ${found},`),
    });
    await damage(`INSERT INTO schema_migrations (version, name) VALUES (${schemaVersion + 1}, 'a later one')`);
    await expect(verify('--data-dir', directory.path)).rejects.toMatchObject(of('schema_newer', schemaVersion + 1));
    await damage(`ALTER TABLE schema_migrations DELETE WHERE version >= ${schemaVersion}`);
    await damage('DROP TABLE resolved_blocks SYNC');
    await expect(verify('--data-dir', directory.path)).rejects.toMatchObject(of('schema_older', schemaVersion - 1));
    await damage('DROP TABLE schema_migrations SYNC');
    await expect(verify('--data-dir', directory.path)).rejects.toMatchObject(of('schema_older', 0));
  }, 60_000);
});
