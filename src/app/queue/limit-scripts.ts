/** The shared limit of a service, in Redis: pace, pauses and who asked. Signatures name each script's KEYS and ARGV. */

export interface LimitCommands {
  /** An unknown limit starts at `firstPace` requests a minute, 0 all at once. The wait for a slot, why, and its era. */
  tableTake(limit: string, firstPace: number): Promise<[ms: number, why: 'slot' | 'pause', era: number]>
  /** Whether a slot of this era is still valid: 1 if so. */
  tableHolds(limit: string, era: number): Promise<0 | 1>
  /** Reports that a request of this era was refused with 429; `ms` is its Retry-After, or -1. */
  tableRefused(limit: string, era: number, ms: number): Promise<number>
  /** Asks for requests a minute for a run, or permanently if none is named; 0 withdraws. Returns the smallest, or 0. */
  tableRate(limit: string, runs: string, run: string, rate: number): Promise<number>
}

/** Redis's time in milliseconds, as `now`. */
export const redisNow = `local t = redis.call('TIME'); local now = t[1] * 1000 + math.floor(t[2] / 1000)`

/** From this many requests a minute on, there is no limit. */
const fullPace = 600_000

/** How long the keys of a limit outlast its last use, in seconds. */
const limitLasts = 3600

/** The prefix, before a run's name, of the field with the rate it asked for. */
const askedField = 'asked:'

export const limitScripts = {
  // Slots are evenly spaced, two percent below the limit. Without a known limit the pace starts slowly and
  // doubles every second. After a refusal it returns quickly to just below the refused pace, slowly past it,
  // and quickly from there on. Times are Redis's.
  tableTake: {
    numberOfKeys: 1,
    lua: `
${redisNow}
local h = redis.call('HMGET', KEYS[1], 'rate', 'pace', 'ceiling', 'grown', 'next', 'until', 'era', 'from', 'count', 'fell')
local era, pausedTo = tonumber(h[7] or '0'), tonumber(h[6] or '0')
if now < pausedTo then return {pausedTo - now, 'pause', era} end
local rate, pace, ceiling = tonumber(h[1] or '0'), tonumber(h[2] or '0'), tonumber(h[3] or '0')
local grown, from, count = tonumber(h[4] or now), tonumber(h[8] or now), tonumber(h[9] or '0')
if now - from > 10000 then
  count = now - from > 20000 and 0 or count * 5000 / (now - from)
  from = now - 5000
end
if not h[2] and rate == 0 then pace = tonumber(ARGV[1]); grown = now end
if pace > 0 then
  local seconds = math.max(0, math.min(600, math.floor((now - grown) / 1000)))
  grown = grown + seconds * 1000
  for i = 1, seconds do
    if not h[10] then pace = pace * 2
    elseif pace > ceiling * 0.95 and pace < ceiling * 1.05 then pace = pace * 1.002
    else pace = pace * 1.03 end
    if pace > ${fullPace} then break end
  end
  if pace > ${fullPace} or (rate > 0 and pace >= rate * 0.98) then pace = 0 end
end
local limit = pace > 0 and pace or rate * 0.98
local wait, slot = 0, tonumber(h[5] or '0')
if limit > 0 then
  if slot < now then slot = now end
  wait = slot - now
  slot = slot + 60000 / limit
end
redis.call('HSET', KEYS[1], 'pace', pace, 'grown', grown, 'from', from, 'count', count + 1, 'next', tostring(slot))
redis.call('EXPIRE', KEYS[1], ${limitLasts})
return {math.ceil(wait), 'slot', era}`,
  },
  tableHolds: {
    numberOfKeys: 1,
    lua: `
${redisNow}
local h = redis.call('HMGET', KEYS[1], 'era', 'until')
if tonumber(h[1] or '0') ~= tonumber(ARGV[1]) or now < tonumber(h[2] or '0') then return 0 end
return 1`,
  },
  tableRefused: {
    numberOfKeys: 1,
    lua: `
${redisNow}
local h = redis.call('HMGET', KEYS[1], 'rate', 'pace', 'until', 'era', 'count', 'from', 'falls', 'fell')
local asked = tonumber(ARGV[2])
local era, pausedTo, fell = tonumber(h[4] or '0'), tonumber(h[3] or '0'), tonumber(h[8] or '0')
redis.call('HINCRBY', KEYS[1], 'refused', 1)
if era == tonumber(ARGV[1]) and now >= pausedTo then
  local seen = tonumber(h[5] or '0') * 60000 / math.max(1000, now - tonumber(h[6] or now))
  local limit = tonumber(h[2] or '0')
  if limit == 0 then limit = tonumber(h[1] or '0') end
  if limit == 0 or limit > seen * 1.5 then limit = math.max(1, seen) end
  local again = now - fell < 15000
  local falls = again and tonumber(h[7] or '0') + 1 or 0
  era = era + 1
  redis.call('HSET', KEYS[1], 'pace', math.max(1, limit * (again and 0.7 or 0.8)), 'ceiling', limit)
  redis.call('HSET', KEYS[1], 'grown', now, 'fell', now, 'falls', falls, 'era', era)
  if asked < 0 then asked = math.min(30000, 500 * 2 ^ math.min(6, falls)) end
end
if asked > 0 and now + asked > pausedTo then
  local to = now + asked
  redis.call('HSET', KEYS[1], 'until', to, 'next', tostring(to), 'grown', to, 'from', to, 'count', 0)
  redis.call('EXPIRE', KEYS[1], math.ceil(asked / 1000) + ${limitLasts})
end
return era`,
  },
  // A run whose process was killed continues at its workers, so its limit lasts as long as the run exists.
  tableRate: {
    numberOfKeys: 2,
    lua: `
local own = '${askedField}' .. ARGV[1]
if ARGV[2] == '0' then redis.call('HDEL', KEYS[1], own) else redis.call('HSET', KEYS[1], own, ARGV[2]) end
local least, all = 0, redis.call('HGETALL', KEYS[1])
for i = 1, #all, 2 do
  local by = string.match(all[i], '^${askedField}(.*)$')
  if by then
    if by ~= '' and redis.call('HEXISTS', KEYS[2], by) == 0 then redis.call('HDEL', KEYS[1], all[i])
    elseif least == 0 or tonumber(all[i + 1]) < least then least = tonumber(all[i + 1]) end
  end
end
if ARGV[1] == '' or least ~= tonumber(redis.call('HGET', KEYS[1], 'rate') or '0') then
  redis.call('HSET', KEYS[1], 'rate', least, 'next', 0)
  redis.call('HDEL', KEYS[1], 'pace', 'fell')
  redis.call('HINCRBY', KEYS[1], 'era', 1)
end
redis.call('EXPIRE', KEYS[1], ${limitLasts})
return least`,
  },
}
