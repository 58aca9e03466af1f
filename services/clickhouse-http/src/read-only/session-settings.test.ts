import { expect, it } from '@jest/globals';
import { defaultReadOnlyBounds, sessionSettings } from './session-settings.ts';

it.each(['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__'])(
  'a setting named like a property of every object, %s, is refused like all settings that are not on the list',
  (name) => {
    expect(() => sessionSettings(new Map([[name, '1']]), defaultReadOnlyBounds)).toThrow(
      `Cannot modify '${name}' setting in readonly mode`,
    );
  },
);

it('a limit can be lowered but not raised', () => {
  const settings = (value: string) =>
    sessionSettings(new Map([['max_execution_time', value]]), defaultReadOnlyBounds)['max_execution_time'];
  expect([settings('5'), settings('0'), settings('100000')]).toEqual([5, 30, 30]);
});
