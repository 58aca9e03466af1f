import { type Cell, CellBuilder } from '@tonriver/boc';
import { type AccountAddress, type StateInit, storeStateInit } from '@tonriver/chain-model';
import { codeCell, type CompiledCode } from './compiled-code.ts';

/** The first state of a contract: its code and its data. */
export function contractState(code: CompiledCode, data: Cell): StateInit<Cell> {
  return { fixedPrefixLength: null, special: null, code: codeCell(code), data, library: null };
}

/** The same of a contract that runs at the begin and at the end of every masterchain block. */
export function tickTockState(code: CompiledCode, data: Cell): StateInit<Cell> {
  return { ...contractState(code, data), special: { tick: true, tock: true } };
}

/** The address that a first state gives its account: the hash of the state. */
export function addressOfState(state: StateInit<Cell>, workchain = 0): AccountAddress {
  const builder = new CellBuilder();
  storeStateInit(builder, state);
  return { workchain, hash: builder.endCell().hash() };
}
