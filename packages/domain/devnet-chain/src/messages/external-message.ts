import { Bag, BocError, type Cell } from '@tonriver/boc';
import {
  type AccountAddress,
  accountAddressOf,
  ChainModelError,
  type Hash,
  loadMessage,
  normalisedMessageHash,
} from '@tonriver/chain-model';
import { DevnetChainError } from '../devnet-chain-error.ts';

/** A message from outside to an account of the chain. */
export interface ExternalMessage {
  readonly hash: Hash;
  /** The hash that does not depend on how relays wrote the message (TEP-467). */
  readonly normalisedHash: Hash;
  readonly account: AccountAddress;
  readonly cell: Cell;
  readonly boc: Uint8Array;
}

/** The node's limits for an external message. */
const bytesMax = 65_535;
const depthMax = 512;
const cellsMax = 8_192;

/** Reads an external message from a bag of cells with one root. @throws {DevnetChainError} `bad_bag`, `bad_message` */
export function readExternalMessage(boc: Uint8Array): ExternalMessage {
  if (boc.length > bytesMax) throw badMessage(`the message has more than ${bytesMax} bytes`);
  const bag = readBag(boc);
  if (bag.roots.length !== 1) throw badMessage('the bag of cells has not exactly one root');
  try {
    return read(bag);
  } catch (error) {
    if (error instanceof BocError || error instanceof ChainModelError) throw badMessage(error.message, error);
    throw error;
  }
}

function readBag(boc: Uint8Array): Bag {
  try {
    return Bag.parse(boc, { cellCountMax: cellsMax, depthMax });
  } catch (error) {
    if (error instanceof BocError) throw new DevnetChainError('bad_bag', error.message, {}, { cause: error });
    throw error;
  }
}

function read(bag: Bag): ExternalMessage {
  if (bag.levelMask(bag.root) !== 0) throw badMessage('the message contains pruned branches');
  const message = loadMessage(bag, bag.root);
  if (message.info.type !== 'external_in') throw badMessage('the message is not an external inbound one');
  const account = accountAddressOf(message.info.destination);
  if (account === null) throw badMessage('the destination is not a standard address');
  if (account.workchain !== 0 && account.workchain !== -1) throw badMessage('the workchain does not exist');
  return {
    hash: Uint8Array.from(bag.hash(bag.root)),
    normalisedHash: normalisedMessageHash(bag, message),
    account,
    cell: bag.toCell(bag.root),
    boc: Uint8Array.from(bag.bytes),
  };
}

function badMessage(what: string, cause?: unknown): DevnetChainError {
  return new DevnetChainError('bad_message', `failed to parse external message: ${what}`, {}, { cause });
}
