/** How a setting is named whose value nobody may read. */
const SECRET_NAME = /(password|passphrase|secret|token|credentials?|(^|[_-])key)$/i;
const HIDDEN = '***';

/**
 * Settings as they may be logged: what is not set is left out; values whose names speak of a secret are hidden, and of
 * every address the user, the password and what stands behind `?` or `#`.
 */
export function redact(settings: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const set = Object.entries(settings).filter(([, value]) => value !== undefined);
  return Object.fromEntries(set.map(([name, value]) => [name, SECRET_NAME.test(name) ? HIDDEN : shown(value)]));
}

function shown(value: unknown): unknown {
  if (typeof value === 'string') return withoutCredentials(value);
  if (Array.isArray(value)) return value.map(shown);
  if (typeof value === 'bigint') return value.toString();
  return value !== null && typeof value === 'object' ? redact(value as Record<string, unknown>) : value;
}

/** By its form and not by a parser of URLs: what one refuses or reads otherwise has its password all the same. */
function withoutCredentials(text: string): string {
  const hidden = text.replace(/^([a-z][a-z0-9+.-]*:\/\/)?.*@/is, `$1${HIDDEN}@`);
  return hidden.includes('://') ? hidden.replace(/[?#].*$/s, `?${HIDDEN}`) : hidden;
}
