import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { performRun } from '../perform-run.ts'
import type { RunResult } from '../run-result.ts'
import { type Allowance, createAllowance } from './allowance.ts'
import { echo, fakeClient, plansOf, type Script } from './fake-client.fixture.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Conversations of so many turns, each of them with more in YAML. */
function suite(...lengths: [turns: number, more?: string][]): string {
  const texts = lengths.map(
    ([turns, more = ''], index) =>
      `  - name: c${index}\n${more}    turns: [${Array.from({ length: turns }, (_, turn) => `{ user: u${turn}, expect: { reply: You said u${turn} } }`).join(', ')}]\n`,
  )
  return `suite: S\nagent: desk\nlaws: { message echoed: the fake says what it likes }\nconversations:\n${texts.join('')}`
}

/** Runs one after the other; every turn takes a second. */
async function perform(yaml: string, allowance: Allowance, play: Script = echo) {
  const { client, sent } = fakeClient((request, turn) => {
    vi.advanceTimersByTime(1_000)
    return play(request, turn)
  })
  const result = await performRun(plansOf(yaml), {
    client,
    allowance,
    ...{ target: 'fake', tableread: '0', concurrency: 1, reconcile: false, keepPassed: false, problems: [] },
    listen: () => {},
  })
  return { told: tell(result), sent: sent.length }
}

function tell({ conversations }: RunResult): string[] {
  return conversations.map(({ verdict, reason }) => (reason === null ? verdict : `${verdict}: ${reason}`))
}

describe('a turn budget', () => {
  it('begins no conversation that may take more than is left, and shorter ones still', async () => {
    const allowance = createAllowance({ turns: 6, timeMs: null })
    expect(await perform(suite([3], [4], [2], [1], [1]), allowance)).toEqual({
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

describe('a time budget', () => {
  it('lets the turn under way end, and says at which one it stopped', async () => {
    expect(await perform(suite([3], [4], [1]), createAllowance({ turns: null, timeMs: 4_500 }))).toEqual({
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
})
