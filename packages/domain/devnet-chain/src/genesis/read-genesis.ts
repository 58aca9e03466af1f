import { Bag, type Cell } from '@tonriver/boc';
import type { GenesisAccount } from '@tonriver/chain-builder';
import {
  equalBytes,
  formatAccountAddress,
  hashFromHex,
  isKnownParameter,
  loadConfigParameter,
  parseAccountAddress,
  type ParameterValue,
} from '@tonriver/chain-model';
import { configAddress, electorAddress } from '@tonriver/devnet-contracts';
import { TonriverError } from '@tonriver/errors';
import { DevnetChainError } from '../devnet-chain-error.ts';
import { checkVersion } from '../network/config-change.ts';
import { GENESIS_FORMAT, GENESIS_VERSION, type Genesis, OWN_PARAMETERS } from './genesis.ts';
import { genesisAccountOf } from './genesis-account-of.ts';

type Members = Readonly<Record<string, unknown>>;

const ACCOUNTS_MAX = 1_000_000;
const BAG_BOUNDS = { cellCountMax: 200_000, depthMax: 1_000 };
/** More than there will ever be, and sums of it fit into a balance. Nanograms. */
const BALANCE_MAX = 2n ** 90n;
const VERSION = 8;

/**
 * Reads a genesis file: JSON of
 * `{format, version, config?: {"14": BOC}, accounts: [{account: BOC} | {address, balance, extra_currencies?, code?,
 * data?, libraries?: [{cell, public}], frozen_hash?}]}`; bags of cells in base64, amounts as decimal text in nanograms.
 *
 * @throws {DevnetChainError} `bad_genesis` with the member that is wrong
 */
export function readGenesis(text: string): Genesis {
  const file = members('the file', parseJson(text));
  if (file['format'] !== GENESIS_FORMAT || file['version'] !== GENESIS_VERSION) {
    throw bad(`format is not "${GENESIS_FORMAT}", version ${GENESIS_VERSION}`);
  }
  const list = file['accounts'] ?? [];
  if (!Array.isArray(list) || list.length > ACCOUNTS_MAX) throw bad(`accounts: a list of at most ${ACCOUNTS_MAX}`);
  const accounts = new Map<string, GenesisAccount>();
  for (const [index, value] of list.entries()) {
    const account = at(`accounts[${index}]`, () => readAccount(members('an account', value)));
    const address = formatAccountAddress(account.address);
    if (accounts.has(address)) throw bad(`accounts[${index}]: ${address} is there twice`);
    accounts.set(address, account);
  }
  return { accounts: [...accounts.values()], parameters: readParameters(members('config', file['config'] ?? {})) };
}

function readParameters(config: Members): Map<number, Cell> {
  const parameters = new Map<number, Cell>();
  for (const [name, value] of Object.entries(config)) {
    const parameter = Number(name);
    if (!/^-?\d{1,10}$/.test(name) || Math.abs(parameter) >= 2 ** 31) throw bad(`config: ${name} is no parameter`);
    if (OWN_PARAMETERS.includes(parameter)) throw bad(`config.${name}: this parameter follows from the network`);
    parameters.set(
      parameter,
      at(`config.${name}`, () => readParameter(parameter, cellOf('the value', value))),
    );
  }
  return parameters;
}

function readParameter(parameter: number, cell: Cell): Cell {
  if (!isKnownParameter(parameter)) return cell;
  const bag = Bag.of(cell);
  const loaded = loadConfigParameter(bag, bag.root, parameter);
  if (parameter === VERSION) checkVersion(loaded as ParameterValue<8>);
  return cell;
}

function readAccount(entry: Members): GenesisAccount {
  const account =
    entry['account'] === undefined ? describedAccount(entry) : genesisAccountOf(cellOf('account', entry['account']));
  const { workchain, hash } = account.address;
  if (workchain !== 0 && workchain !== -1) throw bad('the workchain does not exist');
  if (account.balance.grams > BALANCE_MAX) throw bad('the balance is too large');
  const isAt = (other: typeof configAddress): boolean => workchain === other.workchain && equalBytes(hash, other.hash);
  if (isAt(configAddress)) throw bad('the config contract is made from the configuration');
  return isAt(electorAddress) ? { ...account, isSpecial: true } : account;
}

function describedAccount(entry: Members): GenesisAccount {
  const {
    address,
    balance,
    extra_currencies: currencies = {},
    code,
    data,
    libraries = [],
    frozen_hash: frozen,
  } = entry;
  if (typeof address !== 'string') throw bad('address: an address as text');
  const extra = Object.entries(members('extra_currencies', currencies)).map(([id, amount]) => {
    if (!/^\d{1,10}$/.test(id) || Number(id) >= 2 ** 32) throw bad(`extra_currencies: ${id} is no currency`);
    return { currency: Number(id), amount: amountOf(`extra_currencies.${id}`, amount) };
  });
  const account = {
    address: parseAccountAddress(address),
    balance: { grams: amountOf('balance', balance), extra: extra.sort((one, other) => one.currency - other.currency) },
  };
  if (frozen !== undefined) {
    if (typeof frozen !== 'string' || !/^[0-9a-fA-F]{64}$/.test(frozen))
      throw bad('frozen_hash: 64 hexadecimal digits');
    return { ...account, state: { frozenHash: hashFromHex(frozen) } };
  }
  if (!Array.isArray(libraries)) throw bad('libraries: a list');
  if (code === undefined && data === undefined && libraries.length === 0) return account;
  const state = {
    code: code === undefined ? null : cellOf('code', code),
    data: data === undefined ? null : cellOf('data', data),
    libraries: libraries.map((library: unknown) => {
      const { cell, public: isPublic } = members('a library', library);
      if (typeof isPublic !== 'boolean') throw bad('libraries: public is true or false');
      return { cell: cellOf('the cell of a library', cell), isPublic };
    }),
  };
  return { ...account, state };
}

function amountOf(name: string, value: unknown): bigint {
  if (typeof value === 'string' && /^\d{1,30}$/.test(value) && BigInt(value) <= BALANCE_MAX) return BigInt(value);
  throw bad(`${name}: nanograms or units as decimal text`);
}

function cellOf(name: string, value: unknown): Cell {
  if (typeof value !== 'string') throw bad(`${name}: a bag of cells in base64`);
  const bag = Bag.parse(new Uint8Array(Buffer.from(value, 'base64')), BAG_BOUNDS);
  if (bag.roots.length !== 1 || bag.levelMask(bag.root) !== 0) throw bad(`${name}: not one root, or pruned`);
  return bag.toCell(bag.root);
}

function members(name: string, value: unknown): Members {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Members;
  throw bad(`${name}: an object`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new DevnetChainError('bad_genesis', 'The genesis is not JSON', {}, { cause: error });
  }
}

/** Adds the place to the reason. */
function at<Result>(place: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof TonriverError)) throw error;
    throw new DevnetChainError('bad_genesis', `${place}: ${error.message}`, {}, { cause: error });
  }
}

function bad(what: string): DevnetChainError {
  return new DevnetChainError('bad_genesis', what);
}
