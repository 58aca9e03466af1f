import type { Redis, Result } from 'ioredis';

/** Why a key has no value that may be read: it holds something else than a string, or too long a one. */
export type ReadFault = 'wrong_type' | 'too_large';

// Read with their lengths in one step: a reply that nobody bounded would be held whole before anybody could refuse it.
// Values that no longer fit into the reply are left out like those that are not there.
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

/** Reads many keys with one command whose reply has at most so many bytes; in the order of the keys. */
export function createBoundedRead(
  redis: Redis,
  replyBytesMax: number,
): (keys: readonly string[]) => Promise<readonly (Buffer | ReadFault | undefined)[]> {
  redis.defineCommand('tonriverReadBounded', { lua: script });
  return async (keys) => {
    const reply: unknown = await redis.tonriverReadBoundedBuffer(keys.length, ...keys, replyBytesMax);
    if (!Array.isArray(reply) || reply.length !== keys.length) throw new TypeError('Redis answered something else');
    return reply.map((value: unknown) => (Buffer.isBuffer(value) ? value : faults.get(value)));
  };
}
