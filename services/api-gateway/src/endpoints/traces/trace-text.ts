import { type JsonText, objectText, textOf } from '../../answers/json-text.ts';
import { printTree, type TreeTransaction } from './trace-tree.ts';

/** The transactions of a trace as they are printed. */
export interface PrintedTrace {
  readonly rootHash: string;
  readonly tree: readonly TreeTransaction[];
  /** Hashes in the order of the trace, base64, and the texts of these transactions. */
  readonly order: readonly string[];
  readonly texts: readonly JsonText[];
}

/** Prints a trace: its own members, then its transactions, if they are told. */
export function traceText(members: Readonly<Record<string, unknown>>, printed?: PrintedTrace): JsonText {
  const texts = Object.fromEntries(Object.entries(members).map(([name, value]) => [name, textOf(value)]));
  if (printed === undefined) return objectText(texts);
  const { rootHash, tree, order } = printed;
  return objectText({
    ...texts,
    trace: printTree(rootHash, tree),
    transactions_order: textOf(order),
    transactions: objectText(Object.fromEntries(order.map((hash, index) => [hash, printed.texts[index]!]))),
  });
}
