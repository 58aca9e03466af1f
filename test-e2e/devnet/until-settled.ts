import { eventually } from '@tonriver/testing';
import type { DevnetProcess } from './devnet-process.ts';

interface MessageAnswer {
  readonly state: string;
  readonly reason?: string;
}

/**
 * Waits until the devnet says of every message that it accepted what became of it. Returns the hashes of those that
 * are in blocks.
 */
export async function untilSettled(
  devnet: Pick<DevnetProcess, 'get'>,
  accepted: readonly string[],
): Promise<readonly string[]> {
  const waiting = new Set(accepted);
  const mined: string[] = [];
  await eventually(
    async () => {
      for (const hash of waiting) {
        const path = `/devnet/messages?hash=${encodeURIComponent(hash)}`;
        const { state, reason } = await devnet.get<MessageAnswer>(path);
        if (!['queued', 'mined', 'expired'].includes(state)) throw new Error(`${hash} is ${state}`);
        if (state === 'expired' && (reason ?? '') === '') throw new Error(`${hash} has expired without a reason`);
        if (state !== 'queued') waiting.delete(hash);
        if (state === 'mined') mined.push(hash);
      }
      return waiting.size === 0;
    },
    { timeoutMs: 120_000, intervalMs: 500 },
  );
  return mined;
}
