import { setTimeout as sleep } from 'node:timers/promises';
import {
  type accountStatusV2,
  type extraCurrencyV2,
  type GivenAddress,
  givenAddressParameter,
  int32ParameterV2,
} from '@tonriver/api-model';
import { z } from 'zod';
import type { Dialect } from '../../dialects/dialect.ts';
import { base64Of } from '../../answers/base64.ts';
import type { IndexedExamples } from '../../documentation/indexed-examples.ts';
import { GatewayError } from '../../gateway-error.ts';
import { lacksCells, readCells, type StateCells, withRoomForCells } from '../accounts/cells.ts';
import { readCurrencies } from '../accounts/currencies.ts';
import type { StateRow } from '../accounts/state-rows.ts';
import { readStatesAt } from '../accounts/states-at.ts';
import type { ReadingContext } from '../endpoint-definition.ts';
import { transactionIdOf } from '../transactions-v2/print-transaction.ts';
import { type AtRound, positiveSeqno, readRoundOfRequest } from './at-round.ts';
import type { AnswerReader } from '../../answers/answer-reader.ts';

/** A request for one account at a masterchain block. */
export interface AccountRequest {
  readonly workchain: number;
  readonly accountHex: string;
  /** Undefined: the newest. */
  readonly seqno: number | undefined;
}

/** The parameters of the endpoints of v2 about one account. */
export const accountQuery = {
  schema: z.object({
    address: givenAddressParameter('Account'),
    seqno: int32ParameterV2('Masterchain block at which to look; absent: the newest', { minimum: 1 }).optional(),
  }),
  read({ address, seqno }: { address: GivenAddress; seqno?: number | undefined }, dialect: Dialect): AccountRequest {
    const { workchain, accountHex } = address;
    return { workchain, accountHex, seqno: positiveSeqno(seqno, dialect) };
  },
} as const;

const ELECTOR = '-1:3333333333333333333333333333333333333333333333333333333333333333';

/** What the endpoints about one account have in common. */
export const aboutAccount = {
  tag: 'accounts',
  description: 'At the newest indexed masterchain block, or at seqno. An account that does not exist is uninitialized.',
  example: (indexed: IndexedExamples | undefined) => ({ address: indexed?.account ?? ELECTOR }),
  errors: { contract: { 404: 'Not indexed' }, deployed: { 500: 'Not indexed' } },
  caching: 'watermark',
} as const;

/** An account at a block. `state` undefined: it does not exist. */
export interface AccountAtRound extends AtRound {
  readonly state: StateRow | undefined;
}

/** @throws {GatewayError} when the block is not indexed, or it is not known whether the account exists */
export async function readAccountAt(request: AccountRequest, context: ReadingContext): Promise<AccountAtRound> {
  const { reader, dialect } = context;
  const at = await readRoundOfRequest(reader, context.visibility, request.seqno, dialect);
  const { states, isComplete } = await readStatesAt(reader, [request], at.visibility);
  const [state] = states.values();
  if (state === undefined && !isComplete) {
    const status = dialect.name === 'deployed' ? 500 : 404;
    throw new GatewayError('not_found', 'the state of this account is from before the indexed range', { status });
  }
  // Of an account that was deleted, v2 knows nothing.
  return { ...at, state: state?.status === 'nonexist' ? undefined : state };
}

const LOOK_AGAIN_MS = 100;
const LOOKS_MAX = 20;

/**
 * Reads code and data of a state. They are stored a moment after the watermark, so they are looked for again.
 *
 * @throws {GatewayError} when they are not stored: an answer without them would say that there are none
 */
export async function readWholeCells(reader: AnswerReader, state: StateRow, dialect: Dialect): Promise<StateCells> {
  return await withRoomForCells(reader, dialect, [state], async () => {
    for (let look = 1; ; look++) {
      const [cells] = await readCells(reader, [state], { withBags: true });
      if (cells !== undefined && !lacksCells(state, cells)) return cells;
      if (look === LOOKS_MAX) break;
      await sleep(LOOK_AGAIN_MS);
    }
    throw new GatewayError('not_ready', 'code or data of this account is not stored', { retryAfterSeconds: 1 });
  });
}

export function balanceOf(state: StateRow | undefined): string {
  return String(state?.balance ?? 0n);
}

export function statusOf(state: StateRow | undefined): z.output<typeof accountStatusV2> {
  return state?.status === 'active' || state?.status === 'frozen' ? state.status : 'uninitialized';
}

const NO_HASH = new Uint8Array(32);

/** The last transaction; lt 0 and a hash of zeros if there is none. */
export function lastTransactionOf(state: StateRow | undefined) {
  return transactionIdOf(state?.lt ?? 0n, state?.transactionHash ?? NO_HASH);
}

export function frozenHashOf(state: StateRow | undefined): string {
  return base64Of(state?.frozenHash ?? new Uint8Array(0));
}

/** Prints a bag of cells; empty where there are none. */
export function textOfCells(bag: Uint8Array | undefined): string {
  return bag === undefined ? '' : base64Of(bag);
}

/** @throws {GatewayError} when no stored state shows them */
export async function currenciesOf(
  reader: AnswerReader,
  state: StateRow | undefined,
): Promise<z.output<typeof extraCurrencyV2>[]> {
  if (state === undefined) return [];
  const [currencies] = await readCurrencies(reader, [state]);
  if (currencies === null || currencies === undefined)
    throw new GatewayError('not_ready', 'extra currencies of this account are not stored', { status: 500 });
  return Object.entries(currencies).map(([id, amount]) => ({ '@type': 'extraCurrency', id: Number(id), amount }));
}
