import type { AnswerLength } from './answer-length.ts';
import type { JsonText } from './json-text.ts';
import { createTurns } from './turns.ts';

/**
 * Prints items as `Array.map` does, in as many turns of the event loop as it takes. Throws when the caller has left.
 *
 * @param length counts what is printed
 * @throws {GatewayError} `bad_request` when the answer is too long
 */
export async function printInTurns<Item>(
  items: readonly Item[],
  length: AnswerLength,
  print: (item: Item) => JsonText,
): Promise<readonly JsonText[]> {
  const printed: JsonText[] = [];
  const turns = createTurns();
  for (const item of items) {
    await turns.next();
    const text = print(item);
    length.add(text.reduce((sum, piece) => sum + piece.length, 0));
    printed.push(text);
  }
  return printed;
}
