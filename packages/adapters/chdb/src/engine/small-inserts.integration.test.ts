import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createRowBatch, createTableSql, type MessagePlaceRow, messagePlacesTable } from '@tonriver/row-schema';
import { type EmbeddedEngine, openEmbeddedEngine } from '../index.ts';
import type { WritingSession } from './embedded-engine.ts';
import { insertRows } from './insert-rows.ts';

const INSERTS = 400;
const ROWS = 150;
/** With the engine's own choice of parts it was 120 times: the largest part was merged for every insert. */
const REWRITTEN_TIMES_MAX = 60;
const path = mkdtempSync(join(tmpdir(), 'tonriver-small-inserts-'));
let engine: EmbeddedEngine;
let session: WritingSession;
beforeAll(async () => {
  engine = await openEmbeddedEngine({ path });
  session = engine.openSession();
  await session.query('USE default');
  await session.query(createTableSql(messagePlacesTable, 'default'));
});
afterAll(async () => {
  session.close();
  await engine.close();
  rmSync(path, { recursive: true, force: true });
});

function randomPlace(index: number): MessagePlaceRow {
  return {
    hashPrefix: randomBytes(8).readBigUInt64BE(),
    lt: BigInt(index),
    workchain: 0,
    shard: -(1n << 63n),
    seqno: 1,
    direction: 'in',
    position: 0,
    isNorm: false,
    mcBlockSeqno: 1,
    rowVersion: 1,
  };
}

async function numberOf(sql: string): Promise<number> {
  return Number(Buffer.from(await session.query(sql, 'TSV')).toString());
}

it('merges of a table that gets a few rows at a time do not write all of its rows for each of them', async () => {
  for (let insert = 0; insert < INSERTS; insert += 1) {
    const batch = createRowBatch(messagePlacesTable);
    for (let row = 0; row < ROWS; row += 1) batch.add(randomPlace(insert * ROWS + row));
    await insertRows(engine, session, messagePlacesTable, batch.rows().bytes);
    // Merges come between inserts.
    await sleep(15);
  }

  const [rows, merged] = [
    await numberOf('SELECT count() FROM message_places'),
    await numberOf("SELECT sum(value) FROM system.events WHERE event = 'MergedRows'"),
  ];

  expect(rows).toBe(INSERTS * ROWS);
  expect(merged).toBeGreaterThan(rows);
  expect(merged / rows).toBeLessThan(REWRITTEN_TIMES_MAX);
}, 120_000);
