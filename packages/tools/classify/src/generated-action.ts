import {
  type Action,
  type ActionsDialect,
  type ActionsVersion,
  answerOf,
  type Classification,
  databaseRowOf,
  isVisible,
  type JsonValue,
  versionsWith,
} from '@tonriver/actions';

/** An action as the recorded cases show it. */
export interface GeneratedAction {
  readonly action: Readonly<Record<string, JsonValue>>;
  readonly parent_action_id: string | null;
  readonly ancestor_type: readonly string[];
  readonly visible_in: readonly ActionsVersion[];
  readonly row: Readonly<Record<string, JsonValue>>;
}

/** The actions that a dialect shows; with types, those that a client gets who asks for these. */
export function generatedActions(
  { actions }: Classification,
  dialect: ActionsDialect,
  types?: ReadonlySet<string>,
): GeneratedAction[] {
  return actions
    .filter(({ isHidden }) => dialect === 'contract' || !isHidden)
    .filter((action) => types === undefined || isVisible(action, types))
    .map((action: Action) => ({
      action: answerOf(action, dialect),
      parent_action_id: action.parentActionId,
      ancestor_type: action.ancestorTypes,
      visible_in: versionsWith(action),
      row: databaseRowOf(action, dialect),
    }));
}
