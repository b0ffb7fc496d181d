import type { Verdict } from '../../engine/verdict/verdict.ts'

/**
 * What has to happen at once in Redis: leases, what they permit, and the one limit. KEYS and ARGV of each script are named in the
 * signature beside it.
 */

/** Commands on a connection, one for each script. */
export interface QueueCommands {
  /** Leases a conversation to whoever asks: `go` and the token, or why not. */
  tableLease(
    run: string,
    fences: string,
    marks: string,
    done: string,
    ranks: string,
    epoch: string,
    key: string,
    nonce: string,
    repeatable: '0' | '1',
    rank: number,
    events: string,
  ): Promise<[Leased, string?]>
  /** Notes that a turn is about to leave, where the lease still holds: `ok`, or why it must not. */
  tableMark(
    run: string,
    fences: string,
    marks: string,
    epoch: string,
    key: string,
    token: string,
    turn: number,
    events: string,
  ): Promise<'ok' | Refused>
  /** Takes a result, once, and from the newest lease alone, and counts its verdict: 1 where it was taken. */
  tableFinish(
    run: string,
    fences: string,
    done: string,
    results: string,
    marks: string,
    epoch: string,
    key: string,
    token: string,
    line: string,
    verdict: Verdict,
  ): Promise<0 | 1>
  /** The follower is there: how often it was, by Redis, and whether everything is still there. */
  tableBeat(run: string, follower: string, lastsMs: number): Promise<number>
  /** All is compared with this Redis, by its name for its own process: leases of the run are given again. */
  tableConfirm(run: string, epoch: string, server: string): Promise<0 | 1>
  /**
   * Asks to send a request. Where no limit is known it begins with `firstPace` requests a minute; 0 for all at once. Gives how long to wait for its slot, why, and the era that the slot is of.
   */
  tableTake(limit: string, firstPace: number): Promise<[ms: number, why: 'slot' | 'pause', era: number]>
  /** Whether a slot of an era still counts: 1 where it does. */
  tableHolds(limit: string, era: number): Promise<0 | 1>
  /** A request of an era was refused with 429; `ms` is its Retry-After, or -1. */
  tableRefused(limit: string, era: number, ms: number): Promise<number>
  /** Sets the limit a minute; 0 takes it away. */
  tableLimit(limit: string, rate: number): Promise<number>
}

/** What became of asking for a lease. *unsure*: Redis has restarted, and the follower did not yet say what it may have lost. */
export type Leased = 'go' | 'unsure' | 'gone' | 'stale' | 'cancelled' | 'done' | 'lost'
/** Why a turn must not leave. */
export type Refused = 'gone' | 'stale' | 'cancelled' | 'fenced'

const now = `local t = redis.call('TIME'); local now = t[1] * 1000 + math.floor(t[2] / 1000)`

/** Requests a minute from which on there is no limit. */
const fullPace = 600_000

/** Before the name of a verdict: the field of a run that counts it. */
export const verdictField = 'verdict:'

/** How long the keys of a limit last after its last use, in seconds. */
const limitLasts = 3600

export const queueScripts = {
  // The token counts up for each conversation; what is behind the colon tells apart tokens of a Redis that went back in time.
  tableLease: {
    numberOfKeys: 5,
    lua: `
local run = redis.call('HMGET', KEYS[1], 'epoch', 'cancelled', 'server')
if not run[1] then return {'gone'} end
if run[1] ~= ARGV[1] then return {'stale'} end
if run[2] then return {'cancelled'} end
if run[3] ~= (string.match(redis.call('INFO', 'server'), 'run_id:(%w+)') or '') then return {'unsure'} end
if redis.call('HEXISTS', KEYS[4], ARGV[2]) == 1 then return {'done'} end
local last = redis.call('HGET', KEYS[2], ARGV[2])
local count = last and tonumber(string.match(last, '^(%d+)')) or 0
local token = (count + 1) .. ':' .. ARGV[3]
redis.call('HSET', KEYS[2], ARGV[2], token)
if tonumber(redis.call('HGET', KEYS[5], 'now') or '0') < tonumber(ARGV[5]) then redis.call('HSET', KEYS[5], 'now', ARGV[5]) end
redis.call('EXPIRE', KEYS[5], 86400)
if redis.call('HEXISTS', KEYS[3], ARGV[2]) == 1 then
  if ARGV[4] == '0' then return {'lost', token} end
  redis.call('HDEL', KEYS[3], ARGV[2])
end
redis.call('PUBLISH', ARGV[6], 'begun ' .. ARGV[2])
return {'go', token}`,
  },
  tableMark: {
    numberOfKeys: 3,
    lua: `
local run = redis.call('HMGET', KEYS[1], 'epoch', 'cancelled')
if not run[1] then return 'gone' end
if run[1] ~= ARGV[1] then return 'stale' end
if run[2] then return 'cancelled' end
if redis.call('HGET', KEYS[2], ARGV[2]) ~= ARGV[3] then return 'fenced' end
redis.call('HSET', KEYS[3], ARGV[2], ARGV[4])
redis.call('PUBLISH', ARGV[5], 'sent ' .. ARGV[2] .. ' ' .. ARGV[4])
return 'ok'`,
  },
  tableFinish: {
    numberOfKeys: 5,
    lua: `
if redis.call('HGET', KEYS[1], 'epoch') ~= ARGV[1] then return 0 end
if redis.call('HGET', KEYS[2], ARGV[2]) ~= ARGV[3] then return 0 end
if redis.call('HSETNX', KEYS[3], ARGV[2], ARGV[3]) == 0 then return 0 end
redis.call('XADD', KEYS[4], '*', 'key', ARGV[2], 'line', ARGV[4])
redis.call('HDEL', KEYS[5], ARGV[2])
redis.call('HINCRBY', KEYS[1], '${verdictField}' .. ARGV[5], 1)
return 1`,
  },
  // -1: the run is not there. -2: somebody else follows it.
  tableBeat: {
    numberOfKeys: 1,
    lua: `
if redis.call('EXISTS', KEYS[1]) == 0 then return -1 end
${now}
local by = redis.call('HMGET', KEYS[1], 'follower', 'followed')
if by[1] and by[1] ~= ARGV[1] and now < tonumber(by[2] or '0') then return -2 end
redis.call('HSET', KEYS[1], 'follower', ARGV[1], 'followed', now + tonumber(ARGV[2]))
return redis.call('HINCRBY', KEYS[1], 'beats', 1)`,
  },
  tableConfirm: {
    numberOfKeys: 1,
    lua: `
if redis.call('HGET', KEYS[1], 'epoch') ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'server', ARGV[2])
return 1`,
  },
  // Slots come evenly, two in a hundred below the limit. Without one it begins slowly and doubles every second. After a refusal the
  // pace comes back quickly to just below what was refused, slowly past it, and quickly from there on. Times are those of Redis.
  tableTake: {
    numberOfKeys: 1,
    lua: `
${now}
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
${now}
local h = redis.call('HMGET', KEYS[1], 'era', 'until')
if tonumber(h[1] or '0') ~= tonumber(ARGV[1]) or now < tonumber(h[2] or '0') then return 0 end
return 1`,
  },
  tableRefused: {
    numberOfKeys: 1,
    lua: `
${now}
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
  tableLimit: {
    numberOfKeys: 1,
    lua: `
redis.call('HSET', KEYS[1], 'rate', ARGV[1], 'next', 0)
redis.call('HDEL', KEYS[1], 'pace', 'fell')
redis.call('EXPIRE', KEYS[1], ${limitLasts})
return redis.call('HINCRBY', KEYS[1], 'era', 1)`,
  },
}
