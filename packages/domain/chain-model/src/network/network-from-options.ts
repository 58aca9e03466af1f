import { ChainModelError } from '../errors.ts';
import { type Network, publicNetworks } from './network.ts';

const NAME = /^[a-z0-9][a-z0-9_]{0,31}$/;
const ZERO_STATE = /^([0-9a-fA-F]{64}):([0-9a-fA-F]{64})$/;

/**
 * The network that an operator named: a public one by its name alone, a private one with its global id and zero state.
 *
 * @param options.zeroState `ROOT_HASH:FILE_HASH` of the masterchain's zero state, in hex
 * @throws {ChainModelError} `bad_value` saying what is missing
 */
export function networkFromOptions(options: {
  readonly name: string;
  readonly globalId?: number | undefined;
  readonly zeroState?: string | undefined;
}): Network {
  const { name, globalId, zeroState } = options;
  if (!NAME.test(name)) {
    throw new ChainModelError('bad_value', 'A network name has lower-case letters, digits and underscores', { name });
  }
  const known = publicNetworks.find((network) => network.name === name);
  if (known !== undefined) return known;
  const match = ZERO_STATE.exec(zeroState ?? '');
  if (globalId === undefined || match === null) {
    const names = publicNetworks.map((network) => network.name).join(', ');
    const text = `${name} is not a public network (${names}): state its global id and its zero state, ROOT_HASH:FILE_HASH`;
    throw new ChainModelError('bad_value', text, { name, globalId, zeroState });
  }
  const [, rootHash = '', fileHash = ''] = match;
  return { name, globalId, zeroStateRootHash: fromHex(rootHash), zeroStateFileHash: fromHex(fileHash) };
}

function fromHex(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
