import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ColumnList } from '@tonriver/row-schema';
import { type EmbeddedEngine, openEmbeddedEngine } from '../index.ts';
import type { WritingSession } from './embedded-engine.ts';
import { insertRows } from './insert-rows.ts';

const ROW_BYTES = 8;
const table = {
  name: 'inserted',
  columns: [{ name: 'bytes', type: { sql: `FixedString(${ROW_BYTES})` } }] as unknown as ColumnList,
};
const path = mkdtempSync(join(tmpdir(), 'tonriver-inserts-'));
let engine: EmbeddedEngine;
let session: WritingSession;
beforeAll(async () => {
  engine = await openEmbeddedEngine({ path });
  session = engine.openSession();
  await session.query('USE default');
  const columns = `bytes FixedString(${ROW_BYTES})`;
  await session.query(`CREATE TABLE inserted (${columns}) ENGINE = MergeTree ORDER BY tuple()`);
});
afterAll(async () => {
  session.close();
  await engine.close();
  rmSync(path, { recursive: true, force: true });
});

/** Inserts rows into the empty table and returns how many were written, and whether the same are read back. */
async function insertAndRead(rows: Uint8Array): Promise<readonly [number, boolean]> {
  await session.query('TRUNCATE TABLE inserted');
  const written = await insertRows(engine, session, table, rows);
  const read = await session.query('SELECT bytes FROM inserted', 'RowBinary');
  const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
  return [written, digest(read) === digest(rows)];
}

describe('rows that are inserted', () => {
  it('are the same when they are read, whatever bytes they begin or end with or have within', async () => {
    const special = [
      '\n\n',
      '\r\n\r\n',
      '\n;\n',
      ';',
      ' ',
      '\n',
      '\t',
      '\0',
      '\\',
      "'",
      '--',
      '/*',
      '\u001a',
      'FORMAT',
    ];
    for (const text of special) {
      for (const at of [0, 3 * ROW_BYTES - text.length, ROW_BYTES - 1]) {
        const rows = Buffer.alloc(3 * ROW_BYTES, 'A');
        rows.write(text, at, 'latin1');
        expect([text, at, await insertAndRead(rows)]).toEqual([text, at, [3, true]]);
      }
    }
  }, 120_000);

  it('are the same when they are any bytes', async () => {
    for (const count of [1, 7, 100, 3_000, 100_000]) {
      expect(await insertAndRead(randomBytes(count * ROW_BYTES))).toEqual([count, true]);
    }
  }, 120_000);

  it('are counted each time, whatever was written before them and by whom', async () => {
    const rowsOf = (count: number, isInMemory: boolean): Buffer => {
      const rows = Buffer.alloc(count * ROW_BYTES, 'A');
      if (!isInMemory) rows.write('\n\n', 0);
      return rows;
    };
    const client = engine.openClient();
    const byClient = (): Promise<unknown> =>
      client.command({ query: `INSERT INTO default.inserted SELECT 'abcdefgh' FROM numbers(5)` });
    const told = engine.openToldSession();
    await told.query('USE default');
    for (const [count, isInMemory] of [
      [1, false],
      [2, false],
      [3, true],
      [4, false],
      [5, false],
    ] as const) {
      expect(await insertRows(engine, told, table, rowsOf(count, isInMemory))).toBe(count);
      if (count === 2) await byClient();
      if (count === 4) await session.query("INSERT INTO inserted SELECT 'abcdefgh' FROM numbers(7)");
    }
    await client.close();
    const together = Array.from({ length: 9 }, (_, index) => rowsOf(index + 1, index % 3 === 0));
    const counts = await Promise.all(together.map((rows) => insertRows(engine, told, table, rows)));
    expect(counts).toEqual(together.map((_, index) => index + 1));
    told.close();
  });

  it('are counted also when another statement writes while they are inserted from memory', async () => {
    const told = engine.openToldSession();
    await told.query('USE default');
    const large = Buffer.alloc(500_000 * ROW_BYTES, 'A');
    const throughFile = Buffer.alloc(4 * ROW_BYTES, 'A');
    throughFile.write('\n\n', 0);
    expect(await insertRows(engine, told, table, throughFile)).toBe(4);
    const inserted = insertRows(engine, told, table, large);
    await setImmediate();
    await session.query('CREATE TABLE other ENGINE = MergeTree ORDER BY tuple() AS SELECT number FROM numbers(7)');
    expect(await inserted).toBe(500_000);
    expect(await insertRows(engine, told, table, throughFile)).toBe(4);
    told.close();
  });

  it('are refused when they end within a row, with the code of the engine', async () => {
    const rows = Buffer.alloc(3 * ROW_BYTES - 1, 'A');
    await expect(insertRows(engine, session, table, rows)).rejects.toMatchObject({ clickhouseCode: 33 });
    rows.write('\n\n', 0);
    await expect(insertRows(engine, session, table, rows)).rejects.toMatchObject({ clickhouseCode: 33 });
  });
});
