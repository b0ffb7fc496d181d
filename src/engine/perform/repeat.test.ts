import { describe, expect, it } from 'vitest'
import type { Outcome } from '../expect/outcome/outcome.ts'
import { type ConversationResult, countSent } from '../verdict/conversation-result.ts'
import { echo, fakeClient, plansOf, type Script } from '../verdict/fake-client.fixture.ts'
import type { Verdict } from '../verdict/verdict.ts'
import { performConversation } from './perform-conversation.ts'
import { type AttemptCount, repeatConversation, repeatInterval, withStatistics } from './repeat.ts'

const timeout = { kind: 'timed out', limitMs: 1 } as const

/** Plays attempts of one turn: `p` passes, `f` fails, `e` errors. */
async function perform(repeat: string, attempts: string, mark = '') {
  const yaml = `suite: S\nagent: desk\nconversations:\n  - name: talks\n    repeat: ${repeat}\n${mark}    turns: [{ user: hi, expect: { reply: You said hi } }]\n`
  const play: Script = (request, turn) => {
    const what = attempts[turn]
    return what === 'e' ? timeout : echo(what === 'f' ? { ...request, message: 'bye' } : request, 0)
  }
  const { client, sent } = fakeClient(play)
  const [plan] = plansOf(yaml)
  if (plan === undefined) throw new Error('no plan')
  const result = await performConversation(
    { ...plan, relaxed: new Set(['message echoed']) },
    { client, reconcile: false },
  )
  return { ...result, ran: sent.length, sessions: sent.map(({ sessionId }) => sessionId) }
}

const stopAfter = (most: number): (() => boolean) => {
  let askCount = 0
  return () => askCount++ >= most
}

describe('a repeated conversation', () => {
  it.each([
    // repeat, outcomes of the attempts, verdict, number run
    ['{ times: 3 }', 'ppp', 'passed', 3],
    ['{ times: 3 }', 'ppf', 'flaky', 3],
    ['{ times: 3 }', 'pfp', 'flaky', 2],
    ['{ times: 3 }', 'fpp', 'flaky', 2],
    ['{ times: 3 }', 'fff', 'failed', 3],
    ['{ times: 5, pass: 4 }', 'ppfpp', 'passed', 5],
    ['{ times: 5, pass: 2 }', 'ppppp', 'passed', 2],
    ['{ times: 5, pass: 3 }', 'fffff', 'failed', 5],
    ['{ times: 5, pass: 3 }', 'ffffp', 'flaky', 5],
    ['{ times: 5, pass: 3 }', 'pffff', 'flaky', 4],
    ['{ times: 3, pass: 3 }', 'ppe', 'errored', 3],
    ['{ times: 3, pass: 2 }', 'pep', 'passed', 3],
    ['{ times: 3, pass: 2 }', 'eff', 'flaky or failed', 3],
    ['{ times: 2 }', 'ee', 'errored', 2],
  ])('%s with %s is %s after %i', async (repeat, attempts, verdict, ran) => {
    const result = await perform(repeat, attempts)
    expect([verdict.split(' or ').includes(result.verdict), result.ran, result.verdict]).toEqual([
      true,
      ran,
      result.verdict,
    ])
  })
  it.each([
    ['{ times: 3 }', 'ppp', undefined],
    ['{ times: 3 }', 'fff', 'agent'],
    ['{ times: 3 }', 'fpp', 'agent'],
    ['{ times: 2 }', 'ee', 'service'],
    ['{ times: 3, pass: 3 }', 'ppe', 'service'],
    ['{ times: 4, pass: 3 }', 'fepp', 'service'],
  ])('%s with %s has the cause of the attempts that tell: %s', async (repeat, attempts, kind) => {
    expect((await perform(repeat, attempts)).cause?.kind).toBe(kind)
  })
  it('that is interrupted before it is clear has a budget for its cause', async () => {
    const passed = await perform('{ times: 3 }', 'ppp')
    const result = await repeatConversation(
      { times: 3, pass: 3 },
      async () => passed,
      stopAfter(2),
      () => [],
    )
    expect([result.verdict, result.cause]).toEqual([
      'errored',
      { kind: 'budget', why: 'the run ended after 2 of 3 attempts' },
    ])
  })
  it('begins each attempt in a session of its own', async () => {
    expect((await perform('{ times: 3 }', 'ppp')).sessions).toEqual([undefined, undefined, undefined])
  })
  it('says how many passed, how sure that is, and shows an attempt that tells why', async () => {
    const result = await perform('{ times: 5, pass: 4 }', 'ppfpp')
    expect(result.reason).toBe('4 of 5 attempts passed, 4 of 5 must; 95 % interval 28 to 99 %; 5 in a row: 33 %')
    expect(result.turns[0]?.verdict).toBe('passed')
    expect((await perform('{ times: 3 }', 'pfp')).turns[0]?.verdict).toBe('failed')
    expect(result.attempts).toMatchObject({ passed: 4, failed: 1, unjudged: 0 })
  })
  it('can be expected to fail, flaky or not', async () => {
    const mark = '    expected fail: { reason: ticket 7 }\n'
    expect((await perform('{ times: 2 }', 'pf', mark)).verdict).toBe('expected fail')
    expect((await perform('{ times: 2 }', 'pp', mark)).reason).toContain('take "expected fail" out')
  })
})

