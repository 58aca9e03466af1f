import { answerOf } from '../actions/answers.ts';
import { builtTrace, knownAccounts } from '../cases/built-trace.test-support.ts';
import { matcherCases } from '../cases/index.test-support.ts';
import { classify } from '../classify.ts';

/** The actions of a made-up trace for every matcher, as the dialect `contract` answers them. */
export function builtActions(): readonly ReturnType<typeof answerOf>[] {
  return matcherCases.flatMap(({ sends, accounts = {} }) =>
    classify(builtTrace(sends), knownAccounts(accounts)).actions.map((action) => answerOf(action, 'contract')),
  );
}
