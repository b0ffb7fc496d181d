import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { performRun } from '../../perform-run.ts'
import type { RunResult } from '../../run-result.ts'
import { echo, fakeClient, plansOf, type Script } from '../fake-client.fixture.ts'
import { type BudgetAllowance, createAllowance } from './allowance.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Conversations with so many turns, each with additional YAML. */
function suite(...lengths: [turns: number, more?: string][]): string {
  const texts = lengths.map(
    ([turns, more = ''], index) =>
      `  - name: c${index}\n${more}    turns: [${Array.from({ length: turns }, (_, turn) => `{ user: u${turn}, expect: { reply: You said u${turn} } }`).join(', ')}]\n`,
  )
  return `suite: S\nagent: desk\nlaws: { message echoed: the fake says what it likes }\nconversations:\n${texts.join('')}`
}

/** Runs conversations one after the other; every turn takes a second. */
async function perform(
  yaml: string,
  allowance: BudgetAllowance,
  played: Script | { play: Script; stored: Parameters<typeof fakeClient>[1] } = echo,
) {
  const { play, stored } = typeof played === 'function' ? { play: played, stored: undefined } : played
  const waits: (number | undefined)[] = []
  const { client, sent } = fakeClient((request, turn) => {
    vi.advanceTimersByTime(1_000)
    return play(request, turn)
  }, stored)
  const { converse } = client
  client.converse = (request, limits) => {
    waits.push(limits?.waitMs)
    return converse(request, limits)
  }
  const result = await performRun(plansOf(yaml), {
    client,
    allowance,
    ...{
      target: 'fake',
      tableread: '0',
      concurrency: 1,
      reconcile: false,
      storedLateMs: 20,
      keepPassed: false,
      problems: [],
    },
    listen: () => {},
  })
  return { told: tell(result), sent: sent.length, waits }
}

async function tellOf(...args: Parameters<typeof perform>) {
  const { told, sent } = await perform(...args)
  return { told, sent }
}

function tell({ conversations }: RunResult): string[] {
  return conversations.map(({ verdict, reason }) => (reason === null ? verdict : `${verdict}: ${reason}`))
}

describe('a turn budget', () => {
  it('begins no conversation that may take more than is left, and shorter ones still', async () => {
    const allowance = createAllowance({ turns: 6, timeMs: null })
    expect(await tellOf(suite([3], [4], [2], [1], [1]), allowance)).toEqual({
      told: [
        'passed',
        'not reached: turn budget of 6: 3 are left, and this may take 4',
        'passed',
        'passed',
        'not reached: turn budget of 6: none is left, and this may take 1',
      ],
      sent: 6,
    })
  })
  it('gets back what a conversation did not send', async () => {
    const refuse: Script = (request, turn) => (turn === 0 ? { kind: 'timed out', limitMs: 1 } : echo(request, turn))
    const { told, sent } = await perform(suite([3], [3]), createAllowance({ turns: 4, timeMs: null }), refuse)
    expect([told, sent]).toEqual([['errored', 'passed'], 4])
  })
  it('counts repeats, and what comes before and after', async () => {
    const repeated = '    repeat: { times: 3, pass: 1 }\n'
    const around = '    before: [{ user: a }]\n    after: [{ user: z }]\n'
    const { told, sent } = await perform(
      suite([2, repeated], [1, around], [2]),
      createAllowance({ turns: 6, timeMs: null }),
    )
    expect(told.map((each) => each.split(';')[0])).toEqual([
      'passed: 1 of 1 attempts passed, 1 of 3 must',
      'passed',
      'not reached: turn budget of 6: 1 is left, and this may take 2',
    ])
    expect(sent).toBe(5)
  })
  it('takes nothing for what does not run', async () => {
    const { told } = await perform(suite([9, '    skip: later\n'], [1]), createAllowance({ turns: 1, timeMs: null }))
    expect(told).toEqual(['skipped: later', 'passed'])
  })
})

/** A service that temporarily refuses the second message. */
const refuseSecond =
  (more: { retryAfterMs?: number } = {}): Script =>
  (request, turn) =>
    turn === 1
      ? { kind: 'refused', status: 429, responseCode: 429, errorCode: null, message: 'no', requestId: null, ...more }
      : echo(request, turn)

describe('a turn budget and a turn that is refused for now', () => {
  const looked = (): Record<string, never> => {
    vi.advanceTimersByTime(30)
    return {}
  }
  it.each([
    [2, 2, 'not reached: turn budget of 2: none is left for one more turn at turn 2'],
    [3, 3, 'passed'],
  ])('counts each sending of it: %i', { tags: 'slow' }, async (turns, sent, first) => {
    const done = await tellOf(suite([2], [1]), createAllowance({ turns, timeMs: null }), {
      play: refuseSecond(),
      stored: looked,
    })
    const rest = `not reached: turn budget of ${turns}: none is left, and this may take 1`
    expect(done).toEqual({ told: [first, rest], sent })
  })
})

