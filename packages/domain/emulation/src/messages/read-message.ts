import { Bag, BocError } from '@tonriver/boc';
import {
  type AccountAddress,
  accountAddressOf,
  ChainModelError,
  type Hash,
  loadMessage,
  normalisedMessageHash,
} from '@tonriver/chain-model';
import { EmulationError } from '../emulation-error.ts';
import { messageLimits } from './message-limits.ts';
import { readTree } from './read-tree.ts';

/** A message from outside, as it is sent. */
export interface OutsideMessage {
  readonly address: AccountAddress;
  readonly hash: Hash;
  /** The hash that does not depend on how relays wrote the message (TEP-467). */
  readonly normalisedHash: Hash;
}

/**
 * Reads a whole message from outside.
 *
 * @throws {EmulationError} `bad_message` for anything else, and for one over the network's limits
 */
export function readMessage(boc: Uint8Array): OutsideMessage {
  readTree(boc, 'boc');
  try {
    const bag = Bag.parse(boc, { cellCountMax: messageLimits.cellsMax, depthMax: messageLimits.depthMax });
    const message = loadMessage(bag, bag.root);
    if (message.info.type !== 'external_in') throw badMessage('it does not come from outside');
    const address = accountAddressOf(message.info.destination);
    if (address === null) throw badMessage('its destination is not a standard address');
    if (message.bodyLayout === 'reference' && bag.isExotic(message.body))
      throw badMessage('its body is an exotic cell');
    return {
      address,
      hash: Uint8Array.from(bag.hash(bag.root)),
      normalisedHash: Uint8Array.from(normalisedMessageHash(bag, message)),
    };
  } catch (error) {
    if (!(error instanceof BocError || error instanceof ChainModelError)) throw error;
    throw badMessage(error.message, error);
  }
}

function badMessage(why: string, cause?: unknown): EmulationError {
  return new EmulationError('bad_message', `failed to parse external message: ${why}`, {}, { cause });
}
