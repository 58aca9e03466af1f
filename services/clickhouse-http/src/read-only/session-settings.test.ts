import { expect, it } from '@jest/globals';
import { defaultReadOnlyBounds, sessionSettings } from './session-settings.ts';

it.each(['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__'])(
  'a setting with a name that every object has, %s, is refused like all that are not on the list',
  (name) => {
    expect(() => sessionSettings(new Map([[name, '1']]), defaultReadOnlyBounds)).toThrow(
      `Cannot modify '${name}' setting in readonly mode`,
    );
  },
);

it('a bound can be lowered and not raised', () => {
  const settings = (value: string) =>
    sessionSettings(new Map([['max_execution_time', value]]), defaultReadOnlyBounds)['max_execution_time'];
  expect([settings('5'), settings('0'), settings('100000')]).toEqual([5, 30, 30]);
});
