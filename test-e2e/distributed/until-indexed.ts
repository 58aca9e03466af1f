import { eventually } from '@tonriver/testing';

/** The watermark of a deployment, 0 before its first round. */
export async function watermarkOf(apiUrl: string): Promise<number> {
  const response = await fetch(`${apiUrl}/api/v3/masterchainInfo`);
  const body = (await response.json()) as { readonly last?: { readonly seqno: number } };
  return response.status === 200 ? (body.last?.seqno ?? 0) : 0;
}

/**
 * The round at which get-methods run: the newest one that is indexed and whose states are resolved. Asked with an
 * account that does not exist, which a chain with its zero states knows.
 */
async function resolvedSeqnoOf(apiUrl: string): Promise<number> {
  const response = await fetch(`${apiUrl}/api/v3/runGetMethod`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ address: `0:${'77'.repeat(32)}`, method: 'seqno' }),
  });
  const body = (await response.json()) as { readonly block?: { readonly seqno: number } };
  return response.status === 200 ? (body.block?.seqno ?? 0) : 0;
}

/** Resolves when the watermark is at least there, and get-methods run there. */
export async function untilIndexed(apiUrl: string, seqno: number, timeoutMs: number): Promise<void> {
  await eventually(async () => (await watermarkOf(apiUrl)) >= seqno, { timeoutMs, intervalMs: 100 });
  await eventually(async () => (await resolvedSeqnoOf(apiUrl)) >= seqno, { timeoutMs, intervalMs: 200 });
}

/** Resolves when the ClickHouse port of a standalone process answers: it starts beside everything else. */
export async function untilPortAnswers(clickHouseUrl: string): Promise<void> {
  await eventually(async () => (await fetch(`${clickHouseUrl}/ping`)).ok, { timeoutMs: 60_000, intervalMs: 100 });
}
