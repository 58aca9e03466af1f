/** Names of settings whose values must not be logged. */
const SECRET_NAME = /(password|passphrase|secret|token|credentials?|(^|[_-])key)$/i;
const HIDDEN = '***';

/**
 * Settings in a form that is safe to log. Unset values are left out. Values whose name looks like a secret are hidden.
 * In every address the user, the password and all text behind `?` or `#` are hidden.
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

/** Uses a pattern instead of a URL parser: an address that a parser refuses may still contain a password. */
function withoutCredentials(text: string): string {
  const hidden = text.replace(/^([a-z][a-z0-9+.-]*:\/\/)?.*@/is, `$1${HIDDEN}@`);
  return hidden.includes('://') ? hidden.replace(/[?#].*$/s, `?${HIDDEN}`) : hidden;
}
