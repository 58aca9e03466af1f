/**
 * Returns a body with the names of its members, and of objects in its lists, in lower case: the deployed service finds
 * members in any case. Of two names that differ in case only, the last one counts. Other objects stay as they are.
 */
export function withLowerCaseNames(body: unknown): unknown {
  if (!isObject(body)) return body;
  const members = lowerCased(body).map(([name, value]): readonly [string, unknown] => [
    name,
    Array.isArray(value) ? value.map(withLowerCaseMembers) : value,
  ]);
  return Object.fromEntries(members);
}

function withLowerCaseMembers(element: unknown): unknown {
  return isObject(element) ? Object.fromEntries(lowerCased(element)) : element;
}

function lowerCased(object: Readonly<Record<string, unknown>>): (readonly [string, unknown])[] {
  return Object.entries(object).map(([name, value]) => [name.toLowerCase(), value]);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
