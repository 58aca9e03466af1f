import type { MinedTransaction } from '@tonriver/block-rows';
import { accountAddressOf, formatAccountAddress } from '@tonriver/chain-model';
import { hexOf, type PlacedTransaction } from '@tonriver/chain-reader';
import type { MinedPlace } from '@tonriver/pending-store';

/** A transaction of a trace that a block has. */
export interface FollowedTransaction extends MinedTransaction {
  /** Hash, base64. */
  readonly hash: string;
  readonly workchain: number;
  /** Raw address. */
  readonly account: string;
  readonly place: MinedPlace;
  /** The messages that it sends to accounts. */
  readonly sent: readonly SentMessage[];
}

interface SentMessage {
  /** Upper-case hexadecimal. */
  readonly hash: string;
  /** Raw address of the account that it goes to. */
  readonly account: string;
}

/** A transaction, with the hashes of the message that it takes: as it is, and normalised. */
export interface ReadTransaction {
  readonly transaction: FollowedTransaction;
  readonly taken: readonly string[];
}

/** Reads a transaction of a block with a round; undefined when it takes no message. */
export function readTransaction({ part, place }: PlacedTransaction): ReadTransaction | undefined {
  const { mcBlockSeqno, block, transactions } = part;
  const [read] = transactions.read([place]);
  if (read?.inMessage === undefined || mcBlockSeqno === null) return undefined;
  const { transaction, inMessage, outMessages, before, after } = read;
  const sent = outMessages.flatMap(({ row, message: { info } }): SentMessage[] => {
    const address = info.type === 'internal' ? accountAddressOf(info.destination) : null;
    return address === null ? [] : [{ hash: hexOf(row.hash), account: formatAccountAddress(address) }];
  });
  const { workchain, account, hash } = transaction;
  return {
    transaction: {
      hash: Buffer.from(hash).toString('base64'),
      workchain,
      account: formatAccountAddress({ workchain, hash: account }),
      place: { shard: String(block.shard), seqno: block.seqno, mcSeqno: mcBlockSeqno },
      sent,
      boc: transactions.bocAt(place),
      before,
      after,
    },
    taken: [inMessage.row.hash, inMessage.row.hashNorm].flatMap((one) => (one === null ? [] : [hexOf(one)])),
  };
}
