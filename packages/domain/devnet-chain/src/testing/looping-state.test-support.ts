import { type Cell, CellBuilder } from '@tonriver/boc';
import type { StateInit } from '@tonriver/chain-model';

/** `PUSHCONT {}`, `AGAIN`: runs until no gas is left. */
const LOOP = 0x90ea;

/** The first state of a contract that takes all gas of every message. Another number gives another address. */
export function loopingState(number: number): StateInit<Cell> {
  const code = new CellBuilder().storeUint(LOOP, 16).endCell();
  const data = new CellBuilder().storeUint(number, 32).endCell();
  return { fixedPrefixLength: null, special: null, code, data, library: null };
}
