import type { Bag } from '@tonriver/boc';
import { type AccountAddress, accountAddressOf } from '../address/account-address.ts';
import { ChainModelError } from '../errors.ts';
import type { Hash } from '../primitives/hash.ts';
import { loadMessage } from './message.ts';
import { normalisedMessageHash } from './normalised-hash.ts';

/** The network's limits for a message from outside; `bytesMax` is that of its bag of cells. */
export const outsideMessageLimits = { bytesMax: 65_535, cellsMax: 8_192, depthMax: 512 } as const;

/** A message from outside, as it is sent. */
export interface OutsideMessage {
  readonly address: AccountAddress;
  readonly hash: Hash;
  /** The hash that does not depend on how relays wrote the message (TEP-467). */
  readonly normalisedHash: Hash;
}

/**
 * Loads a message from outside to an account, as far as the network takes it.
 *
 * @param cell its cell in the bag
 * @throws {ChainModelError} `bad_value` for other messages, and for a body that no contract can be given
 */
export function loadOutsideMessage(bag: Bag, cell: number = bag.root): OutsideMessage {
  const message = loadMessage(bag, cell);
  const { info } = message;
  if (info.type !== 'external_in') throw unfit('it does not come from outside');
  const address = accountAddressOf(info.destination);
  if (address === null) throw unfit('its destination is not a standard address');
  // The emulator breaks at it: it would have to be started again.
  if (message.bodyLayout === 'reference' && bag.isExotic(message.body)) {
    throw unfit('its body is an exotic cell');
  }
  return {
    address,
    hash: Uint8Array.from(bag.hash(cell)),
    normalisedHash: Uint8Array.from(normalisedMessageHash(bag, message)),
  };
}

function unfit(why: string): ChainModelError {
  return new ChainModelError('bad_value', why, { type: 'Message' });
}
