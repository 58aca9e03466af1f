import type { WrittenChain } from '@tonriver/testing';
import { accountPages } from './account-pages.ts';
import { accountStates } from './account-states.ts';
import { shuffled } from './shuffled.ts';
import type { Side } from './side.ts';

/** Requests of one kind. No two are equal, unless `isRepeated`. */
export interface RequestKind {
  readonly name: string;
  /** In an order that has nothing to do with the order in which they are stored. */
  readonly paths: readonly string[];
  /** Asked for before anything is measured, so that the code for this kind is compiled. Of other rounds or messages. */
  readonly warmUp: readonly string[];
  /** How many of them one turn asks for, with 1 client and with more. */
  readonly perTurn: { readonly one: number; readonly several: number };
  /** A few that are asked for again and again. */
  readonly isRepeated?: boolean;
  /** What an older release without the endpoint is asked instead, so that the share compares with it. */
  readonly ofOlder?: ((path: string) => string) | undefined;
  /** The older release does not serve them: only this one is measured. */
  readonly isNew?: boolean;
}

const MESSAGES_MAX = 40_000;
/** V8 has compiled what a page takes after about as many. */
const WARM_UP_REQUESTS = 1_000;
/** The share of the rounds that only warm up. */
const WARM_UP_SHARE = 0.4;
/** A page of each of these lengths warms up: there are fewer rounds than such requests. */
const WARM_UP_LIMITS = [100, 99, 98, 97, 96, 95, 94, 93];
const HEAD_ROUNDS = 100;
/** Pages of a round that begin at another transaction each. */
const HEAD_PAGES = 40;
const REPEATED_PAGES = 20;
/** More than a round has blocks. */
const BLOCK_LIMITS = [100, 200, 300, 400];

/** Returns requests for what the chain has: both sides have the same. */
export async function requestKinds(chain: WrittenChain, side: Side): Promise<readonly RequestKind[]> {
  const hashes = await side.query(
    `SELECT lower(hex(hash)) FROM messages FINAL WHERE direction = 'in' ORDER BY cityHash64(hash) LIMIT ${MESSAGES_MAX}`,
  );
  const seqnos = shuffled(Array.from({ length: chain.rounds - 1 }, (_, index) => index + 2));
  const pageOf = (seqno: number, offset = 0, limit = 100): string =>
    `/api/v3/masterchainBlockShards?seqno=${seqno}&limit=${limit}&offset=${offset}`;
  const blocksOf = (seqno: number, limit: number): string =>
    `/toncenter/api/v3/masterchainBlockShards?seqno=${seqno}&limit=${limit}`;
  const messages = hashes.map(([hash]) => `/toncenter/api/v3/transactionsByMessage?msg_hash=${hash}`);
  const measuredRounds = seqnos.slice(Math.ceil(seqnos.length * WARM_UP_SHARE));
  const isMeasuredAtHead = (seqno: number): boolean => seqno > chain.rounds - HEAD_ROUNDS;
  const otherRounds = seqnos
    .slice(0, seqnos.length - measuredRounds.length)
    .filter((seqno) => !isMeasuredAtHead(seqno));
  const ofOtherRounds = (
    limits: readonly number[],
    path: (seqno: number, limit: number) => string,
  ): readonly string[] =>
    limits.flatMap((limit) => otherRounds.map((seqno) => path(seqno, limit))).slice(0, WARM_UP_REQUESTS);
  const otherPages = ofOtherRounds(WARM_UP_LIMITS, (seqno, limit) => pageOf(seqno, 0, limit));
  const head = shuffled(Array.from({ length: HEAD_ROUNDS * HEAD_PAGES }, (_, index) => index)).map((index) =>
    pageOf(chain.rounds - (index % HEAD_ROUNDS), Math.floor(index / HEAD_ROUNDS)),
  );
  const ofAccounts = await accountPages(side, (index) => pageOf(measuredRounds[index % measuredRounds.length] ?? 2));
  // Who follows the chain has asked for each of its rounds before.
  const headRounds = Array.from({ length: HEAD_ROUNDS }, (_, index) => pageOf(chain.rounds - index, 0, 101));
  return [
    {
      name: 'page of 100',
      paths: measuredRounds.map((seqno) => pageOf(seqno)),
      warmUp: otherPages,
      perTurn: { one: 60, several: 140 },
    },
    ...ofAccounts,
    {
      name: 'transactionsByMessage',
      paths: messages.slice(WARM_UP_REQUESTS),
      warmUp: messages.slice(0, WARM_UP_REQUESTS),
      perTurn: { one: 300, several: 2_000 },
    },
    {
      name: 'blocks of a round',
      paths: BLOCK_LIMITS.flatMap((limit) => measuredRounds.map((seqno) => blocksOf(seqno, limit))),
      warmUp: ofOtherRounds(BLOCK_LIMITS, blocksOf),
      perTurn: { one: 300, several: 500 },
    },
    {
      name: 'head of the chain',
      paths: head,
      warmUp: [...otherPages, ...headRounds],
      perTurn: { one: 200, several: 500 },
    },
    await accountStates(side),
    {
      name: 'warm pages',
      paths: measuredRounds.slice(0, REPEATED_PAGES).map((seqno) => pageOf(seqno)),
      warmUp: otherPages,
      perTurn: { one: 200, several: 1_000 },
      isRepeated: true,
    },
  ];
}
