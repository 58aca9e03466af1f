import { type Cell, CellBuilder } from '@tonriver/boc';
import type { AccountAddress, StateInit } from '@tonriver/chain-model';
import { codeCell } from '../compiled-code.ts';
import { contractState } from '../contract-state.ts';
import { onChainMetadata } from '../on-chain-metadata.ts';
import { lpAccountCode } from './generated/lp-account-code.ts';
import { lpWalletCode } from './generated/lp-wallet-code.ts';
import { poolCode } from './generated/pool-code.ts';
import { routerCode } from './generated/router-code.ts';

/**
 * The first state of a router. `salt` tells routers apart: it becomes the description of their liquidity tokens. Pools,
 * their wallets and liquidity accounts are deployed by the first messages to them; get-methods tell their addresses.
 *
 * ```tlb
 * _ pool_code:^Cell ^[ lp_wallet_code:^Cell lp_account_code:^Cell lp_content:^Cell ] = RouterData;
 * ```
 */
export function dexRouterState(salt: string): StateInit<Cell> {
  const content = onChainMetadata({ name: 'Liquidity', symbol: 'LP', decimals: '9', description: salt });
  const code = new CellBuilder()
    .storeRef(codeCell(lpWalletCode))
    .storeRef(codeCell(lpAccountCode))
    .storeRef(content)
    .endCell();
  return contractState(routerCode, new CellBuilder().storeRef(codeCell(poolCode)).storeRef(code).endCell());
}

/** What all orders to the router have. */
export interface DexOrder {
  /** The router's wallet of the other jetton of the pool. */
  readonly otherWallet: AccountAddress;
  /** Gets the jettons back when the order cannot be carried out. */
  readonly refundAddress: AccountAddress;
  /** Gets what is left of the messages' value. */
  readonly excessesAddress: AccountAddress;
  /** Unix time, seconds. */
  readonly deadline: number;
}
