import { createAnswerLength } from '../../answers/answer-length.ts';
import { arrayText, type JsonText, objectText, textOf } from '../../answers/json-text.ts';
import { knownAddresses } from '../../answers/known-addresses.ts';
import { printInTurns } from '../../answers/print-in-turns.ts';
import type { ReadingContext } from '../endpoint-definition.ts';
import { addressesIn } from './stored-action.ts';

/** An action of an answer. */
interface PrintedAction {
  readonly members: Readonly<Record<string, unknown>>;
  /** The printed transactions that are told in full. */
  readonly transactions: readonly JsonText[];
}

/**
 * The answer `{actions, address_book, metadata}`.
 *
 * @param addresses those of transactions that are told in full
 * @throws {GatewayError} `bad_request` when it is too long
 */
export async function printActions(
  actions: readonly PrintedAction[],
  addresses: readonly string[],
  context: ReadingContext,
): Promise<JsonText> {
  const texts = await printInTurns(actions, createAnswerLength(context.dialect), actionText);
  const named = actions.flatMap(({ members }) => addressesOfAction(members));
  return await actionsDocument(texts, [...named, ...addresses], context);
}

/** Prints an action of an answer. */
export function actionText({ members, transactions }: PrintedAction): JsonText {
  const { finality, ...others } = members;
  const printed = Object.fromEntries(Object.entries(others).map(([name, value]) => [name, textOf(value)]));
  const full = transactions.length === 0 ? {} : { transactions_full: arrayText(transactions) };
  return objectText({ ...printed, ...full, finality: textOf(finality) });
}

/** The addresses of an action that belong into the address book. */
export function addressesOfAction({ details, accounts }: PrintedAction['members']): readonly string[] {
  return addressesIn([details, accounts]);
}

/** Puts printed actions into an answer, with what is known of addresses. */
export async function actionsDocument(
  texts: readonly JsonText[],
  addresses: readonly string[],
  context: ReadingContext,
): Promise<JsonText> {
  return objectText({ actions: arrayText(texts), ...(await knownAddresses(addresses, context)) });
}
