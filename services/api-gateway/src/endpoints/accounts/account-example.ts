import type { IndexedExamples } from '../../documentation/indexed-examples.ts';

/** The elector, an account of every network. */
const ELECTOR = '-1:3333333333333333333333333333333333333333333333333333333333333333';

/** Returns the example of endpoints that are asked for a list of accounts. */
export function accountExample(indexed: IndexedExamples | undefined): Readonly<Record<string, unknown>> {
  return { address: [indexed?.account ?? ELECTOR] };
}

/** Returns the example of endpoints that are asked for one account. */
export function oneAccountExample(indexed: IndexedExamples | undefined): Readonly<Record<string, unknown>> {
  return { address: indexed?.account ?? ELECTOR };
}
