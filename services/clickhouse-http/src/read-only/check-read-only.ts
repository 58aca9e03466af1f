import { readOnlyError } from '../errors.ts';
import { canonicalTokens, type CanonicalToken } from './canonical-tokens.ts';

/** Statements that read. What they may read is the engine's `readonly = 1` and the lists below. */
const readingStatements: ReadonlySet<string> = new Set([
  'SELECT',
  'WITH',
  'SHOW',
  'DESCRIBE',
  'DESC',
  'EXPLAIN',
  'EXISTS',
  'USE',
]);

/**
 * Keywords by which a reading statement writes a file, brings along another statement, shows those of others, or asks
 * for settings inside a sub-query, where the engine does not hold them against `readonly`. The canonical form has
 * keywords in upper case; a name that looks like one has it too only when it was written so.
 */
const refusedKeywords: ReadonlySet<string> = new Set(['OUTFILE', 'INFILE', 'PARALLEL', 'PROCESSLIST', 'SETTINGS']);

/**
 * Functions and system tables that `readonly = 1` lets through although they leave the tables: `file` reads any file of
 * the machine, `catboostEvaluate` loads a library, `ai…` call out, `showCertificate` connects; `stack_trace` interrupts
 * every thread of the process; `processes` shows what others ask. Refused as names wherever they stand: a function
 * needs
 * no parentheses to be called (`* APPLY file`, `arrayMap(file, …)`).
 */
const refusedNames: ReadonlySet<string> = new Set([
  ...'file catboostevaluate showcertificate aiclassify aigenerate aiembed aiextract aitranslate'.split(' '),
  ...'stack_trace jemalloc_profile_text fail_points processes user_processes'.split(' '),
]);

/**
 * Table functions that make their rows from their arguments or show a table of this database. All others are refused.
 */
const harmlessTableFunctions: ReadonlySet<string> = new Set([
  ...'numbers numbers_mt zeros zeros_mt primes generateseries generate_series generaterandom'.split(' '),
  ...'values sqlstandardvalues null view mergetreeindex mergetreeprojection'.split(' '),
  // As a table function the engine refuses it; as a scalar one it prints text.
  'format',
]);

/** What the engine says about itself, and the request's values for `{name:Identifier}`. */
export interface ReadOnlyContext {
  /** Names of `system.table_functions`. */
  readonly tableFunctions: readonly string[];
  readonly parameters: ReadonlyMap<string, string>;
}

/**
 * Refuses a canonical query (printed by the engine's own `formatQuery`) that would do more than read the tables.
 * @throws ClickHouseHttpError `read_only`
 */
export function checkReadOnly(canonicalSql: string, { tableFunctions, parameters }: ReadOnlyContext): void {
  const tokens = canonicalTokens(canonicalSql);
  const first = tokens.find((token) => !(token.kind === 'mark' && token.text === '('));
  if (first?.kind !== 'word' || !readingStatements.has(first.text.toUpperCase())) {
    throw readOnlyError('Cannot execute query in readonly mode: this port only reads');
  }
  const refusedFunctions = new Set(
    tableFunctions.map((name) => name.toLowerCase()).filter((name) => !harmlessTableFunctions.has(name)),
  );
  for (const [index, token] of tokens.entries()) {
    if (token.kind === 'mark' && token.text === ';') throw readOnlyError('Multi-statements are not allowed');
    const name = nameOf(token, parameters);
    if (name === undefined) continue;
    if (token.kind === 'word' && !token.isQuoted && refusedKeywords.has(token.text)) {
      throw readOnlyError(`${token.text} is not allowed on this port`);
    }
    const next = tokens[index + 1];
    const isCall = next?.kind === 'mark' && next.text === '(';
    if (refusedNames.has(name) || (isCall && refusedFunctions.has(name))) {
      throw readOnlyError(`${name.slice(0, 64)} is not allowed on this port`);
    }
  }
}

/** The name a token may stand for, in lower case. */
function nameOf(token: CanonicalToken, parameters: ReadonlyMap<string, string>): string | undefined {
  if (token.kind === 'word') return token.text.toLowerCase();
  if (token.kind !== 'placeholder' || !/identifier/i.test(token.type)) return undefined;
  // A dotted value may name a database and a table: the last part is what matters.
  return (parameters.get(token.name) ?? '').toLowerCase().replaceAll('`', '').split('.').at(-1);
}
