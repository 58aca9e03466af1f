/** What a step makes of a record: go on with a value, or give it up with a reason that a person can act on. */
export type Outcome<Value> =
  | { readonly kind: 'ok'; readonly value: Value }
  | { readonly kind: 'reject'; readonly code: string; readonly cause: string };

export function ok<Value>(value: Value): Outcome<Value> {
  return { kind: 'ok', value };
}

export function reject(code: string, cause: string): Outcome<never> {
  return { kind: 'reject', code, cause };
}
