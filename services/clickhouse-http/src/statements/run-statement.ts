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

/** What the engine says about itself. */
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
 * Runs a statement of a stranger on a connection of its own. The order is the protection: bounds, harmless settings and
 * parameters first, then `readonly = 1`, which this session can never leave; then the engine prints the query in
 * canonical form, that form is checked, and that form is what runs, so that nothing can be read differently by the
 * check and by the engine.
 *
 * @throws ClickHouseHttpError or an error of the engine, before the first piece or with it
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
    // Parameter values come in the text form the engine takes them in, so they are quoted and not formatted again.
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

/** Types that only some clients can read in the Native format are written as those that all can. */
const nativeSettings = { low_cardinality_allow_in_native_format: 0, output_format_native_write_json_as_string: 1 };

/**
 * Counts what is read from now on, by the engine's own counters, which are the whole process's: only one statement runs
 * in it. Asking reads rows too; their number is in the answer and is taken off again.
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

/** Databases may have names that Tonriver would not give: quoted, whatever they are. */
export function databaseIdentifier(name: string): string {
  return /^[A-Za-z_][A-Za-z0-9_]{0,127}$/.test(name)
    ? identifier(name)
    : `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`').replaceAll('\0', '')}\``;
}