describe('a time budget', () => {
  it('lets the turn under way end, and says at which one it stopped', async () => {
    expect(await tellOf(suite([3], [4], [1]), createAllowance({ turns: null, timeMs: 4_500 }))).toEqual({
      told: [
        'passed',
        'not reached: time budget of 4500 ms spent at turn 3',
        'not reached: time budget of 4500 ms spent',
      ],
      sent: 5,
    })
  })
  it('still lets a conversation put right what it did', async () => {
    const around = '    before: [{ user: a }]\n    after: [{ user: z }]\n'
    const { told, sent } = await perform(suite([2, around]), createAllowance({ turns: null, timeMs: 2_000 }))
    expect([told, sent]).toEqual([['not reached: time budget of 2 s spent at turn 2'], 3])
  })
  it('ends repeats, whose verdict it leaves open', async () => {
    const repeated = '    repeat: { times: 9, pass: 9 }\n'
    const { told, sent } = await perform(suite([2, repeated]), createAllowance({ turns: null, timeMs: 5_000 }))
    expect(told[0]).toMatch(/^not reached: 2 of 3 attempts passed, 9 of 9 must, 1 could not be judged;/)
    expect(told[0]).toMatch(/time budget of 5 s spent at turn 2$/)
    expect(sent).toBe(5)
  })
  it('hides no failure', async () => {
    const failing = suite([2]).replace('You said u0', 'nothing like it')
    const { told } = await perform(failing, createAllowance({ turns: null, timeMs: 1_000 }))
    expect(told).toEqual(['failed'])
  })
  it.each([
    ['a turn', '      - { user: a, expect: { reply: You said a } }\n      - wait: 1 h\n', ' at turn 2', 3],
    ['the first turn', '      - wait: 30 d\n      - { user: a, expect: { reply: You said a } }\n', ' at turn 1', 2],
  ])('begins no wait that would outlast it, as %s', async (_, turns, where, sent) => {
    const waiting = suite([2], [1]).replace(/ {4}turns: .*/, `    turns:\n${turns.trimEnd()}`)
    const done = await tellOf(waiting, createAllowance({ turns: null, timeMs: 5_000 }))
    const reason = expect.stringMatching(
      `^not reached: time budget of 5 s: [45] s left, too little for .* of waiting${where}$`,
    )
    expect(done).toEqual({ told: [reason, 'passed'], sent: sent - 1 })
  })
  it('leaves out the waits of what cleans up', async () => {
    const around = '    after: [{ wait: 1 h }, { user: z }]\n'
    const { told, sent } = await perform(suite([2, around]), createAllowance({ turns: null, timeMs: 1_000 }))
    expect([told, sent]).toEqual([['not reached: time budget of 1 s spent at turn 2'], 2])
  })
  it('lets what cleans up wait for no service that refuses it for now, once it is spent', async () => {
    const around = '    after: [{ user: z }]\n'
    const { sent, waits } = await perform(suite([2, around]), createAllowance({ turns: null, timeMs: 2_000 }))
    expect([sent, waits.at(-1)]).toEqual([3, 0])
  })
  it('cuts the waiting for the stored session, and leaves open whether it would have come', async () => {
    const yaml = suite([1, '    session: { within: 1 h, status: completed }\n'], [1])
    const stored = (): { status: 'active' } => {
      vi.advanceTimersByTime(500)
      return { status: 'active' }
    }
    const late = { play: echo, stored }
    const done = await perform(yaml, createAllowance({ turns: null, timeMs: 3_000 }), late)
    expect(done.told).toEqual([
      'not reached: time budget of 3 s spent before the stored session was as expected',
      'not reached: time budget of 3 s spent',
    ])
    const soon = { play: echo, stored: () => ({ status: 'completed' as const }) }
    expect((await perform(yaml, createAllowance({ turns: null, timeMs: 3_000 }), soon)).told).toEqual([
      'passed',
      'passed',
    ])
  })
  it('ends the waiting that a service asks for, which is an error of the service only where the time would do', async () => {
    const reason = 'the service asks everybody to wait 60 s (Retry-After)'
    const hold: Script = () => ({ kind: 'held back', reason })
    const { told, waits } = await perform(suite([1]), createAllowance({ turns: null, timeMs: 1_500 }), hold)
    expect([told, waits]).toEqual([[`not reached: time budget: ${reason} at turn 1`], [1_500]])
    expect((await perform(suite([1]), createAllowance({ turns: null, timeMs: 60_000 }), hold)).told).toEqual([
      'errored',
    ])
  })
  it('ends a turn that is to come again later than that, which is an error where the conversation may not wait either', async () => {
    const tell = async (retryAfterMs: number) =>
      (await perform(suite([2]), createAllowance({ turns: null, timeMs: 2_500 }), refuseSecond({ retryAfterMs }))).told
    expect(await tell(800)).toEqual([
      'not reached: time budget of 2500 ms: 500 ms left, too little for 800 ms of waiting at turn 2',
    ])
    expect(await tell(1_800)).toEqual(['errored'])
  })
  it('ends the waiting for a stored session that a service asks for', async () => {
    const reason = 'the service asks everybody to wait 60 s (Retry-After)'
    const service = { play: echo, stored: () => ({ kind: 'held back' as const, reason }) }
    const yaml = suite([1, '    session: { status: active }\n'])
    const tell = async (timeMs: number) => (await perform(yaml, createAllowance({ turns: null, timeMs }), service)).told
    expect(await tell(1_500)).toEqual([`not reached: time budget: ${reason} before the stored session was as expected`])
    expect(await tell(60_000)).toEqual(['errored'])
  })
})

describe('a cost budget', () => {
  it.each([
    [1, ['first begins', 'first ends', 'second begins', 'third begins']],
    [null, ['first begins', 'second begins', 'third begins', 'first ends']],
  ])('of %s: nothing begins beside the first conversation, which tells what a turn costs', async (cost, told) => {
    const { afterFirst } = createAllowance({ turns: null, timeMs: null, cost })
    const seen: string[] = []
    const begin = (name: string) => afterFirst(async () => void seen.push(`${name} begins`))
    const first = afterFirst(async () => {
      seen.push('first begins')
      await new Promise<void>((resolve) => void setTimeout(resolve, 20))
      seen.push('first ends')
      throw new Error('no')
    })
    await Promise.allSettled([first, begin('second'), begin('third')])
    expect(seen).toEqual(told)
  })
})