const verdictOf: Record<string, Verdict> = {
  p: 'passed',
  f: 'failed',
  e: 'errored',
  u: 'unsafe',
  b: 'broken',
  n: 'not reached',
}

/**
 * Repeats attempts with the verdicts of the letters; each takes 10 ms longer than the one before and has its
 * number as the reason.
 */
async function repeat(
  times: number,
  pass: number,
  letters: string,
  more: { limited?: boolean; stopAt?: number; statistic?: Outcome['verdict'] } = {},
) {
  let attemptCount = 0
  const attempt = async () => {
    attemptCount += 1
    const verdict = verdictOf[letters[attemptCount - 1] ?? '']
    if (verdict === undefined) throw new RangeError(`no letter for attempt ${attemptCount}`)
    const cause = { kind: 'agent', why: `cause ${attemptCount}` }
    const turns = [{ turnMs: 1 }, { turnMs: attemptCount % 2 === 0 ? 1 : null }]
    const attemptResult = {
      verdict,
      reason: `attempt ${attemptCount}`,
      ms: 10 * attemptCount,
      outcomes: [],
      cause,
      turns,
      problems: [],
    }
    return attemptResult as unknown as ConversationResult
  }
  const stop = () => attemptCount >= (more.stopAt ?? times)
  const judgeAll = () => (more.statistic === undefined ? [] : [{ verdict: more.statistic } as Outcome])
  const limited = more.limited === undefined ? [] : [more.limited]
  const result = await repeatConversation({ times, pass }, attempt, stop, judgeAll, ...limited)
  return { ...result, made: attemptCount, told: result.reason?.split('; ').at(-1) }
}

