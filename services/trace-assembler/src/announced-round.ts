import type { ParsedBlock } from '@tonriver/events';
import type { RoundTransaction } from '@tonriver/traces';

/** A block as a parser announced it: enough to compare its stored rows with. */
export type AnnouncedBlock = Omit<ParsedBlock, 'transactions'>;

/** A round with all of its blocks announced. */
export interface AnnouncedRound {
  readonly seqno: number;
  readonly isRangeStart: boolean;
  readonly blocks: readonly AnnouncedBlock[];
  readonly transactions: readonly RoundTransaction[];
}

/** Returns the transactions of an announced block in the form that trace assembly takes. */
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
