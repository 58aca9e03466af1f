const HIDDEN = '***';

/**
 * Settings in a form that is safe to log. Unset values are left out, and those of secrets are hidden. In every address
 * the user, the password and all text behind `?` or `#` are hidden.
 *
 * @param secrets names of settings whose values are secret: those that the schema marks
 */
export function redact(
  settings: Readonly<Record<string, unknown>>,
  secrets: ReadonlySet<string>,
): Record<string, unknown> {
  const set = Object.entries(settings).filter(([, value]) => value !== undefined);
  return Object.fromEntries(set.map(([name, value]) => [name, secrets.has(name) ? HIDDEN : shown(value, secrets)]));
}

function shown(value: unknown, secrets: ReadonlySet<string>): unknown {
  if (typeof value === 'string') return withoutCredentials(value);
  if (Array.isArray(value)) return value.map((entry) => shown(entry, secrets));
  if (typeof value === 'bigint') return value.toString();
  return value !== null && typeof value === 'object' ? redact(value as Record<string, unknown>, secrets) : value;
}

/** Uses a pattern instead of a URL parser: an address that a parser refuses may still contain a password. */
function withoutCredentials(text: string): string {
  const hidden = text.replace(/^([a-z][a-z0-9+.-]*:\/\/)?.*@/is, `$1${HIDDEN}@`);
  return hidden.includes('://') ? hidden.replace(/[?#].*$/s, `?${HIDDEN}`) : hidden;
}
