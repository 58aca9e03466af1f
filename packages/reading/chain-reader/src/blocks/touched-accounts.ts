import { type Blocks, blockKeyText } from './blocks.ts';
import type { BlocksOfRounds } from './blocks-of-rounds.ts';
import { hexOf } from '../store/bytes.ts';
import { accountText } from '../accounts/remembered-codes.ts';

/**
 * Returns what gives the accounts with transactions in some rounds, by `accountText`. Undefined when rows are not all
 * there: one replica may be behind another.
 */
export function createTouchedAccounts(
  { transactions }: Pick<Blocks, 'transactions'>,
  rounds: BlocksOfRounds,
): (firstSeqno: number, lastSeqno: number) => Promise<readonly string[] | undefined> {
  return async (firstSeqno, lastSeqno) => {
    const seqnos = Array.from({ length: lastSeqno - firstSeqno + 1 }, (_, index) => firstSeqno + index);
    const blocksOf = await Promise.all(seqnos.map((seqno) => rounds.read(seqno)));
    if (blocksOf.includes(undefined)) return undefined;
    const blocks = blocksOf.flatMap((some) => some ?? []).filter(({ txCount }) => txCount > 0);
    const keysOf = await transactions.getMany(blocks.map(blockKeyText));
    if (blocks.some(({ txCount }, index) => keysOf[index]?.length !== txCount)) return undefined;
    const accounts = new Set<string>();
    for (const { workchain, account } of keysOf.flatMap((keys) => keys ?? [])) {
      accounts.add(accountText({ workchain, accountHex: hexOf(account) }));
    }
    return [...accounts];
  };
}