describe('attempts', () => {
  it.each([
    // outcomes, verdict, attempts made
    ['pu', 'unsafe', 2],
    ['fu', 'unsafe', 2],
    ['u', 'unsafe', 1],
    ['b', 'broken', 1],
    ['fb', 'broken', 2],
    ['n', 'not reached', 1],
    ['fn', 'not reached', 2],
  ])('end with one that tells of all others: %s is %s after %i', async (letters, verdict, ran) => {
    const { verdict: outcome, made } = await repeat(3, 2, `${letters}ppp`)
    expect([outcome, made]).toEqual([verdict, ran])
  })
  it('that could not leave for a live service say just that', async () => {
    expect((await repeat(3, 2, 'fu')).reason).toBe('attempt 2')
    expect((await repeat(3, 1, 'pu', { limited: true })).reason).toBe('attempt 2')
  })
  it('of which one found the script broken are broken, however many passed', async () => {
    const { verdict, told, made } = await repeat(4, 1, 'ppbp', { limited: true })
    expect([verdict, told, made]).toEqual(['broken', 'attempt 3', 3])
  })
  it('are shown by the first on the side of the verdict, or by the last', async () => {
    expect((await repeat(3, 2, 'fpp')).told).toBe('attempt 2')
    expect((await repeat(3, 2, 'eff')).told).toBe('attempt 2')
    expect((await repeat(3, 3, 'pfp')).told).toBe('attempt 2')
    expect((await repeat(3, 2, 'eee')).told).toBe('attempt 3')
  })
  it('tell how they came out before what the one that is shown tells, and take as long as all of them', async () => {
    const { reason, ms } = await repeat(3, 2, 'fpp')
    expect(reason).toBe('2 of 3 attempts passed, 2 of 3 must; 95 % interval 9 to 99 %; 3 in a row: 30 %; attempt 2')
    expect(ms).toBe(60)
  })
  it('of which none was judged have no rate', async () => {
    const { reason, attempts } = await repeat(2, 2, 'ee')
    expect(reason).toBe('0 of 2 attempts passed, 2 of 2 must, 2 could not be judged; attempt 2')
    expect(attempts).toEqual({
      times: 2,
      pass: 2,
      passed: 0,
      failed: 0,
      turns: 3,
      unjudged: 2,
      interval: null,
      inARow: null,
    })
  })
  it.each([
    // times, pass, letters, verdict
    [3, 2, 'pef', 'errored'], // the middle one may have passed
    [3, 2, 'eef', 'errored'],
    [4, 3, 'peff', 'flaky'], // one more pass would not be enough
    [4, 3, 'efff', 'failed'],
  ])('of %i, %i of which must pass, that come out %s are %s', async (times, pass, letters, verdict) => {
    expect((await repeat(times, pass, letters)).verdict).toBe(verdict)
  })
  it('count the turns of all of them, whichever is shown', async () => {
    const result = await repeat(4, 4, 'pppf')
    expect([result.attempts?.turns, countSent(result)]).toEqual([6, 6])
  })
  it('that are interrupted before any failed are not judged', async () => {
    expect((await repeat(3, 2, 'ppp', { stopAt: 1 })).verdict).toBe('errored')
    expect((await repeat(3, 3, 'ppp', { stopAt: 2 })).verdict).toBe('errored')
  })
  it('end as soon as enough have passed, unless a limit on p50 or p95 counts them all', async () => {
    const [ended, all] = [await repeat(4, 2, 'pppp'), await repeat(4, 2, 'ppff', { limited: true })]
    expect([ended.made, all.made]).toEqual([2, 4])
    const rounded = [ended, all].map(({ attempts }) => attempts?.interval?.map((end) => Number(end.toFixed(4))))
    // If enough passes end the attempts, two passes are the best ending; 2 of 4 gives the Clopper-Pearson
    // interval.
    expect(rounded).toEqual([
      [0.1581, 1],
      [0.0676, 0.9324],
    ])
  })
  it.each<[times: number, pass: number, letters: string, more: Parameters<typeof repeat>[3], why: string | undefined]>([
    [3, 2, 'fpp', {}, 'cause 2'],
    [4, 2, 'pp', {}, 'cause 1'],
    [3, 3, 'ppf', {}, 'cause 3'],
    [3, 2, 'eff', {}, 'cause 2'],
    [4, 3, 'peff', {}, 'cause 3'],
    [3, 2, 'pef', {}, 'cause 2'],
    [3, 3, 'ppe', {}, 'cause 3'],
    [3, 2, 'fu', {}, 'cause 2'],
    [4, 1, 'ppbp', { limited: true }, 'cause 3'],
    [4, 2, 'pp', { statistic: 'failed' }, undefined],
    [2, 2, 'pp', { statistic: 'not judged' }, undefined],
    [4, 2, 'ppn', { limited: true, statistic: 'not judged' }, 'cause 3'],
    [3, 3, 'pp', { stopAt: 2 }, 'the run ended after 2 of 3 attempts'],
    [4, 4, 'pe', { stopAt: 2 }, 'cause 2'],
  ])('of %i, %i of which must pass, that come out %s have a cause: %#', async (times, pass, letters, more, why) => {
    const { cause } = await repeat(times, pass, letters, more)
    expect([cause?.kind, cause?.why]).toEqual(
      why === undefined ? [undefined, undefined] : [why.startsWith('cause') ? 'agent' : 'budget', why],
    )
  })
  it('are one at least', async () => {
    await expect(repeat(3, 2, 'ppp', { stopAt: 0 })).rejects.toThrow('a conversation must be attempted at least once')
  })
})

