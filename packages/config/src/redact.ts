const SECRET_NAME = /password|secret|token|key|credential/i;

/** A copy of a configuration that may be logged: values whose names speak of secrets are masked, at any depth. */
export function redact(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(redact);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      SECRET_NAME.test(name) && member !== undefined && member !== '' ? '***' : redact(member),
    ]),
  );
}
