import { type Cell, CellBuilder } from '@tonriver/boc';
import {
  type AccountAddress,
  standardAddress,
  storeMessage,
  storeStateInit,
  writeExternalMessage,
} from '@tonriver/chain-model';

/**
 * Takes internal messages as they are. Of an external message it takes the list of actions in the first reference of
 * the body: `SETCP0; IFNOTRET; ACCEPT; PLDREF; POP c5`.
 */
const SENDER_CODE = 'ff00ddf800d74ced55';
/** Throws at every message, so that messages to it bounce: `SETCP0; THROW 55`. */
const REFUSER_CODE = 'ff00f237';
/** Does nothing in any transaction: `SETCP0`. */
const SILENT_CODE = 'ff00';
/** On a tock it takes the data from the first reference of its data's second reference, if there is one. */
export type ContractKind = 'sender' | 'refuser' | 'silent';

const codes: Readonly<Record<ContractKind, string>> = {
  sender: SENDER_CODE,
  refuser: REFUSER_CODE,
  silent: SILENT_CODE,
};

export function codeOf(kind: ContractKind): Cell {
  return new CellBuilder().storeBytes(Buffer.from(codes[kind], 'hex')).endCell();
}

/** A message that a sender sends. */
export interface Letter {
  readonly to: AccountAddress;
  readonly grams: bigint;
  readonly bounce: boolean;
  /** Extra flags of global version 12: 1 asks for the new form of bounces, 3 for one with the whole body. */
  readonly extraFlags: bigint;
  /** Deploys a contract of this kind, whose data are the number. */
  readonly deploys?: { readonly kind: ContractKind; readonly data: Cell };
}

/** The external message that makes a sender send letters; `number` makes it different from others. */
export function orderTo(sender: AccountAddress, number: number, letters: readonly Letter[]): Cell {
  let actions = new CellBuilder().endCell();
  for (const letter of letters) {
    // out_list$_ {n:#} prev:^(OutList n) action_send_msg#0ec3c86d mode:(## 8) out_msg:^(MessageRelaxed Any)
    actions = new CellBuilder()
      .storeRef(actions)
      .storeUint(0x0ec3c86d, 32)
      .storeUint(1, 8)
      .storeRef(letterCell(sender, letter))
      .endCell();
  }
  const body = new CellBuilder().storeUint(number, 32).storeRef(actions).endCell();
  return writeExternalMessage({ destination: standardAddress(sender), body });
}

function letterCell(from: AccountAddress, { to, grams, bounce, extraFlags, deploys }: Letter): Cell {
  const builder = new CellBuilder();
  const init = deploys === undefined ? null : stateInit(deploys.kind, deploys.data);
  storeMessage(builder, {
    info: {
      type: 'internal',
      ihrDisabled: true,
      bounce,
      bounced: false,
      source: standardAddress(from),
      destination: standardAddress(to),
      value: { grams, extra: [] },
      ihrFee: extraFlags,
      forwardFee: 0n,
      importFee: null,
      createdLt: 0n,
      createdAt: 0,
    },
    init,
    initLayout: 'reference',
    body: new CellBuilder().storeUint(0xabcdef01, 32).storeUint(grams, 64).endCell(),
    bodyLayout: 'reference',
  });
  return builder.endCell();
}

function stateInit(kind: ContractKind, data: Cell) {
  return { fixedPrefixLength: null, special: null, code: codeOf(kind), data, library: null };
}

/** The address at which a contract is deployed. */
export function deployedAddress(kind: ContractKind, data: Cell, workchain = 0): AccountAddress {
  const builder = new CellBuilder();
  storeStateInit(builder, stateInit(kind, data));
  return { workchain, hash: builder.endCell().hash() };
}
