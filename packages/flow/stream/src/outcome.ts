/** The reason why a record is rejected, for a person who can act on it. */
export interface Rejection {
  readonly code: string;
  readonly cause: string;
}

/** The result of taking a record: a value, or the reason why the record is rejected. */
export type Outcome<Value> = { readonly kind: 'ok'; readonly value: Value } | (Rejection & { readonly kind: 'reject' });

export function ok<Value>(value: Value): Outcome<Value> {
  return { kind: 'ok', value };
}

export function reject(code: string, cause: string): Outcome<never> {
  return { kind: 'reject', code, cause };
}
