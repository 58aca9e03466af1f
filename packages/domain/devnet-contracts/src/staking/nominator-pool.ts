import { type Cell, CellBuilder } from '@tonriver/boc';
import type { StateInit } from '@tonriver/chain-model';
import { contractState } from '../contract-state.ts';
import { commentBody } from '../message-parts.ts';
import { nominatorPoolCode } from './generated/nominator-pool-code.ts';

/** The first state of a pool, `count:uint16 nominators:(HashmapE 256 Coins)`: nobody has deposited. */
export function nominatorPoolState(): StateInit<Cell> {
  return contractState(nominatorPoolCode, new CellBuilder().storeUint(0, 16).storeBit(0).endCell());
}

/** The comment `d`: deposits the message's value, 10 TON or more, without the fee of 1 TON. */
export function nominatorDepositBody(): Cell {
  return commentBody('d');
}

/** The comment `w`: everything that the sender has deposited comes back. */
export function nominatorWithdrawBody(): Cell {
  return commentBody('w');
}
