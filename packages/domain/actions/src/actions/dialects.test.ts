import { expect, it } from '@jest/globals';
import { builtTraces } from '../testing/index.ts';
import { answerOf } from './answers.ts';
import { mayDifferByDialect } from './details.ts';

const actions = builtTraces().flatMap(({ classification }) => classification.actions);

it('An action that does not differ by dialect has the same answer in both', () => {
  const alike = actions.filter((action) => !mayDifferByDialect(action));
  expect(alike.length).toBeGreaterThan(100);
  for (const action of alike) expect(answerOf(action, 'contract')).toEqual(answerOf(action, 'toncenter'));
});

it('Few actions differ by dialect', () => {
  const differing = actions.filter(mayDifferByDialect);
  expect(differing.length).toBeGreaterThan(0);
  expect(differing.length).toBeLessThan(actions.length / 4);
});
