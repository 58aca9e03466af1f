import { type BlockSource, type SourceBlock, type SourceHead } from '@tonriver/chain-source';
import { hashFromHex, shardToHex } from '@tonriver/chain-model';
import { z } from 'zod';
import { createDevnetClient, type DevnetAnswer, type DevnetClientOptions, unknownAnswer } from './devnet-client.ts';

const WAIT_MS = 20_000;

const headAnswer = z.object({
  first_seqno: z.number().int().min(0),
  last_seqno: z.number().int().min(0),
  revision: z.number().int().min(0),
});

/**
 * Follows a devnet over HTTP. It makes no forks, so every block is final; it never ends.
 *
 * @throws {BlockSourceError} `devnet_unreachable`, `devnet_unknown_answer`
 */
export async function followDevnet(options: DevnetClientOptions): Promise<BlockSource> {
  const client = createDevnetClient(options);
  const closing = new AbortController();

  const askHead = async (query: string, signal: AbortSignal): Promise<SourceHead> => {
    const answer = await client.get(`/source/v1/head${query}`, signal);
    if (answer === undefined) throw unknownAnswer(options.url, 'status 404');
    const { first_seqno: firstSeqno, last_seqno: lastSeqno, revision } = readHead(answer);
    // Without a block, the first one is still to come.
    const first = lastSeqno === 0 ? Math.max(1, firstSeqno) : firstSeqno;
    return { firstSeqno: first, lastSeqno, finalSeqno: lastSeqno, revision, hasEnded: false };
  };
  const head = (): Promise<SourceHead> => askHead('', closing.signal);
  await head();
  return {
    head,
    async waitForChange(seen, signal) {
      const either = AbortSignal.any([signal, closing.signal]);
      while (!either.aborted) {
        try {
          const now = await askHead(`?seen=${seen.revision}&wait_ms=${WAIT_MS}`, either);
          if (now.revision !== seen.revision) return now;
        } catch (error) {
          if (!either.aborted) throw error;
        }
      }
      return seen;
    },
    async block(key): Promise<SourceBlock | undefined> {
      const path = `/source/v1/blocks/${key.workchain}/${shardToHex(key.shard)}/${key.seqno}`;
      const answer = await client.get(path, closing.signal);
      if (answer === undefined) return undefined;
      const { url: origin, bytes: boc, fileHash } = answer;
      return { key, boc, origin, namedFileHash: fileHash === null ? null : hashFromHex(fileHash) };
    },
    async close() {
      closing.abort();
    },
  };
}

function readHead({ url, bytes }: DevnetAnswer): z.output<typeof headAnswer> {
  try {
    return headAnswer.parse(JSON.parse(Buffer.from(bytes).toString('utf8')));
  } catch (error) {
    throw unknownAnswer(url, 'something else than its newest round', error);
  }
}
