/** A word or a punctuation mark of a query in ClickHouse's canonical form. */
export type CanonicalToken =
  | { readonly kind: 'word'; readonly text: string; readonly isQuoted: boolean }
  | { readonly kind: 'placeholder'; readonly name: string; readonly type: string }
  /** `text` as it stands between the quotes, escapes and all. */
  | { readonly kind: 'string'; readonly text: string }
  | { readonly kind: 'mark'; readonly text: string };

const word = /[A-Za-z_$][A-Za-z0-9_$]*/y;
const number = /[0-9][0-9A-Za-z_.]*/y;
const placeholder = /\{\s*([A-Za-z_][A-Za-z0-9_]*)\s*:\s*([^}]*)\}/y;
const quotes: ReadonlySet<string> = new Set(["'", '`', '"']);

/**
 * Splits a query that `formatQuery` printed. That form has no comments, heredocs or unusual spacing, its keywords are
 * in upper case and names are quoted only where necessary, so these few patterns are enough. Text that matches none of
 * them becomes marks of one character each: no text is ever skipped.
 */
export function canonicalTokens(sql: string): readonly CanonicalToken[] {
  const tokens: CanonicalToken[] = [];
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(sql);
    if (match !== null) at = pattern.lastIndex;
    return match;
  };
  while (at < sql.length) {
    const character = sql[at] ?? '';
    if (/\s/.test(character)) {
      at += 1;
      continue;
    }
    const name = take(word);
    if (name !== null) {
      tokens.push({ kind: 'word', text: name[0], isQuoted: false });
      continue;
    }
    if (take(number) !== null) continue;
    const substitution = take(placeholder);
    if (substitution !== null) {
      tokens.push({ kind: 'placeholder', name: substitution[1] ?? '', type: substitution[2] ?? '' });
      continue;
    }
    const end = quotes.has(character) ? endOfQuoted(sql, at) : undefined;
    if (end !== undefined) {
      const text = sql.slice(at + 1, end - 1);
      tokens.push(character === "'" ? { kind: 'string', text } : quotedWord(text));
      at = end;
      continue;
    }
    tokens.push({ kind: 'mark', text: character });
    at += 1;
  }
  return tokens;
}

function quotedWord(text: string): CanonicalToken {
  return { kind: 'word', text: text.replace(/\\([\s\S])/g, '$1'), isQuoted: true };
}

/** The position after the closing quote, or undefined. Not a pattern, because that would recurse on a long literal. */
function endOfQuoted(sql: string, start: number): number | undefined {
  const quote = sql[start];
  for (let at = start + 1; at < sql.length; at++) {
    if (sql[at] === '\\') at += 1;
    else if (sql[at] === quote) {
      if (sql[at + 1] !== quote) return at + 1;
      at += 1;
    }
  }
  return undefined;
}
