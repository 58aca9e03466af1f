import { formatAccountAddress } from '@tonriver/chain-model';
import type { PlacedTransaction, TransactionPart } from '@tonriver/chain-reader';
import type { FindTaken } from './follow-blocks.ts';
import { type ReadTransaction, readTransaction } from './followed-transaction.ts';

/** All transactions of some rounds. One is read when a message to its account is looked for. */
export interface NewTransactions {
  /** Raw addresses. */
  readonly accounts: ReadonlySet<string>;
  readonly find: FindTaken;
}

export function newTransactionsOf(parts: readonly TransactionPart[]): NewTransactions {
  const byAccount = new Map<string, PlacedTransaction[]>();
  for (const part of parts.toSorted(inTime)) {
    for (let place = 0; place < part.transactions.count; place += 1) {
      const { account } = part.transactions.keyAt(place);
      const address = formatAccountAddress({ workchain: part.block.workchain, hash: account });
      const placed = byAccount.get(address) ?? [];
      byAccount.set(address, placed);
      placed.push({ part, place });
    }
  }
  const readAccounts = new Set<string>();
  const byMessage = new Map<string, ReadTransaction>();
  const readAccount = (account: string): void => {
    if (readAccounts.has(account)) return;
    readAccounts.add(account);
    for (const placed of byAccount.get(account) ?? []) {
      const read = readTransaction(placed);
      // A message that was accepted twice: the first time counts.
      for (const hash of read?.taken ?? []) if (!byMessage.has(hash)) byMessage.set(hash, read!);
    }
  };
  return {
    accounts: new Set(byAccount.keys()),
    async find(messages) {
      for (const { account } of messages) readAccount(account);
      return messages.flatMap(({ hash }) => byMessage.get(hash) ?? []);
    },
  };
}

function inTime(left: TransactionPart, right: TransactionPart): number {
  return left.firstLt < right.firstLt ? -1 : Number(left.firstLt > right.firstLt);
}
