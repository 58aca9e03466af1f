import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbeddedClickHouse } from '@tonriver/chdb';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import { silentLogger } from '@tonriver/logger';
import {
  type ClickHouseHttpOptions,
  createClickHouseHttp,
  type FullOptions,
  type ReadOnlyOptions,
  type RunningClickHouseHttp,
} from '../service.ts';

/** A port over the tables of an engine in a temporary directory. */
export interface OpenPort {
  readonly store: ClickHouseStore;
  readonly server: RunningClickHouseHttp;
  readonly path: string;
  /** Sends a request; the body is text unless bytes are asked for. */
  ask(address: string, init?: RequestInit): Promise<{ status: number; headers: Headers; text: string }>;
  close(): Promise<void>;
}

type PortOptions =
  | (Pick<FullOptions, 'mode'> & Partial<FullOptions>)
  | (Pick<ReadOnlyOptions, 'mode'> & Partial<ReadOnlyOptions>);

export async function openPort(database: string, options: PortOptions): Promise<OpenPort> {
  const path = mkdtempSync(join(tmpdir(), 'tonriver-clickhouse-http-'));
  const store = await openEmbeddedClickHouse({ path, database });
  const common = { host: '127.0.0.1', port: 0, logger: silentLogger };
  const whole: ClickHouseHttpOptions =
    options.mode === 'full' ? { ...common, store, ...options } : { ...common, path, database, ...options };
  const server = await createClickHouseHttp(whole).start();
  return {
    store,
    server,
    path,
    async ask(address, init) {
      const response = await fetch(`${server.url}${address}`, init);
      return { status: response.status, headers: response.headers, text: await response.text() };
    },
    async close() {
      await server.stop(100);
      await store.close();
      rmSync(path, { recursive: true, force: true });
    },
  };
}
