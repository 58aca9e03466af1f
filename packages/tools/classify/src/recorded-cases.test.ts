import { describe, expect, it } from '@jest/globals';
import { classify } from '@tonriver/actions';
import { describeRecorded } from '@tonriver/testing';
import { brokenAssertions } from './asserted-actions.test-support.ts';
import { compareActions } from './compare-actions.test-support.ts';
import { type GeneratedAction, generatedActions } from './generated-action.ts';
import { readCase } from './read-case.ts';
import { type RecordedCase, recordedCases } from './testing/recorded-cases.ts';

const plainTypes: ReadonlySet<string> = new Set(['call_contract', 'ton_transfer', 'contract_deploy', 'tick_tock']);

/** As a client reads it: what is undefined is not there. */
function answered(actions: readonly GeneratedAction[]): GeneratedAction[] {
  return JSON.parse(JSON.stringify(actions)) as GeneratedAction[];
}

function actionsOf({ file }: RecordedCase): { readonly state: string; readonly actions: GeneratedAction[] } {
  const { trace, interfaces } = readCase(file);
  const result = classify(trace, interfaces);
  return { state: result.state, actions: answered(generatedActions(result, 'toncenter')) };
}

describeRecorded('the actions of recorded traces', (data) => {
  const cases = recordedCases(data.path('traces'));
  const table = new Map<string, { equal: number; wrong: number }>();
  const count = (key: string, part: 'equal' | 'wrong'): void => {
    const row = table.get(key) ?? { equal: 0, wrong: 0 };
    row[part] += 1;
    table.set(key, row);
  };

  it('are there', () => {
    expect(cases.length).toBeGreaterThan(0);
  });

  describe('equal those of the reference one by one', () => {
    it.each(cases.map((one) => [`${one.set}/${one.name}`, one] as const))('in %s', (_name, one) => {
      const { state, actions } = actionsOf(one);
      const { differences, equal } = compareActions(actions, one.expected.generated.actions);
      for (const type of equal) count(`${one.set} ${type}`, 'equal');
      for (const { type } of differences) count(`${one.set} ${type}`, 'wrong');
      expect(differences).toEqual([]);
      expect(state).toBe(one.expected.generated.state);
    });
  });

  it.each(cases.filter(({ expected }) => expected.asserted !== undefined).map((one) => [one.name, one] as const))(
    'are as the authors of the case say: %s',
    (_name, { expected, ...one }) => {
      const broken = brokenAssertions(expected.asserted?.actions ?? [], actionsOf({ expected, ...one }).actions);
      // A note of the recorded data says which claims are wrong: those about the order of messages.
      if (expected.note === undefined) expect(broken).toEqual([]);
      else expect(broken.length).toBeGreaterThan(0);
    },
  );

  it('are equal for every type, and for 97 of 100 actions of each set that are more than a message', () => {
    process.stdout.write(
      [...table]
        .map(([key, { equal, wrong }]) => `${key.padEnd(60)} ${equal} equal, ${wrong} wrong`)
        .toSorted()
        .join('\n'),
    );
    const sums = new Map<string, { equal: number; wrong: number }>();
    for (const [key, { equal, wrong }] of table) {
      const [set = '', type = ''] = key.split(' ');
      expect({ key, isAllWrong: equal === 0 }).toEqual({ key, isAllWrong: false });
      if (plainTypes.has(type)) continue;
      const sum = sums.get(set) ?? { equal: 0, wrong: 0 };
      sums.set(set, { equal: sum.equal + equal, wrong: sum.wrong + wrong });
    }
    for (const { equal, wrong } of sums.values()) expect(equal / (equal + wrong)).toBeGreaterThanOrEqual(0.97);
  });
});
