import type { AccountAddress } from '@tonriver/chain-model';
import { loopingState } from '@tonriver/devnet-chain/testing';
import { addressOfState } from '@tonriver/devnet-contracts';
import type { ServedNetwork } from './served-network.ts';

const AMOUNT = 1_000_000_000n;

/**
 * Sends so many messages, each with enough for a million gas, to contracts that loop. Returns how many were taken.
 * The wallets have sent nothing before, or `seqnos` says how much.
 */
export async function sendLoopingMessages(
  network: ServedNetwork,
  count: number,
  seqnos: readonly number[],
): Promise<number> {
  const { wallets } = network;
  let taken = 0;
  await Promise.all(
    wallets.map(async (wallet, from) => {
      const state = loopingState(from);
      const to: AccountAddress = addressOfState(state);
      for (let sent = 0; sent < Math.ceil((count - from) / wallets.length); sent += 1) {
        const seqno = (seqnos[from] ?? 0) + sent;
        const hash = await network.send(wallet, { seqno, to, amount: AMOUNT, bounce: false, state });
        if (hash !== undefined) taken += 1;
      }
    }),
  );
  return taken;
}
