import type { IndexedExamples } from '../../documentation/indexed-examples.ts';

/** Errors of endpoints that list pending traces, for the document. */
export const pendingErrors = {
  501: 'Not available here',
  503: 'Nothing is indexed yet, or pending traces are not known now',
};

/** The elector, which exists on every network, if no account is known. */
export function pendingExample(indexed: IndexedExamples | undefined): Readonly<Record<string, unknown>> {
  return { account: indexed?.account ?? `-1:${'3'.repeat(64)}`, supported_action_types: ['latest'] };
}
