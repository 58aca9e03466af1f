import { eventually } from '@tonriver/testing';

/** The watermark of a deployment, 0 before its first round. */
export async function watermarkOf(apiUrl: string): Promise<number> {
  const response = await fetch(`${apiUrl}/api/v3/masterchainInfo`);
  const body = (await response.json()) as { readonly last?: { readonly seqno: number } };
  return response.status === 200 ? (body.last?.seqno ?? 0) : 0;
}

/** Resolves when the watermark is at least there. */
export async function untilIndexed(apiUrl: string, seqno: number, timeoutMs: number): Promise<void> {
  await eventually(async () => (await watermarkOf(apiUrl)) >= seqno, { timeoutMs, intervalMs: 100 });
}
