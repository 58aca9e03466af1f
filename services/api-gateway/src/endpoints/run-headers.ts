import type { WorkContext } from './endpoint-definition.ts';

/** Returns headers with the block after which a contract was run. */
export function runHeaders({ watermark }: Pick<WorkContext, 'watermark'>, seqno: number): Record<string, string> {
  const indexed = watermark.current()?.range?.lastSeqno;
  return {
    // The executor may know a newer round than this process.
    ...(indexed === undefined ? {} : { 'X-Indexed-Seqno': String(Math.max(indexed, seqno)) }),
    'X-Run-Seqno': String(seqno),
    'Cache-Control': 'no-store',
  };
}
