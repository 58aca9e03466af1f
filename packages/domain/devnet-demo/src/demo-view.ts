import type { Cell } from '@tonriver/boc';
import type { AccountAddress } from '@tonriver/chain-model';

/** What a demo sees of the chain: its newest state. */
export interface DemoView {
  /** Seconds since 1970 by the chain's clock. */
  readonly now: number;
  /** Nanograms; 0 for an account that does not exist. */
  balance(account: AccountAddress): bigint;
  /** The data of an active account. */
  data(account: AccountAddress): Cell | undefined;
  /** Number of the next message of a wallet, behind those that wait. */
  seqno(wallet: AccountAddress): number;
}
