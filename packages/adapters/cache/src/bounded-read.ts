import type { Redis, Result } from 'ioredis';

/** Why the value of a key is not read: it is not a string, or it is too long. */
export type ReadFault = 'wrong_type' | 'too_large';

// Redis checks the lengths in the same step as it reads: without that check a huge reply would be in memory before it
// could be refused. Values that do not fit into the reply are left out, like missing ones.
const script = `
local left = tonumber(ARGV[1])
local found = {}
for i, key in ipairs(KEYS) do
  local length = redis.pcall('STRLEN', key)
  if type(length) ~= 'number' then found[i] = 1
  elseif length > tonumber(ARGV[1]) then found[i] = 2
  elseif length == 0 or length > left then found[i] = false
  else
    left = left - length
    found[i] = redis.call('GET', key)
  end
end
return found`;

const faults: ReadonlyMap<unknown, ReadFault> = new Map([
  [1, 'wrong_type'],
  [2, 'too_large'],
] as const);

declare module 'ioredis' {
  interface RedisCommander<Context> {
    tonriverReadBoundedBuffer(...parameters: readonly (string | number)[]): Result<unknown, Context>;
  }
}

/** Reads many keys with one command. The reply has a limited number of bytes and is in the order of the keys. */
export function createBoundedRead(
  redis: Redis,
  replyBytesMax: number,
): (keys: readonly string[]) => Promise<readonly (Buffer | ReadFault | undefined)[]> {
  redis.defineCommand('tonriverReadBounded', { lua: script });
  return async (keys) => {
    const reply: unknown = await redis.tonriverReadBoundedBuffer(keys.length, ...keys, replyBytesMax);
    if (!Array.isArray(reply) || reply.length !== keys.length)
      throw new TypeError('Redis answered in an unexpected form');
    return reply.map((value: unknown) => (Buffer.isBuffer(value) ? value : faults.get(value)));
  };
}
