import type { EngineSession, ReadOnlyEngine } from '@tonriver/chdb';
import { setStatement } from '@tonriver/clickhouse';
import { identifier, stringLiteral } from '@tonriver/row-schema';
import { checkFormat, checkReadOnly } from '../read-only/check-read-only.ts';
import { type ReadOnlyBounds, sessionSettings } from '../read-only/session-settings.ts';
import { answerPieces, type ReadCounter } from '../result/answer-pieces.ts';
import { packPieces } from '../result/pack-pieces.ts';
import { formatOfStatement } from '../result/result-formats.ts';
import { closingAfter } from './closing-after.ts';
import type { Answer, Statement } from './statement.ts';

/** Facts that the engine reports about itself. */
export interface EngineFacts {
  readonly version: string;
  readonly functions: readonly string[];
  readonly tableFunctions: readonly string[];
}

export async function describeEngine(session: EngineSession): Promise<EngineFacts> {
  const list = async (sql: string): Promise<readonly string[]> =>
    Buffer.from(await session.query(sql, 'TabSeparated'))
      .toString('utf8')
      .trim()
      .split('\n');
  const [version = ''] = await list('SELECT version()');
  return {
    version,
    functions: await list('SELECT name FROM system.functions'),
    tableFunctions: await list('SELECT name FROM system.table_functions'),
  };
}

/**
 * Runs an untrusted statement on its own connection. The order of the steps is the protection: first bounds, harmless
 * settings and parameters; then `readonly = 1`, which this session can never undo; then the engine prints the query in
 * canonical form. That text is checked, and exactly that text runs, so that the check and the engine cannot read the
 * statement differently.
 *
 * @throws ClickHouseHttpError or an error of the engine, before the first piece or instead of it
 */
export async function runReadOnlyStatement(
  {
    engine,
    facts,
    bounds,
  }: { readonly engine: ReadOnlyEngine; readonly facts: EngineFacts; readonly bounds: ReadOnlyBounds },
  statement: Statement,
): Promise<Answer> {
  const settings = sessionSettings(statement.settings, bounds);
  checkFormat(statement.defaultFormat);
  const session = engine.openSession();
  try {
    await session.query(`USE ${databaseIdentifier(statement.database)}`);
    // Parameter values already have the engine's text form, so they are only quoted.
    const parameters = [...statement.parameters].map(([name, value]) => [`param_${name}`, value] as const);
    await session.query(setStatement({ ...settings, ...nativeSettings, ...Object.fromEntries(parameters) }));
    await session.query('SET readonly = 1');
    const canonical = await session.query(`SELECT formatQuery(${stringLiteral(statement.sql)})`, 'RawBLOB');
    const sql = Buffer.from(canonical).toString('utf8');
    checkReadOnly(sql, { ...facts, parameters: statement.parameters });
    const format = formatOfStatement(sql) ?? statement.defaultFormat;
    const readCounter = await countReading(engine);
    const pieces = answerPieces({ session, sql, format, nativeRevision: statement.nativeRevision, readCounter });
    return { format, pieces: closingAfter(packPieces(pieces, statement.packing), session) };
  } catch (error) {
    session.close();
    throw error;
  }
}

/** Types that only some clients can read in the Native format are written as types that all clients can read. */
const nativeSettings = { low_cardinality_allow_in_native_format: 0, output_format_native_write_json_as_string: 1 };

/**
 * Counts rows and bytes that are read from now on. It uses the engine's counters, which count for the whole process;
 * only one statement runs in it. Reading the counters reads rows too; their number is known and is subtracted.
 */
async function countReading(engine: ReadOnlyEngine): Promise<ReadCounter> {
  const before = await readingSoFar(engine);
  let askedRows = before.ownRows;
  return async () => {
    const now = await readingSoFar(engine);
    const readRows = Math.max(0, now.rows - before.rows - askedRows);
    const allRows = now.rows - before.rows;
    askedRows += now.ownRows;
    const share = allRows === 0 ? 0 : readRows / allRows;
    return { readRows, readBytes: Math.round((now.bytes - before.bytes) * share) };
  };
}

const readingSql =
  "SELECT count(), sumIf(value, event = 'SelectedRows'), sumIf(value, event = 'SelectedBytes') FROM system.events";

async function readingSoFar(engine: ReadOnlyEngine): Promise<{ ownRows: number; rows: number; bytes: number }> {
  const session = engine.openSession();
  try {
    const text = Buffer.from(await session.query(readingSql, 'TabSeparated')).toString('latin1');
    const [ownRows = 0, rows = 0, bytes = 0] = text.trim().split('\t').map(Number);
    return { ownRows, rows, bytes };
  } finally {
    session.close();
  }
}

/** Quotes the name of any database, also names that Tonriver itself would not choose. */
export function databaseIdentifier(name: string): string {
  return /^[A-Za-z_][A-Za-z0-9_]{0,127}$/.test(name)
    ? identifier(name)
    : `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`').replaceAll('\0', '')}\``;
}
