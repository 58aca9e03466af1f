import type { ParsedBlock } from '@tonriver/events';
import type { RoundTransaction } from '@tonriver/traces';

/** What a parser announced of one block: enough to hold its stored rows against. */
export type AnnouncedBlock = Omit<ParsedBlock, 'transactions'>;

/** A round of which every block was announced. */
export interface AnnouncedRound {
  readonly seqno: number;
  readonly isRangeStart: boolean;
  readonly blocks: readonly AnnouncedBlock[];
  readonly transactions: readonly RoundTransaction[];
}

/** The transactions of an announced block in the form that trace assembly takes. */
export function roundTransactionsOf(block: ParsedBlock): readonly RoundTransaction[] {
  return block.transactions.map((transaction) => ({
    workchain: block.workchain,
    account: transaction.account,
    lt: BigInt(transaction.lt),
    hash: transaction.hash,
    now: transaction.now,
    inMessage: transaction.in,
    outMessages: transaction.out,
    logCount: transaction.logs,
  }));
}
