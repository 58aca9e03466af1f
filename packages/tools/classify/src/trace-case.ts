import type { AccountInterfaces, TraceInput } from '@tonriver/actions';

/** A recorded trace, and what its classifier may know of the accounts. */
export interface TraceCase {
  readonly trace: TraceInput;
  readonly interfaces: ReadonlyMap<string, AccountInterfaces>;
}
