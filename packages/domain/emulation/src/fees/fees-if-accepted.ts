import { Bag } from '@tonriver/boc';
import {
  equalBytes,
  type Hash,
  loadAccount,
  loadShardAccount,
  type ParameterValue,
  readConfigParameter,
  type StorageInfo,
} from '@tonriver/chain-model';
import { configDictionary } from './config-dictionary.ts';
import type { MessageFees } from './message-fees.ts';
import { dividedUp, storageFee } from './storage-fee.ts';

/** A message that an account did not accept. */
export interface RefusedMessage {
  readonly address: { readonly workchain: number; readonly hash: Hash };
  readonly messageBoc: Uint8Array;
  /** `ShardAccount`. */
  readonly shardAccountBoc: Uint8Array;
  /** `Hashmap 32 ^Cell`, or `ConfigParams`. */
  readonly configBoc: Uint8Array;
  /** Seconds. */
  readonly unixTime: number;
}

/**
 * What a message would cost before the contract runs, if the contract accepted it: import and storage. There is no
 * transaction to read it from, so it is computed from the configuration. Gas and forwarding are zero.
 *
 * @throws {BocError | ChainModelError} for cells of another form
 */
export function feesIfAccepted({ address, ...given }: RefusedMessage): MessageFees {
  const isMasterchain = address.workchain === -1;
  const bag = Bag.parse(given.configBoc);
  const config = { bag, root: configDictionary(bag) };
  const parameter = <Number extends 18 | 24 | 25 | 31>(number: Number): ParameterValue<Number> | null =>
    readConfigParameter(config.bag, config.root, number);
  // The contracts of the chain itself pay for nothing.
  const isFree = isMasterchain && (parameter(31) ?? []).some((hash) => equalBytes(hash, address.hash));
  const noFees = { importFee: 0n, storageFee: 0n, gasFee: 0n, forwardFee: 0n };
  if (isFree) return noFees;
  const forward = parameter(isMasterchain ? 24 : 25);
  const storage = (parameter(18) ?? []).toSorted((left, right) => left.index - right.index).map(({ prices }) => prices);
  const { cells, bits } = sizeOf(given.messageBoc);
  const importFee =
    forward === null
      ? 0n
      : forward.lumpPrice + dividedUp(forward.bitPrice * BigInt(bits) + forward.cellPrice * BigInt(cells));
  const stored = storageInfoOf(given.shardAccountBoc);
  const at = { unixTime: given.unixTime, isMasterchain };
  return { ...noFees, importFee, storageFee: stored === null ? 0n : storageFee(stored, storage, at) };
}

/** Cells and bits below the message's own cell, which is free. Equal cells count once, as in a bag. */
function sizeOf(messageBoc: Uint8Array): { readonly cells: number; readonly bits: number } {
  const bag = Bag.parse(messageBoc);
  let bits = 0;
  for (let cell = 0; cell < bag.cellCount; cell += 1) if (cell !== bag.root) bits += bag.bitLength(cell);
  return { cells: bag.cellCount - 1, bits };
}

function storageInfoOf(shardAccountBoc: Uint8Array): StorageInfo | null {
  const bag = Bag.parse(shardAccountBoc);
  return loadAccount(bag, loadShardAccount(bag.slice(bag.root)).account)?.storageInfo ?? null;
}
