import { readDataOfAccounts } from '@tonriver/block-rows';
import { hashFromHex, hashToHex } from '@tonriver/chain-model';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import type { ResolvedAccount } from '@tonriver/events';
import { EMPTY_CELL } from './asked-states.ts';
import type { ContractState } from './contract-state.ts';
import type { KeptTrees } from './kept-trees.ts';
import { readTrees } from './read-trees.ts';

/** An account with code. */
export type AccountWithCode = ResolvedAccount & { readonly code: string };

/** Reads codes and data of accounts in their states, in their order. */
export async function readContractStates(
  { store, trees }: { readonly store: ClickHouseStore; readonly trees: KeptTrees },
  accounts: readonly AccountWithCode[],
): Promise<readonly ContractState[]> {
  const places = accounts.map(({ workchain, account, lt, code, data }) => ({
    workchain,
    account: hashFromHex(account),
    lt: BigInt(lt),
    codeHash: bytesOf(code),
    dataHash: data === null ? null : bytesOf(data),
  }));
  const known = new Map(places.flatMap(({ codeHash }) => knownCode(trees, codeHash)));
  const unknown = places.filter(({ codeHash }) => !known.has(hashToHex(codeHash)));
  const read = await readTrees(
    store,
    unknown.map(({ codeHash }) => codeHash),
  );
  for (const [hash, boc] of read) trees.keepCode(hashFromHex(hash), boc);
  const codes = new Map([...known, ...read]);
  const withData = places.flatMap(({ dataHash, ...place }) => (dataHash === null ? [] : [{ ...place, dataHash }]));
  const data = await readDataOfAccounts(store, withData);
  const dataOf = new Map(withData.map((place, index) => [keyOf(place), data[index]]));
  return places.map((place) => {
    const { workchain, account, codeHash, dataHash } = place;
    const dataBoc = dataHash === null ? EMPTY_CELL : dataOf.get(keyOf(place));
    return { workchain, account, codeHash, codeBoc: codes.get(hashToHex(codeHash)), dataBoc };
  });
}

function knownCode(trees: KeptTrees, hash: Uint8Array): (readonly [string, Uint8Array])[] {
  const boc = trees.code(hash);
  return boc === undefined ? [] : [[hashToHex(hash), boc]];
}

function bytesOf(base64: string): Uint8Array {
  return new Uint8Array(Buffer.from(base64, 'base64'));
}

function keyOf({ workchain, account, lt }: Pick<ContractState, 'workchain' | 'account'> & { readonly lt: bigint }) {
  return `${workchain}:${hashToHex(account)} ${lt}`;
}
