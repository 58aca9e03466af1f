import { type EmbeddedEngine, type EngineSession, identifier, setStatement, stringLiteral } from '@tonriver/clickhouse';
import type { ParsedRequest } from './http/parse-request.ts';
import { checkReadOnly } from './read-only/check-read-only.ts';
import { type ReadOnlyBounds, sessionSettings } from './read-only/session-settings.ts';

/** A statement on a connection of its own, ready to run. */
export interface PreparedStatement {
  readonly session: EngineSession;
  readonly sql: string;
}

export interface SessionDependencies {
  readonly engine: EmbeddedEngine;
  readonly database: string;
}

/**
 * A connection for one request, as a server gives to each request without a session: nothing of it reaches the next
 * one.
 */
async function openFor(
  { engine, database }: SessionDependencies,
  request: ParsedRequest,
  prepare: (session: EngineSession) => Promise<string>,
): Promise<PreparedStatement> {
  const session = engine.openSession();
  try {
    await session.query(`USE ${databaseIdentifier(request.database ?? database)}`);
    return { session, sql: await prepare(session) };
  } catch (error) {
    session.close();
    throw error;
  }
}

/** For everything: settings and parameters of the request, then its SQL as it came. */
export function openFullSession(
  dependencies: SessionDependencies,
  request: ParsedRequest,
  sql: string,
): Promise<PreparedStatement> {
  return openFor(dependencies, request, async (session) => {
    const settings = Object.fromEntries(request.settings);
    const parameters = Object.fromEntries(request.parameters);
    if (request.settings.size + request.parameters.size > 0) {
      await session.query(assignments(settings, parameters));
    }
    return sql;
  });
}

/**
 * For reading only. The order is the protection: bounds and parameters first, then `readonly = 1`, which this session
 * can never leave; then the engine prints the query in canonical form, that form is checked, and that form is what
 * runs,
 * so that nothing can be read differently by the check and by the engine.
 */
export function openReadOnlySession(
  dependencies: SessionDependencies & {
    readonly bounds: ReadOnlyBounds;
    readonly tableFunctions: readonly string[];
  },
  request: ParsedRequest,
  sql: string,
): Promise<PreparedStatement> {
  return openFor(dependencies, request, async (session) => {
    const { fixed, asked } = sessionSettings(request.settings, dependencies.bounds);
    await session.query(assignments(fixed, Object.fromEntries(request.parameters)));
    await session.query('SET readonly = 1');
    if (Object.keys(asked).length > 0) await session.query(setStatement(asked));
    const canonical = await session.query(`SELECT formatQuery(${stringLiteral(sql)})`, 'RawBLOB');
    const canonicalSql = Buffer.from(canonical).toString('utf8');
    const { tableFunctions } = dependencies;
    checkReadOnly(canonicalSql, { tableFunctions, parameters: request.parameters });
    return canonicalSql;
  });
}

/**
 * Parameter values come in the text form the engine takes them in, so they are quoted and not formatted again.
 */
function assignments(
  settings: Readonly<Record<string, number | string>>,
  parameters: Readonly<Record<string, string>>,
) {
  const named = Object.entries(parameters).map(([name, value]) => [`param_${name}`, value] as const);
  return setStatement({ ...settings, ...Object.fromEntries(named) });
}

/** Databases may have names that Tonriver would not give: quoted, whatever they are. */
function databaseIdentifier(name: string): string {
  return /^[A-Za-z_][A-Za-z0-9_]{0,127}$/.test(name)
    ? identifier(name)
    : `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`').replaceAll('\0', '')}\``;
}
