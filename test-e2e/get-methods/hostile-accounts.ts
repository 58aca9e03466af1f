import { writeFileSync } from 'node:fs';
import { type Cell, CellBuilder, writeBag } from '@tonriver/boc';
import { libraryReference } from '@tonriver/boc/testing';

/** Addresses of accounts that are made to cost more than they should. */
export interface HostileAccounts {
  /** Their code loops for ever: all gas of a call. Several, so that one does not stand for all. */
  readonly endless: readonly string[];
  readonly withoutCode: string;
  /** Its code is a library that does not exist. */
  readonly missingLibrary: string;
}

const addressOf = (value: number): string => `0:${value.toString(16).padStart(2, '0').repeat(32)}`;
const text = (cell: Cell): string => Buffer.from(writeBag([cell])).toString('base64');

const ENDLESS_COUNT = 8;

/** Writes recordings of hostile accounts beside a configuration of the data folder. */
export function writeHostileAccounts(file: string, config: string): HostileAccounts {
  // PUSHCONT of nothing, AGAIN.
  const endless = text(new CellBuilder().storeUint(0x90ea, 16).endCell());
  const empty = text(new CellBuilder().endCell());
  const missing = text(libraryReference(new Uint8Array(32).fill(0xee)));
  const call = (address: string, code: string | null) => ({
    id: `hostile ${address.slice(0, 6)}`,
    address,
    method: 'seqno',
    method_id: 85143,
    code_boc: code,
    data_boc: code === null ? null : empty,
    config,
    unixtime: 1_778_681_725,
    balance: '1000000000',
    rand_seed: '00'.repeat(32),
    gas_limit: 1_000_000,
  });
  const loops = Array.from({ length: ENDLESS_COUNT }, (_, index) => addressOf(0xa0 + index));
  const [withoutCode, missingLibrary] = [addressOf(0xb0), addressOf(0xb1)];
  const calls = [
    ...loops.map((address) => call(address, endless)),
    call(withoutCode, null),
    call(missingLibrary, missing),
  ];
  writeFileSync(file, JSON.stringify(calls));
  return { endless: loops, withoutCode, missingLibrary };
}

/** A bag of few cells that is beyond counting when it is written out: each level twice the one below. */
export function bagBomb(levels: number): string {
  let cell = new CellBuilder().storeUint(7, 8).endCell();
  for (let level = 0; level < levels; level += 1) cell = new CellBuilder().storeRef(cell).storeRef(cell).endCell();
  return text(cell);
}
