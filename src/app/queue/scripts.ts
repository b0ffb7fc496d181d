import type { Verdict } from '../../engine/verdict/verdict.ts'
import { redisNow } from './limit-scripts.ts'
import { runLasts } from './run-keys.ts'

/**
 * What has to happen at once in Redis: leases and what they permit, and the questions to judges that a run has together. KEYS and
 * ARGV of each script are named in the signature beside it.
 */

/** Commands on a connection, one for each script of a run. */
export interface RunCommands {
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
  tableBeat(run: string, over: string, follower: string, lastsMs: number): Promise<number>
  /** All is compared with this Redis, by its name for its own process: leases of the run are given again. */
  tableConfirm(run: string, epoch: string, server: string): Promise<0 | 1>
  /** Says of a conversation whose result was read what it came to, where Redis does not have it any more. */
  tableRestore(run: string, done: string, fences: string, epoch: string, key: string, verdict: Verdict): Promise<0 | 1>
  /** The result of a conversation cannot be read: it may be leased again, and what it came to counts no more. */
  tableForget(run: string, done: string, epoch: string, key: string): Promise<0 | 1>
  /**
   * Wants to put a question to a judge: `ask` where nobody else does, for so long; again of whoever may, it goes on. `most` is how many
   * the run may put, or -1.
   */
  tableAsk(answers: string, asking: string, key: string, asker: string, lastsMs: number, most: number): Promise<Asking>
  /** An answer to a question, or '' for none. Gives the first one that came. */
  tableAnswer(answers: string, asking: string, key: string, asker: string, answer: string): Promise<string>
  /** So many questions were put, as far as is known outside, where Redis may have lost count. Gives how many there are. */
  tableAsked(asking: string, count: number): Promise<number>
}

/** What becomes of a question: it may be asked, is asked by another worker, was answered, or no more may be asked. */
export type Asking = ['ask' | 'wait' | 'spent'] | ['known', answer: string]

/** What became of asking for a lease. *unsure*: Redis has restarted, and the follower did not yet say what it may have lost. */
export type Leased = 'go' | 'unsure' | 'gone' | 'stale' | 'cancelled' | 'done' | 'lost'
/** Why a turn must not leave. */
export type Refused = 'gone' | 'stale' | 'cancelled' | 'fenced'

/** Before the name of a verdict: the field of a run that counts it. */
export const verdictField = 'verdict:'

/** Who finished a conversation, before what it came to, of which the process that follows the run told it, after a restart of Redis. */
export const restoredBy = 'known'

/** How many questions were put; all other fields beside it are hashes. */
const askedCount = 'count'

export const runScripts = {
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
redis.call('EXPIRE', KEYS[2], ${runLasts})
if tonumber(redis.call('HGET', KEYS[5], 'now') or '0') < tonumber(ARGV[5]) then redis.call('HSET', KEYS[5], 'now', ARGV[5]) end
redis.call('EXPIRE', KEYS[5], ${runLasts})
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
redis.call('EXPIRE', KEYS[3], ${runLasts})
redis.call('PUBLISH', ARGV[5], 'sent ' .. ARGV[2] .. ' ' .. ARGV[4])
return 'ok'`,
  },
  tableFinish: {
    numberOfKeys: 5,
    lua: `
if redis.call('HGET', KEYS[1], 'epoch') ~= ARGV[1] then return 0 end
if redis.call('HGET', KEYS[2], ARGV[2]) ~= ARGV[3] then return 0 end
if redis.call('HSETNX', KEYS[3], ARGV[2], ARGV[3] .. ' ' .. ARGV[5]) == 0 then return 0 end
redis.call('XADD', KEYS[4], '*', 'key', ARGV[2], 'line', ARGV[4], 'token', ARGV[3])
redis.call('EXPIRE', KEYS[3], ${runLasts})
redis.call('EXPIRE', KEYS[4], ${runLasts})
redis.call('HDEL', KEYS[5], ARGV[2])
redis.call('HINCRBY', KEYS[1], '${verdictField}' .. ARGV[5], 1)
return 1`,
  },
  // -1: Redis lost the run. -2: somebody else follows it. -3: somebody else has reported it.
  tableBeat: {
    numberOfKeys: 2,
    lua: `
if redis.call('EXISTS', KEYS[2]) == 1 then return -3 end
if redis.call('EXISTS', KEYS[1]) == 0 then return -1 end
${redisNow}
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
  tableRestore: {
    numberOfKeys: 3,
    lua: `
if redis.call('HGET', KEYS[1], 'epoch') ~= ARGV[1] then return 0 end
if redis.call('HSETNX', KEYS[2], ARGV[2], '${restoredBy} ' .. ARGV[3]) == 0 then return 0 end
redis.call('HSETNX', KEYS[3], ARGV[2], '0:known')
redis.call('EXPIRE', KEYS[2], ${runLasts})
redis.call('EXPIRE', KEYS[3], ${runLasts})
redis.call('HINCRBY', KEYS[1], '${verdictField}' .. ARGV[3], 1)
return 1`,
  },
  tableForget: {
    numberOfKeys: 2,
    lua: `
if redis.call('HGET', KEYS[1], 'epoch') ~= ARGV[1] then return 0 end
local verdict = string.match(redis.call('HGET', KEYS[2], ARGV[2]) or '', '^%S+ (.+)$')
if verdict then redis.call('HINCRBY', KEYS[1], '${verdictField}' .. verdict, -1) end
return redis.call('HDEL', KEYS[2], ARGV[2])`,
  },
  tableAsk: {
    numberOfKeys: 2,
    lua: `
local known = redis.call('HGET', KEYS[1], ARGV[1])
if known then return {'known', known} end
${redisNow}
local by, till = string.match(redis.call('HGET', KEYS[2], ARGV[1]) or '', '^(%w+) (%d+)$')
if by ~= ARGV[2] then
  if by and now < tonumber(till) then return {'wait'} end
  local most = tonumber(ARGV[4])
  if most >= 0 and tonumber(redis.call('HGET', KEYS[2], '${askedCount}') or '0') >= most then return {'spent'} end
  redis.call('HINCRBY', KEYS[2], '${askedCount}', 1)
end
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2] .. ' ' .. now + tonumber(ARGV[3]))
redis.call('EXPIRE', KEYS[2], ${runLasts})
return {'ask'}`,
  },
  tableAnswer: {
    numberOfKeys: 2,
    lua: `
if string.match(redis.call('HGET', KEYS[2], ARGV[1]) or '', '^%w+') == ARGV[2] then redis.call('HDEL', KEYS[2], ARGV[1]) end
if ARGV[3] ~= '' then redis.call('HSETNX', KEYS[1], ARGV[1], ARGV[3]) end
redis.call('EXPIRE', KEYS[1], ${runLasts})
return redis.call('HGET', KEYS[1], ARGV[1]) or ''`,
  },
  tableAsked: {
    numberOfKeys: 1,
    lua: `
local count = tonumber(redis.call('HGET', KEYS[1], '${askedCount}') or '0')
if count >= tonumber(ARGV[1]) then return count end
redis.call('HSET', KEYS[1], '${askedCount}', ARGV[1])
return tonumber(ARGV[1])`,
  },
}
