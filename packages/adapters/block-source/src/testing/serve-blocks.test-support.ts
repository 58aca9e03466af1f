import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BlockSource } from '@tonriver/chain-source';

/** Serves the blocks of a source as a devnet does, over the routes of `services/devnet/src/http/source-routes.ts`. */
export async function serveBlocks(source: BlockSource): Promise<{ readonly url: string; close(): void }> {
  const server = createServer((request, response) => {
    answer(source, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function answer(source: BlockSource, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://devnet');
  const [, workchain, shard = '', seqno] =
    /^\/source\/v1\/blocks\/(-?\d+)\/([0-9a-f]{16})\/(\d+)$/.exec(pathname) ?? [];
  if (workchain !== undefined) {
    const key = { workchain: Number(workchain), shard: BigInt(`0x${shard}`), seqno: Number(seqno) };
    const block = await source.block(key);
    response.writeHead(block === undefined ? 404 : 200).end(block?.boc);
    return;
  }
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const seen = searchParams.get('seen');
  let head = await source.head();
  if (Number(seen) === head.revision && seen !== null) head = await source.waitForChange(head, gone.signal);
  const { firstSeqno, lastSeqno, revision } = head;
  const first = Number.isFinite(firstSeqno) ? firstSeqno : 1;
  response.end(JSON.stringify({ first_seqno: first, last_seqno: lastSeqno, revision }));
}
