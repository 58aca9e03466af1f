import { answerOf } from '../actions/answers.ts';
import { builtTrace, knownAccounts } from '../cases/built-trace.test-support.ts';
import { matcherCases } from '../cases/index.test-support.ts';
import { type Classification, classify } from '../classify.ts';
import type { TraceInput } from '../trace/trace-input.ts';

/** A made-up trace for every matcher, classified. All of them begin with the same transaction. */
export function builtTraces(): readonly { readonly trace: TraceInput; readonly classification: Classification }[] {
  return matcherCases.map(({ sends, accounts = {} }) => {
    const trace = builtTrace(sends);
    return { trace, classification: classify(trace, knownAccounts(accounts)) };
  });
}

/** The actions of a made-up trace for every matcher, as the dialect `contract` answers them. */
export function builtActions(): readonly ReturnType<typeof answerOf>[] {
  return builtTraces().flatMap(({ classification }) =>
    classification.actions.map((action) => answerOf(action, 'contract')),
  );
}
