import { Bag, BocError, type Cell, writeBag } from '@tonriver/boc';
import {
  type AccountAddress,
  outsideMessageLimits,
  type StateInit,
  standardAddress,
  writeExternalMessage,
} from '@tonriver/chain-model';
import { EmulationError } from '../emulation-error.ts';
import { readTree } from './read-tree.ts';

/** The parts of a message from outside to an account, as bags of cells. */
export interface OutsideMessageParts {
  readonly address: AccountAddress;
  readonly bodyBoc: Uint8Array;
  /** Code and data of a StateInit; without both the message has none. */
  readonly initCodeBoc: Uint8Array | null;
  readonly initDataBoc: Uint8Array | null;
}

const CELL_BITS = 1023;
const CELL_REFS = 4;
/** `ext_in_msg_info$10 src:addr_none$00 dest:addr_std import_fee:Grams`, with a fee of zero. */
const INFO_BITS = 2 + 2 + 267 + 4;

/**
 * Puts a message together as wallets write it, as a bag: StateInit and body in the message's own cell if they fit. The
 * price of its import depends on that. The rules are those of `storeMessage` of `@ton/core`.
 *
 * @throws {EmulationError} `bad_message`
 */
export function messageFromOutside({ address, ...parts }: OutsideMessageParts): Uint8Array {
  const body = readTree(parts.bodyBoc, 'body');
  const code = parts.initCodeBoc === null ? null : readTree(parts.initCodeBoc, 'init_code');
  const data = parts.initDataBoc === null ? null : readTree(parts.initDataBoc, 'init_data');
  const init: StateInit<Cell> | null =
    code === null && data === null ? null : { fixedPrefixLength: null, special: null, code, data, library: null };
  return writtenWithinLimits(() => write(address, init, body));
}

function write(address: AccountAddress, init: StateInit<Cell> | null, body: Cell): Cell {
  // One bit says whether there is a StateInit.
  let freeBits = CELL_BITS - INFO_BITS - 1;
  let freeRefs = CELL_REFS;
  // One bit for each of code, data, libraries and the two members that are absent here.
  const initBits = 5;
  const initLayout = init !== null && freeBits - 2 < initBits + body.bitLength ? 'reference' : 'inline';
  if (init !== null) {
    freeBits -= 1 + (initLayout === 'inline' ? initBits : 0);
    const initRefs = (init.code === null ? 0 : 1) + (init.data === null ? 0 : 1);
    freeRefs -= initLayout === 'inline' ? initRefs : 1;
  }
  const isInline = freeBits - 1 >= body.bitLength && freeRefs >= body.refs.length;
  return writeExternalMessage({
    destination: standardAddress(address),
    init,
    initLayout,
    body,
    bodyLayout: isInline ? 'inline' : 'reference',
  });
}

/** Each part keeps the limits; together they may not. */
function writtenWithinLimits(write: () => Cell): Uint8Array {
  const { bytesMax, cellsMax: cellCountMax, depthMax } = outsideMessageLimits;
  try {
    const boc = writeBag([write()], { crc: false });
    if (boc.length > bytesMax) throw tooLarge(`it has more than ${bytesMax} bytes`);
    Bag.parse(boc, { cellCountMax, depthMax });
    return boc;
  } catch (error) {
    if (!(error instanceof BocError)) throw error;
    throw tooLarge(error.message, error);
  }
}

function tooLarge(why: string, cause?: unknown): EmulationError {
  return new EmulationError('bad_message', `failed to parse external message: ${why}`, {}, { cause });
}
