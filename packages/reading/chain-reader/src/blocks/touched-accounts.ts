import { type Blocks, blockKeyText } from './blocks.ts';
import type { BlocksOfRounds } from './blocks-of-rounds.ts';
import { hexOf } from '../store/bytes.ts';
import { accountText } from '../accounts/remembered-states.ts';

/** The lt of the last transaction of each account that has some, by `accountText`. */
export type TouchedAccounts = ReadonlyMap<string, bigint>;

/** Returns the accounts with transactions in some rounds; undefined when not all are known. */
export type ReadTouchedAccounts = (firstSeqno: number, lastSeqno: number) => Promise<TouchedAccounts | undefined>;

/** Undefined is returned when rows are not all there: one replica may be behind another. */
export function createTouchedAccounts(
  { transactions }: Pick<Blocks, 'transactions'>,
  rounds: BlocksOfRounds,
): ReadTouchedAccounts {
  return async (firstSeqno, lastSeqno) => {
    const seqnos = Array.from({ length: lastSeqno - firstSeqno + 1 }, (_, index) => firstSeqno + index);
    const blocksOf = await Promise.all(seqnos.map((seqno) => rounds.read(seqno)));
    if (blocksOf.includes(undefined)) return undefined;
    const blocks = blocksOf.flatMap((some) => some ?? []).filter(({ txCount }) => txCount > 0);
    const keysOf = await transactions.getMany(blocks.map(blockKeyText));
    if (blocks.some(({ txCount }, index) => keysOf[index]?.length !== txCount)) return undefined;
    const accounts = new Map<string, bigint>();
    for (const { workchain, account, lt } of keysOf.flatMap((keys) => keys ?? [])) {
      const text = accountText({ workchain, accountHex: hexOf(account) });
      if (lt > (accounts.get(text) ?? -1n)) accounts.set(text, lt);
    }
    return accounts;
  };
}
