import type { PlacedTransaction, TransactionRecord } from '@tonriver/chain-reader';
import { base64Of } from '../../answers/base64.ts';
import type { JsonPiece } from '../../answers/json-text.ts';

/** A transaction of a trace, with the hashes by which it is connected. Hashes are base64. */
export interface TreeTransaction {
  readonly hash: string;
  readonly inMessageHash: string | null;
  readonly outMessageHashes: readonly string[];
}

/** Reads the hashes of a transaction. */
export function treeTransactionOf({ part, place }: PlacedTransaction): TreeTransaction {
  const { transactions } = part;
  const outMessageHashes: string[] = [];
  for (let position = 0; ; position += 1) {
    const hash = transactions.messageHashAt(place, 'out', position);
    if (hash === undefined) break;
    outMessageHashes.push(base64Of(hash));
  }
  const inMessage = transactions.inMessageHashAt(place);
  return {
    hash: base64Of(transactions.transactionHashAt(place) ?? new Uint8Array(0)),
    inMessageHash: inMessage === undefined ? null : base64Of(inMessage),
    outMessageHashes,
  };
}

export function treeOfRecord({ transaction, inMessage, outMessages }: TransactionRecord): TreeTransaction {
  return {
    hash: base64Of(transaction.hash),
    inMessageHash: inMessage === undefined ? null : base64Of(inMessage.hash),
    outMessageHashes: outMessages.map(({ hash }) => base64Of(hash)),
  };
}

/**
 * Prints the tree of a trace from its root. A trace may be thousands of transactions deep: nothing here calls itself.
 * A transaction that no other one leads to is left out, and so is a cycle, which only damaged rows have.
 */
export function printTree(rootHash: string, transactions: readonly TreeTransaction[]): JsonPiece[] {
  const receivers = new Map(
    transactions.flatMap((transaction) =>
      transaction.inMessageHash === null ? [] : [[transaction.inMessageHash, transaction] as const],
    ),
  );
  const root = transactions.find(({ hash }) => hash === rootHash);
  if (root === undefined) return ['null'];
  const pieces: string[] = [];
  const printed = new Set<TreeTransaction>([root]);
  const open: (TreeTransaction | string)[] = [root];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next === 'string') {
      pieces.push(next);
      continue;
    }
    const { hash, inMessageHash, outMessageHashes } = next;
    pieces.push(`{"tx_hash":${JSON.stringify(hash)},"in_msg_hash":${JSON.stringify(inMessageHash)},"children":[`);
    const children = outMessageHashes
      .flatMap((message) => receivers.get(message) ?? [])
      .filter((child) => {
        const isNew = !printed.has(child);
        printed.add(child);
        return isNew;
      });
    open.push(']}');
    for (const [index, child] of [...children.entries()].toReversed()) {
      open.push(child);
      if (index > 0) open.push(',');
    }
  }
  return [pieces.join('')];
}
