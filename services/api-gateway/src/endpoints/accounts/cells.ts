import { hexOf } from '@tonriver/chain-reader';
import type { Dialect } from '../../dialects/dialect.ts';
import { GatewayError } from '../../gateway-error.ts';
import { addressText } from './account-key.ts';
import { createContractData, dataKeyText } from './contract-data.ts';
import { type ContractMethods, createKnownMethods } from './contract-methods.ts';
import { perReader } from './per-reader.ts';
import type { StateRow } from './state-rows.ts';
import { base64Of } from '../../answers/base64.ts';
import type { AnswerReader } from '../../answers/answer-reader.ts';

/** Code and data of a state as bags of cells; undefined where there is none, or where it is not stored. */
export interface StateCells {
  readonly code: Uint8Array | undefined;
  readonly data: Uint8Array | undefined;
  /** Ids of the methods in the code; null without code, or when none are found or the code is not stored. */
  readonly methods: ContractMethods;
}

const readings = perReader((reader) => ({ data: createContractData(reader), methods: createKnownMethods() }));

/** The most bytes of cells in one answer, about. An account stores at most 65,536 cells, which are less. */
const CELL_BYTES_MAX = 32 * 1024 * 1024;
/** What a cell takes in a bag beside its bits: two descriptors, its last bits, and references. */
const BYTES_PER_CELL = 8;
/** Cells of an answer that weigh as much as one transaction. */
const BYTES_PER_TRANSACTION = 4096;

/** Returns about how many bytes the cells of states take, from the size that the chain states for each account. */
function cellBytesOf(states: readonly StateRow[]): number {
  return states.reduce(
    (sum, { storageBits, storageCells }) => sum + Number(storageBits) / 8 + BYTES_PER_CELL * Number(storageCells),
    0,
  );
}

/**
 * Does work with the cells of states when there is room for them.
 *
 * @throws {GatewayError} when the cells are too large for one answer
 */
export async function withRoomForCells<Result>(
  reader: AnswerReader,
  dialect: Dialect,
  states: readonly StateRow[],
  work: () => Promise<Result>,
): Promise<Result> {
  const bytes = cellBytesOf(states);
  if (bytes > CELL_BYTES_MAX) {
    throw dialect.badRequest('the accounts have more than 32 MiB of code and data: ask for fewer at once');
  }
  return await reader.answering.run(work, states.length + Math.ceil(bytes / BYTES_PER_TRANSACTION));
}

/**
 * Reads code and data of states, in their order; without bags only what is needed for the ids of methods.
 *
 * Access path: `cell_trees` by hash of the code, `account_data` by account and lt.
 */
export async function readCells(
  reader: AnswerReader,
  states: readonly StateRow[],
  { withBags }: { readonly withBags: boolean },
): Promise<readonly StateCells[]> {
  const { data, methods } = readings(reader);
  const isNeeded = (hash: Uint8Array): boolean => withBags || methods.get(base64Of(hash)) === undefined;
  const codeHashes = states.map(({ codeHash }) => codeHash).filter((hash) => hash !== null);
  const codeKeys = [...new Set(codeHashes.filter(isNeeded).map(hexOf))];
  const dataKeys = withBags ? states.map(dataKeyText).filter((key) => key !== undefined) : [];
  const [codes, datas] = await Promise.all([reader.cellTrees.getMany(codeKeys), data.getMany(dataKeys)]);
  const codeOf = new Map(codeKeys.map((key, index) => [key, codes[index]]));
  const dataBy = new Map(dataKeys.map((key, index) => [key, datas[index]]));
  return states.map((state) => {
    const { codeHash } = state;
    const code = codeHash === null ? undefined : codeOf.get(hexOf(codeHash));
    const hash = codeHash === null ? undefined : base64Of(codeHash);
    const known = hash === undefined ? null : methods.get(hash);
    return {
      code: withBags ? code : undefined,
      data: dataBy.get(dataKeyText(state) ?? ''),
      methods: known ?? (hash === undefined || code === undefined ? null : methods.read(hash, code)),
    };
  });
}

/**
 * Reads the data of states, in their order; undefined for a state without data.
 *
 * @throws {GatewayError} `not_ready` when the data of one is not stored: an answer without it would be wrong
 */
export async function readStoredData(
  reader: AnswerReader,
  states: readonly StateRow[],
): Promise<readonly (Uint8Array | undefined)[]> {
  const keys = states.map(dataKeyText);
  const wanted = keys.filter((key) => key !== undefined);
  const found = await readings(reader).data.getMany(wanted);
  const dataBy = new Map(wanted.map((key, index) => [key, found[index]]));
  for (const [index, state] of states.entries()) {
    const key = keys[index];
    if (key !== undefined && dataBy.get(key) === undefined) throw cellsNotStored(state, 'data');
  }
  return keys.map((key) => (key === undefined ? undefined : dataBy.get(key)));
}

/** The state-resolver may be behind, or there is none. */
export function cellsNotStored({ workchain, account }: StateRow, what: 'code' | 'data'): GatewayError {
  const address = addressText({ workchain, accountHex: hexOf(account) });
  return new GatewayError('not_ready', `the ${what} of ${address} is not stored yet`, { retryAfterSeconds: 1 });
}

/** Tells whether a state has code or data that is not stored, or not yet: the state-resolver may be behind. */
export function lacksCells({ codeHash, dataHash }: StateRow, { code, data }: StateCells): boolean {
  return (codeHash !== null && code === undefined) || (dataHash !== null && data === undefined);
}
