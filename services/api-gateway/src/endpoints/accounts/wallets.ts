import { Bag, BocError } from '@tonriver/boc';
import { type WalletCode, walletCodeOf } from '../../answers/wallet-codes.ts';
import { readStoredData } from './cells.ts';
import type { StateRow } from './state-rows.ts';
import type { AnswerReader } from '../../answers/answer-reader.ts';

/** What the data of a plain wallet tells. */
export interface Wallet {
  readonly type: string;
  readonly seqno: number;
  /** From version 3 on. */
  readonly walletId?: number;
  /** In version 5. */
  readonly isSignatureAllowed?: boolean;
}

/** Returns what a state's code and data say that it is; undefined for a state that is no plain wallet. */
export function walletOf(code: WalletCode, data: Uint8Array): Wallet | undefined {
  try {
    const bag = Bag.parse(data);
    const slice = bag.slice(bag.root);
    const { type } = code;
    switch (code.data) {
      case 'seqno':
        return { type, seqno: slice.loadUint(32) };
      case 'seqno, id':
        return { type, seqno: slice.loadUint(32), walletId: slice.loadUint(32) };
      case 'signature, seqno, id': {
        const isSignatureAllowed = slice.loadBit();
        return { type, seqno: slice.loadUint(32), walletId: slice.loadUint(32), isSignatureAllowed };
      }
    }
  } catch (error) {
    // A wallet's code cannot run with such data: anybody may deploy it.
    if (error instanceof BocError) return undefined;
    throw error;
  }
}

/** Returns the states whose code is that of a plain wallet: only their data is read. */
export function walletStatesOf(states: readonly StateRow[]): readonly StateRow[] {
  return states.filter(({ codeHash, dataHash }) => dataHash !== null && codeHash !== null && isWallet(codeHash));
}

function isWallet(codeHash: Uint8Array): boolean {
  return walletCodeOf(codeHash) !== undefined;
}

/**
 * Returns the wallets among states, by state.
 *
 * @throws {GatewayError} `not_ready` when the data of a wallet is not stored
 */
export async function readWallets(
  reader: AnswerReader,
  states: readonly StateRow[],
): Promise<ReadonlyMap<StateRow, Wallet>> {
  const coded = walletStatesOf(states);
  const datas = await readStoredData(reader, coded);
  const wallets = new Map<StateRow, Wallet>();
  for (const [index, state] of coded.entries()) {
    const [code, data] = [walletCodeOf(state.codeHash!), datas[index]];
    const wallet = code === undefined || data === undefined ? undefined : walletOf(code, data);
    if (wallet !== undefined) wallets.set(state, wallet);
  }
  return wallets;
}
