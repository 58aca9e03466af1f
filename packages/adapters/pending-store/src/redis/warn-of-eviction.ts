import type { Logger } from '@tonriver/logger';
import type { Redis } from 'ioredis';

/** Warns when the server may remove pending traces to make room. Many servers do not tell: then nothing is said. */
export async function warnOfEviction(redis: Redis, logger: Logger): Promise<void> {
  const settings = await redis.config('GET', 'maxmemory*').catch(() => undefined);
  const values = new Map(pairsOf(settings));
  const policy = values.get('maxmemory-policy');
  if (policy === undefined || policy === 'noeviction' || values.get('maxmemory') === '0') return;
  logger.warn('Redis may remove pending traces: set its maxmemory-policy to noeviction', { policy });
}

function pairsOf(settings: unknown): readonly (readonly [string, string])[] {
  if (!Array.isArray(settings)) return [];
  return settings.flatMap((name, index) => (index % 2 === 0 ? [[String(name), String(settings[index + 1])]] : []));
}
