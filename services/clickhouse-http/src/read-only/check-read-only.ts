import { readOnlyError } from '../errors.ts';
import { canonicalTokens, type CanonicalToken } from './canonical-tokens.ts';
import { harmlessFormats } from './harmless-formats.ts';
import { harmlessFunctions } from './harmless-functions.ts';

/** Keywords that begin statements that only read. */
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
 * Keywords with which a reading statement writes a file or shows statements of other clients. The canonical form has
 * keywords in upper case; a name has upper case there only if it was written so.
 */
const refusedKeywords: ReadonlySet<string> = new Set(['OUTFILE', 'INFILE', 'PROCESSLIST']);

/** Keywords that may follow a name. No setting has one of these names, so they never follow the keyword `SETTINGS`. */
const marksAfterName: ReadonlySet<string> = new Set(',)].=<>!+-*/%');

/**
 * Table functions that only use their arguments or show a table of this database. All others are refused.
 */
const harmlessTableFunctions: ReadonlySet<string> = new Set([
  ...'numbers numbers_mt zeros zeros_mt primes generateseries generate_series generaterandom'.split(' '),
  ...'values sqlstandardvalues null view mergetreeindex mergetreeprojection'.split(' '),
]);

/** Names of harmless functions that are also names of table functions. */
const bothKinds: ReadonlySet<string> = new Set(['format']);

/** Functions that write a row in the format that their first argument names. */
const formatFunctions: ReadonlySet<string> = new Set(['formatrow', 'formatrownonewline']);

/** Facts that the engine reports about itself, and the request's values for `{name:Identifier}`. */
export interface ReadOnlyContext {
  /** Names of `system.functions`. */
  readonly functions: readonly string[];
  /** Names of `system.table_functions`. */
  readonly tableFunctions: readonly string[];
  readonly parameters: ReadonlyMap<string, string>;
}

/**
 * Refuses a canonical query (printed by the engine's own `formatQuery`) that would do more than read the tables.
 * @throws ClickHouseHttpError `read_only`
 */
export function checkReadOnly(canonicalSql: string, { functions, tableFunctions, parameters }: ReadOnlyContext): void {
  const tokens = canonicalTokens(canonicalSql);
  const first = tokens.find((token) => !(token.kind === 'mark' && token.text === '('));
  if (first?.kind !== 'word' || !readingStatements.has(first.text.toUpperCase())) {
    throw readOnlyError('Cannot execute query in readonly mode: this port only reads');
  }
  const refusedFunctions = namesNotIn(functions, harmlessFunctions);
  const refusedTableFunctions = namesNotIn(tableFunctions, harmlessTableFunctions);
  for (const [index, token] of tokens.entries()) {
    if (token.kind === 'mark' && token.text === ';') throw readOnlyError('Multi-statements are not allowed');
    const name = nameOf(token, parameters);
    if (name === undefined) continue;
    const next = tokens[index + 1];
    if (token.kind === 'word' && !token.isQuoted) {
      if (isRefusedKeyword(token.text, next, tokens[index + 2]))
        throw readOnlyError(`${token.text} is not allowed on this port`);
      if (token.text === 'FORMAT') checkFormatToken(next);
    }
    const isCall = next?.kind === 'mark' && next.text === '(';
    if (formatFunctions.has(name) && isCall) {
      checkFormatArgument(tokens[index + 2], tokens[index + 3]);
      continue;
    }
    // A function can be called without parentheses (`* APPLY file`, `arrayMap(file, …)`), a table function cannot.
    const isRefusedCall = isCall && refusedTableFunctions.has(name) && !bothKinds.has(name);
    if (refusedFunctions.has(name) || isRefusedCall) {
      throw readOnlyError(`${name.slice(0, 64)} is not allowed on this port`);
    }
  }
}

function isRefusedKeyword(
  text: string,
  next: CanonicalToken | undefined,
  afterNext: CanonicalToken | undefined,
): boolean {
  if (text === 'SETTINGS') return !isName(next, afterNext);
  // `PARALLEL WITH` adds another statement. Without `WITH` it is the name of a column or table.
  if (text === 'PARALLEL') return isKeyword(next) && next.text === 'WITH';
  return refusedKeywords.has(text);
}

/**
 * Whether `SETTINGS`, followed by these tokens, is the name of a column or table. Settings inside a statement are
 * refused; in the canonical form they are `SETTINGS name = value`, with a lower-case letter in each name. A column or
 * table name is followed by marks or keywords. In all other cases it counts as the keyword.
 */
function isName(next: CanonicalToken | undefined, afterNext: CanonicalToken | undefined): boolean {
  if (next === undefined) return true;
  if (next.kind === 'mark') return marksAfterName.has(next.text);
  return isKeyword(next) && !(afterNext?.kind === 'mark' && (afterNext.text === '=' || afterNext.text === '.'));
}

/** An unquoted word in capital letters only: a keyword, or a name that looks like one. */
function isKeyword(token: CanonicalToken | undefined): token is CanonicalToken & { readonly kind: 'word' } {
  return token?.kind === 'word' && !token.isQuoted && /^[A-Z]+$/.test(token.text);
}

/** @throws ClickHouseHttpError `read_only` for a format that is not on the list */
export function checkFormat(format: string): void {
  if (harmlessFormats.has(format)) return;
  throw readOnlyError(`Format ${format.slice(0, 64)} is not one of those this port writes`);
}

function checkFormatToken(token: CanonicalToken | undefined): void {
  if (token?.kind === 'word') checkFormat(token.text);
  if (token?.kind === 'placeholder') throw readOnlyError('A format is a word on this port, not a parameter');
}

/** Only a single literal makes it certain before the query runs which format is used. */
function checkFormatArgument(token: CanonicalToken | undefined, next: CanonicalToken | undefined): void {
  const isWhole = next?.kind === 'mark' && (next.text === ',' || next.text === ')');
  if (token?.kind !== 'string' || !isWhole) throw readOnlyError('A format has to be named by a literal on this port');
  checkFormat(token.text);
}

function namesNotIn(names: readonly string[], harmless: ReadonlySet<string>): ReadonlySet<string> {
  return new Set(names.map((name) => name.toLowerCase()).filter((name) => !harmless.has(name)));
}

/** The name that a token may represent, in lower case. */
function nameOf(token: CanonicalToken, parameters: ReadonlyMap<string, string>): string | undefined {
  if (token.kind === 'word') return token.text.toLowerCase();
  if (token.kind !== 'placeholder' || !/identifier/i.test(token.type)) return undefined;
  // A dotted value may name a database and a table: the last part is what matters.
  return (parameters.get(token.name) ?? '').toLowerCase().replaceAll('`', '').split('.').at(-1);
}
