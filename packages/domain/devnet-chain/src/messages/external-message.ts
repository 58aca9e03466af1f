import { Bag, BocError, type Cell } from '@tonriver/boc';
import {
  type AccountAddress,
  ChainModelError,
  loadOutsideMessage,
  type OutsideMessage,
  outsideMessageLimits,
} from '@tonriver/chain-model';
import { DevnetChainError } from '../devnet-chain-error.ts';

/** A message from outside to an account of the chain. */
export interface ExternalMessage extends Pick<OutsideMessage, 'hash' | 'normalisedHash'> {
  readonly account: AccountAddress;
  readonly cell: Cell;
  readonly boc: Uint8Array;
}

const { bytesMax, depthMax, cellsMax } = outsideMessageLimits;

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
  const { address: account, hash, normalisedHash } = loadOutsideMessage(bag);
  if (account.workchain !== 0 && account.workchain !== -1) throw badMessage('the workchain does not exist');
  return {
    hash,
    normalisedHash,
    account,
    cell: bag.toCell(bag.root),
    boc: Uint8Array.from(bag.bytes),
  };
}

function badMessage(what: string, cause?: unknown): DevnetChainError {
  return new DevnetChainError('bad_message', `failed to parse external message: ${what}`, {}, { cause });
}
