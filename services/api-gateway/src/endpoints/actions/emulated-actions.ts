import type { EmulatedAction } from '@tonriver/api-model';
import type { Dialect } from '../../dialects/dialect.ts';
import type { ActionTypes } from './stored-action.ts';

type AnsweredAction = EmulatedAction['contract'];

/** Returns the actions that a client gets of those that were not read from rows, as the dialect answers them. */
export function shownEmulated(
  actions: readonly EmulatedAction[],
  { supported }: Pick<ActionTypes, 'supported'>,
  { name }: Pick<Dialect, 'name'>,
): readonly AnsweredAction[] {
  return actions
    .filter(({ type, ancestorTypes, isHidden }) => {
      const isWanted = supported.has(type) && !ancestorTypes.some((ancestor) => supported.has(ancestor));
      return isWanted && (name === 'contract' || !isHidden);
    })
    .map(({ contract, deployed }) => (name === 'contract' ? contract : deployed));
}
