import { LRUCache } from 'lru-cache';
import { readConfigParameter } from '@tonriver/chain-model';
import { hexOf } from '@tonriver/chain-reader';
import type { AnswerReader } from '../../answers/answer-reader.ts';
import { type AccountKey, addressText } from '../accounts/account-key.ts';
import { perReader } from '../accounts/per-reader.ts';
import type { AtRound } from '../accounts-v2/at-round.ts';
import { type ConfigAt, readConfigAt } from './config-at.ts';

/** Parameter 44 of a configuration. */
interface Suspended {
  readonly addresses: ReadonlySet<string>;
  /** Unix seconds. */
  readonly untilUtime: number;
}

const NOBODY: Suspended = { addresses: new Set(), untilUtime: 0 };

const listsOf = perReader(() => new LRUCache<string, Suspended>({ max: 4 }));

/**
 * Tells whether an account is suspended at a block: it cannot be initialised until then. The list is parameter 44 of
 * the configuration in force. Undefined when that is not stored.
 */
export async function isSuspended(
  reader: AnswerReader,
  account: AccountKey,
  at: AtRound,
): Promise<boolean | undefined> {
  const config = await readConfigAt(reader, at);
  if (config === undefined) return undefined;
  const lists = listsOf(reader);
  const list = lists.get(config.hashHex) ?? readList(config);
  lists.set(config.hashHex, list);
  return at.block.genUtime < list.untilUtime && list.addresses.has(addressText(account));
}

function readList({ bag }: ConfigAt): Suspended {
  const parameter = readConfigParameter(bag, bag.root, 44);
  if (parameter === null) return NOBODY;
  const addresses = parameter.addresses.map(({ workchain, hash }) =>
    addressText({ workchain, accountHex: hexOf(hash) }),
  );
  return { addresses: new Set(addresses), untilUtime: parameter.suspendedUntil };
}
