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
  const texts = await printInTurns(actions, createAnswerLength(context.dialect), ({ members, transactions }) => {
    const { finality, ...others } = members;
    const printed = Object.fromEntries(Object.entries(others).map(([name, value]) => [name, textOf(value)]));
    const full = transactions.length === 0 ? {} : { transactions_full: arrayText(transactions) };
    return objectText({ ...printed, ...full, finality: textOf(finality) });
  });
  const named = actions.flatMap(({ members: { details, accounts } }) => addressesIn([details, accounts]));
  return objectText({ actions: arrayText(texts), ...(await knownAddresses([...named, ...addresses], context)) });
}
