/** Why a record is given up, for a person who can act on it. */
export interface Rejection {
  readonly code: string;
  readonly cause: string;
}

/** What a step makes of a record: go on with a value, or give it up with a reason. */
export type Outcome<Value> = { readonly kind: 'ok'; readonly value: Value } | (Rejection & { readonly kind: 'reject' });

export function ok<Value>(value: Value): Outcome<Value> {
  return { kind: 'ok', value };
}

export function reject(code: string, cause: string): Outcome<never> {
  return { kind: 'reject', code, cause };
}
