import type { ParsedBlock, ParsedTransaction } from '@tonriver/events';
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
  const { round, workchain, seqno } = block;
  const shard = BigInt.asIntN(64, BigInt(`0x${block.shard}`));
  const ordered = block.transactions.toSorted(compareInBlock);
  return ordered.map((transaction, index) => ({
    workchain,
    place: { round, shard, seqno, index },
    account: transaction.account,
    lt: BigInt(transaction.lt),
    hash: transaction.hash,
    now: transaction.now,
    inMessage: transaction.in,
    outMessages: transaction.out,
    logCount: transaction.logs,
  }));
}

/** The order of the transactions of a block: lt, then account. */
function compareInBlock(left: ParsedTransaction, right: ParsedTransaction): number {
  const [leftLt, rightLt] = [BigInt(left.lt), BigInt(right.lt)];
  if (leftLt !== rightLt) return leftLt < rightLt ? -1 : 1;
  return left.account < right.account ? -1 : 1;
}
