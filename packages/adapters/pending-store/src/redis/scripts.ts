import { SEAL_BYTES } from '@tonriver/seal';

// The scripts of the store. What they read may be of any type and size, because other programs can write there too.
//
// `trace:<key>`      the sealed trace
// `sent:<hash>`      the key of the trace, by the hash of the message as it was sent
// `account:<raw>`    sorted set: keys of traces, by when they expire (ms)
// `confirmed:<n>`    the sealed number of partitions
// `epoch`            a random text: gone when the store was emptied

/** Most partitions of a topic. */
const PARTITIONS_MAX = 1_024;
/** A sealed number. */
const CONFIRMATION_BYTES_MAX = SEAL_BYTES + 4;
const HASH_CHARACTERS = 44;

const shared = `
local prefix = ARGV[1]
local function now()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end
local function short_text(key, most)
  local length = redis.pcall('STRLEN', key)
  if type(length) ~= 'number' or length == 0 or length > most then return nil end
  return redis.call('GET', key)
end
`;

const confirmations = `
local function confirmations()
  local first = short_text(prefix .. 'confirmed:0', ${CONFIRMATION_BYTES_MAX})
  local count = first and tonumber(string.sub(first, ${SEAL_BYTES + 1}))
  if not count or count < 1 or count > ${PARTITIONS_MAX} then return {} end
  local found = { first }
  for partition = 1, count - 1 do
    local one = short_text(prefix .. 'confirmed:' .. partition, ${CONFIRMATION_BYTES_MAX})
    if not one then return {} end
    found[#found + 1] = one
  end
  return found
end
`;

/**
 * prefix, most traces, 'account', address | prefix, most, 'hashes', hash, …
 *
 * Returns confirmations, then for each found trace: its key, how its value begins (1: it is no text), and its length.
 * Confirmations are empty if an index is damaged.
 */
export const FIND = `${shared}${confirmations}
local keys, seen = {}, {}
local function add(key)
  if #key ~= ${HASH_CHARACTERS} or seen[key] then return end
  seen[key] = true
  keys[#keys + 1] = key
end
if ARGV[3] == 'account' then
  local after = string.format('(%.0f', now())
  local members = redis.pcall('ZRANGEBYSCORE', prefix .. 'account:' .. ARGV[4], after, '+inf', 'LIMIT', 0, ARGV[2] + 1)
  if members.err then return { {}, {}, {}, {} } end
  for _, key in ipairs(members) do add(key) end
else
  for i = 4, #ARGV do
    if redis.call('EXISTS', prefix .. 'trace:' .. ARGV[i]) == 1 then add(ARGV[i])
    else
      local key = short_text(prefix .. 'sent:' .. ARGV[i], ${HASH_CHARACTERS})
      if key then add(key) end
    end
  end
end
local found, heads, lengths = {}, {}, {}
for _, key in ipairs(keys) do
  local length = redis.pcall('STRLEN', prefix .. 'trace:' .. key)
  if length ~= 0 then
    local is_text = type(length) == 'number'
    found[#found + 1] = key
    heads[#heads + 1] = is_text and redis.call('GETRANGE', prefix .. 'trace:' .. key, 0, ${SEAL_BYTES - 1}) or 1
    lengths[#lengths + 1] = is_text and length or 0
  end
end
return { confirmations(), found, heads, lengths }`;

/**
 * prefix, most bytes, key, …
 *
 * Returns confirmations, then for each key its value; nil: there is none; 1: it is no text; 2: it did not fit.
 */
export const READ = `${shared}${confirmations}
local left = tonumber(ARGV[2])
local values = {}
for i = 3, #ARGV do
  local key = prefix .. 'trace:' .. ARGV[i]
  local length = redis.pcall('STRLEN', key)
  if type(length) ~= 'number' then values[#values + 1] = 1
  elseif length == 0 then values[#values + 1] = false
  elseif length > left then values[#values + 1] = 2
  else
    left = left - length
    values[#values + 1] = redis.call('GET', key)
  end
end
return { confirmations(), values }`;

