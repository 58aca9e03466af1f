import { createHash } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { createBlockTables, tablesInWriteOrder } from '@tonriver/block-rows';
import { generateWorkload } from '@tonriver/chain-workload';
import { topicsOf } from '@tonriver/events';
import { PARSER_VERSION } from './parser-version.ts';
import { addRowsOfRecord } from './steps/rows-of-record.ts';
import { recordsOfWorkload } from './testing/records-of-workload.test-support.ts';

/**
 * If only `rows` differs, the parser makes other rows of the same blocks: increase `PARSER_VERSION` and update this.
 * Otherwise rows of two releases would have the same version, and the last that is written would be valid. If `blocks`
 * differs as well, the made-up chain is another one: update both. Rows also name the version of the schema: if only
 * that has grown, update `rows` alone.
 */
const KNOWN = {
  parserVersion: 7,
  blocks: 'e866d606745b9e1f834c6bb8639a335ca44dfaa869fc4fca4689e0b969310ff5',
  rows: '4e9b533dcb71640d124ba8bc2283d3985ae7d52884a580d1a556c1a46c7227d2',
};

it('PARSER_VERSION matches the rows that the parser makes', () => {
  const workload = generateWorkload({ seed: 'parser version', rounds: 12 });
  const blocks = createHash('sha256');
  const tables = createBlockTables();
  const { parsedRounds } = topicsOf('built', { rawPartitions: 1 });
  const network = { name: 'built', globalId: workload.options.network.globalId };
  for (const record of recordsOfWorkload(workload)) {
    blocks.update(record.value);
    const added = addRowsOfRecord(tables, record, { network, parsedRounds });
    if (added.kind === 'reject') throw new Error(added.cause);
  }
  const rows = createHash('sha256');
  for (const { table, rows: encoded } of tablesInWriteOrder(tables)) rows.update(table.name).update(encoded.bytes);
  expect({ parserVersion: PARSER_VERSION, blocks: blocks.digest('hex'), rows: rows.digest('hex') }).toEqual(KNOWN);
});
