import { checkCallerWaits } from '@tonriver/chain-reader';
import type { AnswerLength } from './answer-length.ts';
import type { JsonText } from './json-text.ts';

/** What of a long answer is printed in one turn of the event loop. */
const PER_TURN = { items: 50, bytes: 1024 * 1024 } as const;

/**
 * Prints items as `Array.map` does, some in each turn of the event loop. Throws when the caller has left.
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
  let [count, bytes] = [0, 0];
  for (const item of items) {
    if (count >= PER_TURN.items || bytes >= PER_TURN.bytes) {
      [count, bytes] = [0, 0];
      await new Promise((resolve) => setImmediate(resolve));
      checkCallerWaits();
    }
    const text = print(item);
    const textBytes = text.reduce((sum, piece) => sum + piece.length, 0);
    length.add(textBytes);
    count += 1;
    bytes += textBytes;
    printed.push(text);
  }
  return printed;
}
