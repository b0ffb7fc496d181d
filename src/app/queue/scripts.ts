import type { Verdict } from '../../engine/verdict/verdict.ts'
import { redisNow } from './limit-scripts.ts'
import { runLasts } from './run-keys.ts'

/** Steps atomic in Redis: leases, and the judge questions of a run. Signatures name each script's KEYS and ARGV. */

export interface RunCommands {
  /** Leases a conversation to the caller: `go` and the token, or why not. */
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
  ): Promise<[LeaseOutcome, string?]>
  /** Notes that a turn is about to be sent, if the lease still holds: `ok`, or why it must not be. */
  tableMark(
    run: string,
    fences: string,
    marks: string,
    epoch: string,
    key: string,
    token: string,
    turn: number,
    events: string,
  ): Promise<'ok' | TurnRefusal>
  /** Accepts a result, once, and only from the newest lease, and counts its verdict: 1 if it was accepted. */
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
  /** The follower's heartbeat. Returns how many Redis has counted, or a negative code (see the script). */
  tableBeat(run: string, over: string, follower: string, lastsMs: number): Promise<number>
  /** Its state is restored to this Redis process, named by its run_id: leases are given again. */
  tableConfirm(run: string, epoch: string, server: string): Promise<0 | 1>
  /** Restores the verdict of a conversation whose result was read but which Redis has lost. */
  tableRestore(run: string, done: string, fences: string, epoch: string, key: string, verdict: Verdict): Promise<0 | 1>
  /** Forgets a conversation whose result cannot be read: it may be leased again, and its verdict no longer counts. */
  tableForget(run: string, done: string, epoch: string, key: string): Promise<0 | 1>
  /** `ask` if nobody else is doing so, for `lastsMs`; asking again renews it. `most` questions a run, or -1. */
  tableAsk(
    answers: string,
    asking: string,
    key: string,
    asker: string,
    lastsMs: number,
    most: number,
  ): Promise<QuestionState>
  /** Stores the answer to a question, or '' for none. Returns the first answer stored. */
  tableAnswer(answers: string, asking: string, key: string, asker: string, answer: string): Promise<string>
  /** Raises the count of questions to what the caller knows, since Redis may have lost some. Returns the count. */
  tableAsked(asking: string, count: number): Promise<number>
}

/** The state of a question: it may be asked, another worker is asking it, it was answered, or no more may be asked. */
export type QuestionState = ['ask' | 'wait' | 'spent'] | ['known', answer: string]

/** *unsure*: Redis has restarted, and the follower has not yet restored what it may have lost. */
export type LeaseOutcome = 'go' | 'unsure' | 'gone' | 'stale' | 'cancelled' | 'done' | 'lost'
/** Why a turn must not be sent. */
export type TurnRefusal = 'gone' | 'stale' | 'cancelled' | 'fenced'

/** The prefix, before a verdict's name, of the field that counts it in the run. */
export const verdictField = 'verdict:'

/** In place of the finishing lease's token, if the follower restored the verdict after a restart of Redis. */
export const restoredBy = 'known'

/** The field that counts the questions asked; all other fields beside it are hashes. */
const askedCount = 'count'

export const runScripts = {
  // Counts up for each conversation; the part after the colon distinguishes tokens if Redis went back in time.
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
  // -1: Redis lost the run. -2: another process follows it. -3: another process has reported it.
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
