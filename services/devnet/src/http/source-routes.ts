import { sha256 } from '@tonriver/boc';
import { hashToHex, shardToHex } from '@tonriver/chain-model';
import type { BlockEntry } from '@tonriver/devnet-store';
import type { ChainThread } from '../thread/start-chain-thread.ts';
import { type Answer, errorAnswer, jsonAnswer, type RouteRequest } from './answer.ts';
import type { RoundFeed } from './round-feed.ts';

/** Where the routes of the live source begin. `packages/adapters/block-source` is their client. */
const PREFIX = '/source/v1/';
const WAIT_MS_MAX = 20_000;

/** Answers `GET /source/v1/…`, by which blocks leave the devnet; undefined for other paths. */
export type AnswerSource = (request: RouteRequest) => Promise<Answer> | undefined;

export function createAnswerSource(
  chain: Pick<ChainThread, 'round' | 'block' | 'zeroState' | 'identity'>,
  feed: RoundFeed,
): AnswerSource {
  return (request) => {
    const { pathname } = request.url;
    if (!pathname.startsWith(PREFIX)) return undefined;
    const [kind, ...rest] = pathname.slice(PREFIX.length).split('/');
    switch (kind) {
      case 'network':
        return Promise.resolve(networkAnswer(chain.identity));
      case 'head':
        return headAnswer(feed, request);
      case 'rounds':
        return roundAnswer(chain, feed, rest);
      case 'blocks':
        return blockAnswer(chain, feed, rest);
      case 'zero-states':
        return zeroStateAnswer(chain, rest);
      default:
        return Promise.resolve(errorAnswer(404, 'No such route'));
    }
  };
}

function networkAnswer({ globalId, genesisTime, masterchain, basechain }: ChainThread['identity']): Answer {
  const zeroState = (workchain: number, { rootHash, fileHash }: typeof masterchain) => {
    return { workchain, root_hash: rootHash, file_hash: fileHash };
  };
  const zeroStates = [zeroState(-1, masterchain), zeroState(0, basechain)];
  return jsonAnswer(200, { global_id: globalId, genesis_time: genesisTime, zero_states: zeroStates });
}

/** `?seen=REVISION&wait_ms=N` waits until the revision, here the newest seqno, is another one. */
async function headAnswer(feed: RoundFeed, { url, signal }: RouteRequest): Promise<Answer> {
  const seen = numberIn(url.searchParams.get('seen') ?? '');
  const waitMs = numberIn(url.searchParams.get('wait_ms') ?? '0');
  if (seen !== undefined && waitMs !== undefined && waitMs > 0) {
    await feed.waitForAfter(seen, Math.min(waitMs, WAIT_MS_MAX), signal);
  }
  const { firstSeqno, lastSeqno } = feed;
  return jsonAnswer(200, { first_seqno: firstSeqno, last_seqno: lastSeqno, revision: lastSeqno });
}

async function roundAnswer(
  chain: Pick<ChainThread, 'round'>,
  feed: RoundFeed,
  parts: readonly string[],
): Promise<Answer> {
  const seqno = numberIn(parts.length === 1 ? (parts[0] ?? '') : '');
  if (seqno === undefined) return errorAnswer(400, 'A round is named by its seqno');
  const round = feed.round(seqno) ?? (await chain.round(seqno));
  if (round === undefined) return errorAnswer(404, 'No such round yet');
  return jsonAnswer(200, { mc_seqno: seqno, gen_utime: round.genUtime, blocks: round.blocks.map(blockName) });
}

function blockName({ workchain, shard, seqno, rootHash, fileHash }: BlockEntry) {
  return { workchain, shard: shardToHex(shard), seqno, root_hash: rootHash, file_hash: fileHash };
}

async function blockAnswer(
  chain: Pick<ChainThread, 'block'>,
  feed: RoundFeed,
  parts: readonly string[],
): Promise<Answer> {
  const [workchainText = '', shardText = '', seqnoText = ''] = parts;
  const seqno = numberIn(seqnoText);
  const isNamed = /^(?:-1|0)$/.test(workchainText) && /^[0-9a-fA-F]{16}$/.test(shardText) && parts.length === 3;
  if (!isNamed || seqno === undefined)
    return errorAnswer(400, 'A block is named by WORKCHAIN/SHARD/SEQNO, the shard in hex');
  const name = { workchain: Number(workchainText), shard: BigInt(`0x${shardText}`), seqno };
  const boc = feed.block(name)?.boc ?? (await chain.block(name));
  return bytesAnswer(boc, boc === undefined ? {} : { 'x-file-hash': hashToHex(sha256(boc)) });
}

async function zeroStateAnswer(chain: Pick<ChainThread, 'zeroState'>, parts: readonly string[]): Promise<Answer> {
  const [workchain = ''] = parts;
  if (parts.length !== 1 || !/^(?:-1|0)$/.test(workchain)) return errorAnswer(400, 'A zero state is that of -1 or 0');
  return bytesAnswer(await chain.zeroState(Number(workchain)));
}

function bytesAnswer(bytes: Uint8Array | undefined, headers: Readonly<Record<string, string>> = {}): Answer {
  if (bytes === undefined) return errorAnswer(404, 'Not there yet');
  return { status: 200, body: bytes, contentType: 'application/octet-stream', headers };
}

/** Reads a whole number of at most ten digits; undefined for other text. */
function numberIn(text: string): number | undefined {
  return /^\d{1,10}$/.test(text) ? Number(text) : undefined;
}
