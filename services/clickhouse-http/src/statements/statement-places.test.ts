import { readdirSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { silentLogger } from '@tonriver/logger';
import { type TemporaryDirectory, temporaryDirectory } from '@tonriver/testing';
import { defaultReadOnlyBounds } from '../read-only/session-settings.ts';
import type { Answer, Statement } from './statement.ts';
import { openStatementPlaces, type StatementPlaces } from './statement-places.ts';
import type { StatementProcess } from './statement-process.ts';

const statement: Statement = {
  sql: 'SELECT 1',
  database: 'kept',
  defaultFormat: 'TSV',
  settings: new Map(),
  parameters: new Map(),
  nativeRevision: 0,
  packing: 'plain',
};
const signal = new AbortController().signal;

let folder: TemporaryDirectory;
let started: number;
let ended: number;
beforeEach(() => {
  folder = temporaryDirectory();
  started = 0;
  ended = 0;
});
afterEach(() => folder.remove());

function open(answer: () => Promise<Answer | undefined>, startMs = 0): StatementPlaces {
  const settings = { path: folder.path, workParent: folder.path, bounds: defaultReadOnlyBounds, logger: silentLogger };
  return openStatementPlaces(settings, async (): Promise<StatementProcess> => {
    await new Promise((resolve) => setTimeout(resolve, startMs));
    started += 1;
    return {
      version: '1.2',
      isUsable: () => true,
      run: answer,
      end: () => {
        ended += 1;
        return Promise.resolve();
      },
    };
  });
}

async function* nothing(): AsyncGenerator<never> {}
const answered = () => Promise.resolve<Answer>({ format: 'TSV', pieces: nothing() });

describe('processes for statements', () => {
  it('are not started before the first statement; one process runs consecutive statements', async () => {
    const places = open(answered);
    expect([started, places.version()]).toEqual([0, undefined]);
    for (let count = 0; count < 3; count++) await (await places.run(statement, signal)).pieces.next();
    expect([started, places.version()]).toEqual([1, '1.2']);
    await places.close();
    expect(ended).toBe(1);
  });

  it('report that tables are changing when they changed three times during one statement', async () => {
    const places = open(() => Promise.resolve(undefined));
    await expect(places.run(statement, signal)).rejects.toMatchObject({
      code: 'tables_changing',
      status: 503,
      serverName: 'ABORTED',
    });
    expect([started, ended]).toEqual([3, 3]);
    await places.close();
  });

  it('are kept when the caller leaves during their start', async () => {
    const places = open(answered);
    await expect(places.run(statement, AbortSignal.abort())).rejects.toMatchObject({ code: 'client_left' });
    await (await places.run(statement, signal)).pieces.next();
    expect([started, ended]).toEqual([1, 0]);
    await places.close();
  });

  it('are ended on close, also during their start', async () => {
    const places = open(answered, 50);
    const asked = places.run(statement, signal).catch(() => undefined);
    await places.close();
    expect([started, ended]).toEqual([1, 1]);
    await asked;
  });
});

describe('a process for statements that cannot be started', () => {
  const { execPath } = process;
  afterEach(() => {
    process.execPath = execPath;
  });

  it.each([
    ['because the program does not exist', '/nowhere/node'],
    ['because the system refuses its name', 'node\0'],
    ['because it ends at once', '/bin/false'],
  ])('%s, leaves no directory behind', async (_why, program) => {
    const places = openStatementPlaces({
      path: folder.path,
      workParent: folder.path,
      bounds: defaultReadOnlyBounds,
      logger: silentLogger,
    });
    process.execPath = program;
    await expect(places.run(statement, signal)).rejects.toThrow();
    expect(readdirSync(folder.path)).toEqual([]);
    await places.close();
  });
});
