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
const REPEATED_PAGES = 20;

/** Returns requests for what the chain has: both sides have the same. */
export async function requestKinds(chain: WrittenChain, side: Side): Promise<readonly RequestKind[]> {
  const hashes = await side.query(
    `SELECT lower(hex(hash)) FROM message_hashes FINAL WHERE direction = 'in' ORDER BY cityHash64(hash) LIMIT ${MESSAGES_MAX}`,
  );
  const seqnos = shuffled(Array.from({ length: chain.rounds - 1 }, (_, index) => index + 2));
  const pageOf = (seqno: number): string => `/api/v3/masterchainBlockShards?seqno=${seqno}&limit=100`;
  const head = shuffled(Array.from({ length: HEAD_ROUNDS * 20 }, (_, index) => chain.rounds - (index % HEAD_ROUNDS)));
  return [
    { name: 'page of 100', paths: seqnos.map(pageOf), perTurn: { one: 30, several: 128 } },
    {
      name: 'transactionsByMessage',
      paths: hashes.map(([hash]) => `/toncenter/api/v3/transactionsByMessage?msg_hash=${hash}`),
      perTurn: { one: 100, several: 1_000 },
    },
    {
      name: 'blocks of a round',
      paths: seqnos.map((seqno) => `/toncenter/api/v3/masterchainBlockShards?seqno=${seqno}`),
      perTurn: { one: 100, several: 300 },
    },
    {
      name: 'head of the chain',
      paths: head.map(pageOf),
      perTurn: { one: 100, several: 500 },
    },
    {
      name: 'warm pages',
      paths: seqnos.slice(0, REPEATED_PAGES).map(pageOf),
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