const epochs = `
local function epoch_now(candidate)
  local epoch = short_text(prefix .. 'epoch', 100)
  if not epoch then
    epoch = candidate
    redis.call('SET', prefix .. 'epoch', epoch)
  end
  return epoch
end
`;

/**
 * prefix, candidate for the epoch, key, value, time to live (ms), hash as sent, number of accounts,
 * address, …, then addresses of which it was before
 *
 * Replaces a trace as a whole. Returns the epoch.
 */
export const PUT = `${shared}${epochs}
local key, value, ttl, sent, count = ARGV[3], ARGV[4], tonumber(ARGV[5]), ARGV[6], tonumber(ARGV[7])
local from = now()
redis.call('SET', prefix .. 'trace:' .. key, value, 'PX', ttl)
redis.call('SET', prefix .. 'sent:' .. sent, key, 'PX', ttl)
for i = 8, 7 + count do
  local index = prefix .. 'account:' .. ARGV[i]
  local kind = redis.call('TYPE', index).ok
  if kind ~= 'zset' and kind ~= 'none' then redis.call('UNLINK', index) end
  redis.call('ZREMRANGEBYSCORE', index, '-inf', string.format('%.0f', from))
  redis.call('ZADD', index, string.format('%.0f', from + ttl), key)
  if redis.call('PTTL', index) < ttl then redis.call('PEXPIRE', index, ttl) end
end
for i = 8 + count, #ARGV do redis.pcall('ZREM', prefix .. 'account:' .. ARGV[i], key) end
return epoch_now(ARGV[2])`;

/** prefix, key, hash as sent ('' unknown), address, … Removes a trace. */
export const REMOVE = `${shared}
local key, sent = ARGV[2], ARGV[3]
redis.call('UNLINK', prefix .. 'trace:' .. key)
if sent ~= '' and short_text(prefix .. 'sent:' .. sent, ${HASH_CHARACTERS}) == key then
  redis.call('UNLINK', prefix .. 'sent:' .. sent)
end
for i = 4, #ARGV do redis.pcall('ZREM', prefix .. 'account:' .. ARGV[i], key) end
return 1`;

/**
 * prefix, candidate for the epoch, then for each trace: key, how its value begins, length, hash as sent, number of
 * accounts, address, …
 *
 * Returns the epoch, and 1 for each trace that readers would not find, else 0.
 */
export const MISSING = `${shared}${epochs}
local epoch = epoch_now(ARGV[2])
local from = now()
local answers = {}
local i = 3
while i <= #ARGV do
  local key, head, length, sent, count = ARGV[i], ARGV[i + 1], tonumber(ARGV[i + 2]), ARGV[i + 3], tonumber(ARGV[i + 4])
  local is_there = redis.pcall('STRLEN', prefix .. 'trace:' .. key) == length
    and redis.call('GETRANGE', prefix .. 'trace:' .. key, 0, ${SEAL_BYTES - 1}) == head
    and short_text(prefix .. 'sent:' .. sent, ${HASH_CHARACTERS}) == key
  for j = i + 5, i + 4 + count do
    if is_there then
      local score = redis.pcall('ZSCORE', prefix .. 'account:' .. ARGV[j], key)
      is_there = type(score) == 'string' and tonumber(score) > from
    end
  end
  answers[#answers + 1] = is_there and 0 or 1
  i = i + 5 + count
end
return { epoch, answers }`;

/**
 * prefix, the epoch in which all was seen ('' there is nothing), partition, value, time to live (ms)
 *
 * Returns 1; 0, and confirms nothing, if it is another epoch now.
 */
export const CONFIRM = `${shared}
if ARGV[2] ~= '' and ARGV[2] ~= short_text(prefix .. 'epoch', 100) then return 0 end
redis.call('SET', prefix .. 'confirmed:' .. ARGV[3], ARGV[4], 'PX', ARGV[5])
return 1`;
