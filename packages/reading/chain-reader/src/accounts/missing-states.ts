import type { TransactionRow } from '@tonriver/row-schema';
import type { BatchedLookUp } from '../look-up/batched-look-up.ts';
import { type AccountInBlock, accountInBlockText } from '../blocks/block-neighbours.ts';
import { HoleError } from '../visibility/holes.ts';
import type { RequiredRows, VisibleRounds } from '../visibility/required-rows.ts';
import { transactionKeyText } from '../transactions/transaction-key.ts';

type Placed = Pick<TransactionRow, 'workchain' | 'account' | 'lt' | 'prevTransLt' | 'blockShard' | 'blockSeqno'>;

/** A transaction, and which of its two states is not stored. */
export interface MissingState {
  readonly transaction: Placed;
  readonly side: 'before' | 'after';
}

/** Distinguishes states that blocks do not contain from missing rows. */
export interface MissingStates {
  /** @throws {HoleError} when one of the states must be stored */
  check(missing: readonly MissingState[], visible: VisibleRounds): Promise<void>;
}

/**
 * A block contains the state of an account after its last transaction in the block. The state before the first one is
 * in an earlier block. States in between are in no block.
 */
export function createMissingStates(
  requiredRows: Pick<RequiredRows, 'requiredOf'>,
  accountsInBlocks: BatchedLookUp<AccountInBlock>,
): MissingStates {
  return {
    async check(missing, visible) {
      const stated = missing.map(({ transaction, side }) => ({
        transaction,
        side,
        workchain: transaction.workchain,
        account: transaction.account,
        lt: side === 'after' ? transaction.lt : transaction.prevTransLt,
      }));
      const required = await requiredRows.requiredOf(stated, visible);
      if (required.length === 0) return;
      const keys = required.map(({ transaction }) => blockAndAccount(transaction));
      const places = await accountsInBlocks.getMany(keys);
      for (const [index, { transaction, side, ...key }] of required.entries()) {
        const place = places[index];
        const isBetween =
          place !== undefined && (side === 'after' ? place.lastLt > transaction.lt : place.firstLt < transaction.lt);
        if (isBetween) continue;
        throw new HoleError({ table: 'account_states', requiredBy: 'transactions', key: transactionKeyText(key) });
      }
    },
  };
}

function blockAndAccount({ workchain, account, blockShard, blockSeqno }: Placed): string {
  return accountInBlockText({ workchain, shard: blockShard, seqno: blockSeqno }, account);
}
