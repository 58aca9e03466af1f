import { blockKeysCondition, blockKeyText, finalityOf, hexOf, type VisibleRounds } from '@tonriver/chain-reader';
import { checkPage, checkPlaces } from './check-rows.ts';
import { indexPathOf } from './index-paths.ts';
import { type MessageHead, readHeads } from './message-heads.ts';
import type { MessagesRequest } from './query.ts';
import type { Refuse } from '../../dialects/refuse.ts';
import { tooManyMessages } from './refusals.ts';
import { walkBlocks } from './walk-blocks.ts';
import { walkIndex } from './walk-index.ts';
import { pageOfWholeAccount } from './whole-account.ts';
import type { AnswerReader } from '../../answers/answer-reader.ts';

/** The most places of the hashes that are asked for. */
const PLACES_MAX = 5_000;

/**
 * Returns where the messages of one page are. The first of these that is given leads to the messages, and all other
 * filters are tried on them by the engine:
 *
 * - `msg_hash`, `hash`: places by hash (`message_places`)
 * - `body_hash`, then `opcode`: rows of the index with that name, in order of lt
 * - `source`: what the account sent, in order of lt; `destination`: what it received (`messages`, by account)
 * - nothing of these, or what blocks themselves send: all messages of blocks, in spans of lt or time (`walkBlocks`)
 *
 * So `source` and `destination` alone lead only to messages whose transaction at that end is indexed: one that is on
 * its way is not found by its destination, but in every other way.
 *
 * @throws {GatewayError} `bad_request` when more would have to be looked at than the way allows
 * @throws {HoleError} when a row is missing that the way names
 */
export async function findMessages(
  reader: AnswerReader,
  request: MessagesRequest,
  visible: VisibleRounds,
  refuse: Refuse,
): Promise<readonly MessageHead[]> {
  const { indexedSeqno } = visible;
  const { hashes } = request.filters;
  if (hashes !== undefined) return await messagesByHash(reader, request, visible, hashes, refuse);
  const path = indexPathOf(request);
  const page = path?.table === 'messages' ? await pageOfWholeAccount(reader, request, path, visible) : undefined;
  if (page !== undefined) return page;
  const found = path === undefined ? undefined : await walkIndex(reader, request, indexedSeqno, path, refuse);
  const heads = found ?? (await walkBlocks(reader, request, indexedSeqno, refuse));
  await checkPage(reader, request, found === undefined ? undefined : path, heads, visible);
  return heads;
}

async function messagesByHash(
  reader: AnswerReader,
  request: MessagesRequest,
  visible: VisibleRounds,
  hashes: readonly Uint8Array[],
  refuse: Refuse,
): Promise<readonly MessageHead[]> {
  const found = await reader.messagePlaces.getMany([...new Set(hashes.map(hexOf))]);
  const places = found.flatMap((some) => some ?? []).filter((place) => finalityOf(place) === 'finalized');
  if (places.length === 0) return [];
  if (places.length > PLACES_MAX) throw refuse(tooManyMessages(PLACES_MAX));
  const blocks = new Map(places.map((place) => [blockKeyText(place), place]));
  const lts = new Set(places.map(({ lt }) => lt.toString()));
  const condition = `(workchain, account, lt) IN (SELECT workchain, account, lt FROM block_transactions
    WHERE ${blockKeysCondition([...blocks.values()])} AND lt IN (${[...lts].join(', ')}))`;
  const [heads] = await Promise.all([
    readHeads(reader, request, visible.indexedSeqno, { condition, weight: places.length }),
    checkPlaces(reader, places, condition, visible),
  ]);
  return heads;
}