describe('limits on p50 and p95', () => {
  it('change nothing about what did not pass', () => {
    const outcomes = (['failed', 'not judged', 'passed'] as const).map((verdict) => ({ verdict }) as Outcome)
    for (const verdict of ['failed', 'flaky', 'errored', 'broken', 'unsafe', 'not reached'] as const)
      for (const outcome of outcomes) expect(withStatistics(verdict, [outcome])).toBe(verdict)
  })
  it('fail what passed where one is broken, and leave it unjudged where one could not be judged', () => {
    const [failed, unjudged, passed] = (['failed', 'not judged', 'passed'] as const).map(
      (verdict) => ({ verdict }) as Outcome,
    ) as [Outcome, Outcome, Outcome]
    expect(withStatistics('passed', [passed])).toBe('passed')
    expect(withStatistics('passed', [passed, unjudged])).toBe('errored')
    expect(withStatistics('passed', [passed, unjudged, failed])).toBe('failed')
  })
})

type Rule = Pick<AttemptCount, 'times' | 'pass' | 'endsAtPass'>
type End = Pick<AttemptCount, 'passed' | 'failed'>

const rules = [1, 2, 3, 4, 5, 6].flatMap((times) =>
  Array.from({ length: times }, (_, index) => index + 1).flatMap((pass) =>
    [true, false].map((endsAtPass): Rule => ({ times, pass, endsAtPass })),
  ),
)

/** Every way in which attempts under a rule can end, from the lowest observed rate to the highest. */
function endsOf({ times, pass, endsAtPass }: Rule): (End & { ways: number })[] {
  const ends = new Map<string, End & { ways: number }>()
  const walk = (passed: number, failed: number): void => {
    const won = endsAtPass && passed === pass
    const isLost = passed > 0 && failed > times - pass
    if (won || isLost || passed + failed === times) {
      const key = `${passed} ${failed}`
      ends.set(key, { passed, failed, ways: (ends.get(key)?.ways ?? 0) + 1 })
      return
    }
    walk(passed + 1, failed)
    walk(passed, failed + 1)
  }
  walk(0, 0)
  return [...ends.values()].sort((one, other) => shareOf(one) - shareOf(other))
}

const shareOf = ({ passed, failed }: End): number => passed / (passed + failed)

const chanceOf = (ends: readonly (End & { ways: number })[], rate: number): number =>
  ends.reduce((sum, { passed, failed, ways }) => sum + ways * rate ** passed * (1 - rate) ** failed, 0)

const rounded = (attempted: AttemptCount): number[] | undefined =>
  repeatInterval(attempted)?.map((end) => Number(end.toFixed(4)))

describe('repeatInterval', () => {
  it.each(rules)(
    'goes from where so good an end is rare to where so bad a one is: $pass of $times, ends at a pass: $endsAtPass',
    (rule) => {
      const ends = endsOf(rule)
      for (const [index, { passed, failed }] of ends.entries()) {
        const [from, to] = repeatInterval({ ...rule, passed, failed }) ?? [Number.NaN, Number.NaN]
        if (index === 0) expect(from).toBe(0)
        else expect(chanceOf(ends.slice(index), from)).toBeCloseTo(0.025, 9)
        if (index === ends.length - 1) expect(to).toBe(1)
        else expect(chanceOf(ends.slice(0, index + 1), to)).toBeCloseTo(0.025, 9)
      }
    },
  )
  it('is nothing where nothing was judged', () => {
    expect(repeatInterval({ times: 3, pass: 2, passed: 0, failed: 0, endsAtPass: true })).toBeNull()
  })
  it('is that of Clopper and Pearson where attempts were interrupted before anything was settled', () => {
    // The intervals for 2 of 3 and 1 of 2 from published tables.
    expect(rounded({ times: 5, pass: 4, passed: 2, failed: 1, endsAtPass: true })).toEqual([0.0943, 0.9916])
    expect(rounded({ times: 5, pass: 4, passed: 1, failed: 1, endsAtPass: true })).toEqual([0.0126, 0.9874])
    expect(rounded({ times: 5, pass: 4, passed: 0, failed: 2, endsAtPass: true })).toEqual([0, 0.8419])
  })
})
