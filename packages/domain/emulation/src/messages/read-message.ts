import { Bag, BocError } from '@tonriver/boc';
import { ChainModelError, loadOutsideMessage, type OutsideMessage } from '@tonriver/chain-model';
import { EmulationError } from '../emulation-error.ts';
import { readTree } from './read-tree.ts';

/**
 * Reads a whole message from outside.
 *
 * @throws {EmulationError} `bad_message` for anything else, and for one over the network's limits
 */
export function readMessage(boc: Uint8Array): OutsideMessage {
  readTree(boc, 'boc');
  try {
    return loadOutsideMessage(Bag.parse(boc));
  } catch (error) {
    if (!(error instanceof BocError || error instanceof ChainModelError)) throw error;
    throw new EmulationError('bad_message', `failed to parse external message: ${error.message}`, {}, { cause: error });
  }
}
