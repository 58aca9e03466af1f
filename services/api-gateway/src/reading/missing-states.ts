import type { TransactionRow } from '@tonriver/clickhouse';
import type { BatchedLookUp } from '../look-up/batched-look-up.ts';
import { type AccountInBlock, accountInBlockText } from './block-neighbours.ts';
import { HoleError } from './holes.ts';
import type { Promises, Seen } from './promises.ts';
import { transactionKeyText } from './transaction-key.ts';

type Placed = Pick<TransactionRow, 'workchain' | 'account' | 'lt' | 'prevTransLt' | 'blockShard' | 'blockSeqno'>;

/** A transaction and the side of it whose state is not stored. */
export interface MissingState {
  readonly transaction: Placed;
  readonly side: 'before' | 'after';
}

/** Tells states that a block does not show from rows that are missing. */
export interface MissingStates {
  /** @throws {HoleError} when one of the states has to be stored */
  check(missing: readonly MissingState[], seen: Seen): Promise<void>;
}

/**
 * A block shows the state of an account after the last of its transactions there, and the one before the first is that
 * after the last in an earlier block. What is in between is nowhere.
 */
export function createMissingStates(
  promises: Pick<Promises, 'promised'>,
  accountsInBlocks: BatchedLookUp<AccountInBlock>,
): MissingStates {
  return {
    async check(missing, seen) {
      const stated = missing.map(({ transaction, side }) => ({
        transaction,
        side,
        workchain: transaction.workchain,
        account: transaction.account,
        lt: side === 'after' ? transaction.lt : transaction.prevTransLt,
      }));
      const promised = await promises.promised(stated, seen);
      if (promised.length === 0) return;
      const keys = promised.map(({ transaction }) => blockAndAccount(transaction));
      const places = await accountsInBlocks.getMany(keys);
      for (const [index, { transaction, side, ...key }] of promised.entries()) {
        const place = places[index];
        const isBetween =
          place !== undefined && (side === 'after' ? place.lastLt > transaction.lt : place.firstLt < transaction.lt);
        if (isBetween) continue;
        throw new HoleError({ table: 'account_states', promisedBy: 'transactions', key: transactionKeyText(key) });
      }
    },
  };
}

function blockAndAccount({ workchain, account, blockShard, blockSeqno }: Placed): string {
  return accountInBlockText({ workchain, shard: blockShard, seqno: blockSeqno }, account);
}
