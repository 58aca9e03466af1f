import { Bag, type Cell, CellBuilder, serializeTree, writeBag } from '@tonriver/boc';
import {
  type AccountAddress,
  type ExtraCurrency,
  loadAccount,
  loadHashmapEntries,
  loadShardAccount,
  storeShardAccount,
  ZERO_HASH,
} from '@tonriver/chain-model';
import { libraryCells, type LibrarySet, noLibraries } from './library-set.ts';
import { bagBytes, badRecording, below, reading, type RecordedMembers, type RecordedPlace } from './recorded-values.ts';

/** The state of an account in a recording. */
export interface RecordedState {
  /** Null when the account is not active or has no code. */
  readonly codeBoc: Uint8Array | null;
  readonly dataBoc: Uint8Array | null;
  /** Nanograms; zero when the recording has only parts of the account. */
  readonly balance: bigint;
  readonly extraCurrencies: readonly ExtraCurrency[];
  /** The account's own libraries, public or not. */
  readonly ownLibraries: LibrarySet;
  /** Null when the recording has only parts of the account. */
  readonly shardAccountBoc: Uint8Array | null;
}

const nothing: RecordedState = {
  codeBoc: null,
  dataBoc: null,
  balance: 0n,
  extraCurrencies: [],
  ownLibraries: noLibraries,
  shardAccountBoc: null,
};
/** `account_descr$_ account:^Account last_trans_hash:bits256 last_trans_lt:uint64 = ShardAccount;` */
const SHARD_ACCOUNT_BITS = 320;
const LIBRARY_KEY_BITS = 256;

/** Reads code and data, or an account. An explicit null means that it does not exist; without both it throws. */
export function recordedState(record: RecordedMembers, address: AccountAddress, place: RecordedPlace): RecordedState {
  const { code_boc: code, data_boc: data, shard_account_boc: account } = record;
  if (code !== undefined && code !== null) {
    const at = { code: below(place, 'code_boc'), data: below(place, 'data_boc') };
    const dataBoc = data === undefined || data === null ? null : oneRoot(bagBytes(data, at.data), at.data);
    return { ...nothing, codeBoc: oneRoot(bagBytes(code, at.code), at.code), dataBoc };
  }
  if (account !== undefined && account !== null) {
    const at = below(place, 'shard_account_boc');
    return reading(at, () => stateOfAccount(bagBytes(account, at), address, at));
  }
  if (code === null || account === null) return nothing;
  throw badRecording(place, 'it has neither code nor an account');
}

function oneRoot(boc: Uint8Array, place: RecordedPlace): Uint8Array {
  reading(place, () => Bag.parse(boc).root);
  return boc;
}

function stateOfAccount(boc: Uint8Array, address: AccountAddress, place: RecordedPlace): RecordedState {
  const given = Bag.parse(boc);
  const shardAccount = shardAccountCell(given.toCell(given.root));
  const bag = Bag.of(shardAccount);
  const account = loadAccount(bag, loadShardAccount(bag.slice(bag.root)).account);
  const shardAccountBoc = writeBag([shardAccount]);
  if (account === null) return { ...nothing, shardAccountBoc };
  const own = account.address;
  if (own.type === 'std' && Buffer.compare(own.hash, address.hash) !== 0) {
    throw badRecording(place, 'the account has another address than the record');
  }
  const { balance, state } = account.storage;
  const money = { balance: balance.grams, extraCurrencies: balance.extra };
  if (state.type !== 'active') return { ...nothing, ...money, shardAccountBoc };
  const { code, data, library } = state.stateInit;
  return {
    ...money,
    codeBoc: code === null ? null : serializeTree(bag, code),
    dataBoc: data === null ? null : serializeTree(bag, data),
    ownLibraries: library === null ? noLibraries : ownLibraries(bag, library),
    shardAccountBoc,
  };
}

/** Some recordings have only the `Account`. */
export function shardAccountCell(cell: Cell, lastTransHash: Uint8Array = ZERO_HASH, lastTransLt = 0n): Cell {
  if (cell.bitLength === SHARD_ACCOUNT_BITS && cell.refs.length === 1) return cell;
  const builder = new CellBuilder();
  storeShardAccount(builder, { account: cell, lastTransHash, lastTransLt });
  return builder.endCell();
}

/** `simple_lib$_ public:Bool root:^Cell = SimpleLib;` in `Hashmap 256`. */
function ownLibraries(bag: Bag, root: number): LibrarySet {
  const entries = loadHashmapEntries(bag, root, LIBRARY_KEY_BITS, (slice) => {
    slice.skipBits(1);
    return slice.loadRef();
  });
  return libraryCells(entries.map(({ value }) => serializeTree(bag, value)));
}
