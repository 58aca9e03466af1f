import type { WrittenChain } from '@tonriver/testing';
import type { Side } from './side.ts';

/** Requests of one kind. No two are equal, unless `isRepeated`. */
export interface RequestKind {
  readonly name: string;
  /** In an order that has nothing to do with the order in which they are stored. */
  readonly paths: readonly string[];
  /** How many of them one turn asks for, with 1 client and with more. */
  readonly perTurn: { readonly one: number; readonly several: number };
  /** A few that are asked for again and again. */
  readonly isRepeated?: boolean;
}

const MESSAGES_MAX = 40_000;
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
  const pageOf = (seqno: number, offset = 0): string =>
    `/api/v3/masterchainBlockShards?seqno=${seqno}&limit=100&offset=${offset}`;
  const head = shuffled(Array.from({ length: HEAD_ROUNDS * HEAD_PAGES }, (_, index) => index)).map((index) =>
    pageOf(chain.rounds - (index % HEAD_ROUNDS), Math.floor(index / HEAD_ROUNDS)),
  );
  return [
    { name: 'page of 100', paths: seqnos.map((seqno) => pageOf(seqno)), perTurn: { one: 60, several: 140 } },
    {
      name: 'transactionsByMessage',
      paths: hashes.map(([hash]) => `/toncenter/api/v3/transactionsByMessage?msg_hash=${hash}`),
      perTurn: { one: 300, several: 2_000 },
    },
    {
      name: 'blocks of a round',
      paths: BLOCK_LIMITS.flatMap((limit) =>
        seqnos.map((seqno) => `/toncenter/api/v3/masterchainBlockShards?seqno=${seqno}&limit=${limit}`),
      ),
      perTurn: { one: 300, several: 700 },
    },
    {
      name: 'head of the chain',
      paths: head,
      perTurn: { one: 200, several: 500 },
    },
    {
      name: 'warm pages',
      paths: seqnos.slice(0, REPEATED_PAGES).map((seqno) => pageOf(seqno)),
      perTurn: { one: 200, several: 1_000 },
      isRepeated: true,
    },
  ];
}

/** The order is the same in every run. */
function shuffled(values: readonly number[]): readonly number[] {
  const order = (value: number, index: number): number =>
    ((value * 2_654_435_761 + index * 40_503) % 4_294_967_296) >>> 0;
  return values
    .map((value, index) => ({ value, place: order(value, index) }))
    .sort((left, right) => left.place - right.place)
    .map(({ value }) => value);
}
