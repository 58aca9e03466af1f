import { afterAll, describe, expect, it } from '@jest/globals';
import { detailsOf } from './actions/details.ts';
import { matcherCases } from './cases/index.test-support.ts';
import { builtTrace, knownAccounts } from './cases/built-trace.test-support.ts';
import { altered, type MatcherCase } from './cases/matcher-case.test-support.ts';
import { classify } from './classify.ts';
import { matchers } from './matchers.ts';

function run({ sends, accounts = {} }: Pick<MatcherCase, 'sends' | 'accounts'>) {
  const built: string[] = [];
  const result = classify(builtTrace(sends), knownAccounts(accounts), { onBuilt: ({ name }) => built.push(name) });
  return { built, ...result };
}

const positive = new Set<string>();
const negative = new Set<string>();

describe('a matcher', () => {
  it.each(matcherCases.map((one) => [one.matcher, one] as const))('recognises its trace: %s', (name, one) => {
    const { built, actions, state } = run(one);
    expect(built).toContain(name);
    positive.add(name);
    const found = actions.filter(({ type }) => type === one.type).map((action) => detailsOf(action, 'toncenter'));
    expect(found).toContainEqual(expect.objectContaining(one.details));
    expect(state).toBe('ok');
    const isSuccess = actions.filter(({ type }) => type === one.type).map((action) => action.isSuccess);
    expect(isSuccess).toContain(one.isSuccess ?? true);
  });

  const nearMisses = matcherCases.flatMap((one) => [
    ...one.needs.flatMap((message) =>
      (['removed', 'other opcode'] as const).map(
        (how) => [one.matcher, `${message}: ${how}`, { ...one, sends: altered(one.sends, message, how) }] as const,
      ),
    ),
    ...(one.misses ?? []).map((sends, index) => [one.matcher, `near miss ${index}`, { ...one, sends }] as const),
  ]);
  it.each(nearMisses)('does not match when its trace lacks a part: %s, %s', (name, _what, one) => {
    expect(run(one).built).not.toContain(name);
    negative.add(name);
  });

  const failures = matcherCases.flatMap((one) =>
    (one.failsWith ?? []).map((message) => [one.matcher, message, one] as const),
  );
  it.each(failures)('says that an action failed: %s, when %s aborts', (_name, message, one) => {
    const { actions } = run({ ...one, sends: altered(one.sends, message, 'aborted') });
    expect(actions.filter(({ type }) => type === one.type)).toContainEqual(
      expect.objectContaining({ isSuccess: false }),
    );
  });
});

afterAll(() => {
  const missing = (covered: ReadonlySet<string>): string[] =>
    matchers.map(({ name }) => name).filter((name) => !covered.has(name));
  process.stdout.write(
    `Matchers: ${matchers.length}, recognised: ${positive.size}, with near misses: ${negative.size}\n` +
      `not recognised: ${missing(positive).join(', ')}\nwithout near miss: ${missing(negative).join(', ')}\n`,
  );
});

describe('the matchers', () => {
  it('all have a trace that they recognise, and one that they do not', () => {
    const covered = new Set(matcherCases.map(({ matcher }) => matcher));
    expect(matchers.map(({ name }) => name).filter((name) => !covered.has(name))).toEqual([]);
    const isWithoutMiss = ({ needs, misses = [] }: MatcherCase): boolean => needs.length + misses.length === 0;
    expect(matcherCases.filter(isWithoutMiss).map(({ matcher }) => matcher)).toEqual([]);
    expect(matchers).toHaveLength(100);
  });
});
