import { describe, expect, it } from 'vitest'
import { ran } from './coverage/coverage.fixture.ts'
import type { Judges } from './judge/judges.ts'
import type { PerformJournal } from './perform/perform.ts'
import { performRun } from './perform-run.ts'
import { echo, fakeClient, plansOf } from './verdict/fake-client.fixture.ts'

const suite = `suite: S
agent: desk
metadata: { first_name: Asha }
conversations:
  - name: passes
    turns: [{ user: one, expect: { reply: You said one, judge: is kind } }]
  - name: fails
    turns: [{ user: two, expect: { reply: Something else } }]
`

const again = ['also fails', 'comes last']
  .map((name) => `  - name: ${name}\n    turns: [{ user: two, expect: { reply: Something else } }]\n`)
  .join('')

const judges: Judges = {
  answer: async () => ({
    judgement: { says: 'not met', votes: [], why: null },
    licence: { kind: 'unlicensed', why: 'it was never calibrated' },
    usage: [],
  }),
  through: () => judges,
}

async function perform(keepPassed: boolean, more: { bail?: number; journal?: PerformJournal } = {}) {
  const { client } = fakeClient((request, turn) => {
    const [user, ...rest] = echo(request, turn)
    return user === undefined ? [] : [user, ...ran('look', `c-${turn}`, null), ...rest]
  })
  return performRun(plansOf(more.bail === undefined ? suite : suite + again), {
    client,
    target: 'fake',
    tableread: '0',
    concurrency: 1,
    reconcile: false,
    functions: new Map([['desk', { preCall: [], duringCall: ['look', 'rest'], postCall: [] }]]),
    keepPassed,
    judges,
    problems: [],
    listen: () => {},
    ...more,
  })
}

describe('a run', () => {
  it('keeps of what its journal holds only what a person has to look at', async () => {
    const journal: PerformJournal = { begin: () => ({ earlier: null, keep: () => undefined }), holds: () => true }
    const [whole, slim] = [await perform(false), await perform(false, { journal })]
    const keptOf = ({ conversations }: typeof slim) =>
      conversations.map(({ turns: [turn], verdict }) => ({
        verdict,
        entries: turn?.entries.length,
        sent: turn?.sent !== undefined,
        outcomes: turn?.outcomes.map((each) => each.verdict),
      }))
    expect(keptOf(whole)[1]).toEqual({ verdict: 'failed', entries: 4, sent: false, outcomes: Array(3).fill('failed') })
    expect(keptOf(slim)[1]).toEqual({ verdict: 'failed', entries: 0, sent: false, outcomes: Array(3).fill('failed') })
    expect([slim.totals, slim.coverage]).toEqual([whole.totals, whole.coverage])
  })

  it('covers conversations whose transcripts it does not keep', async () => {
    const [slim, whole] = [await perform(false), await perform(true)]
    expect(slim.conversations.map(({ turns }) => (turns[0]?.entries.length ?? 0) > 0)).toEqual([false, true])
    expect(slim.coverage).toEqual(whole.coverage)
    expect(slim.coverage.agents[0]).toMatchObject({
      agent: 'desk',
      version: 'default',
      conversations: { passed: 1, failed: 1, other: 0 },
      tools: [{ name: 'look', phase: null, success: { passed: 1, failed: 1, other: 0 } }],
      uncovered: { pre: [], during: ['rest'], post: [] },
      metadata: [{ name: 'first_name', count: { passed: 1, failed: 1, other: 0 } }],
    })
  })
  it.each([
    [1, ['passed', 'failed', 'not reached', 'not reached']],
    [2, ['passed', 'failed', 'failed', 'not reached']],
    [9, ['passed', 'failed', 'failed', 'failed']],
  ])('stops after %i that failed, and does not reach the rest', async (bail, verdicts) => {
    const { conversations } = await perform(false, { bail })
    expect(conversations.map(({ verdict }) => verdict)).toEqual(verdicts)
    if (bail === 1) expect(conversations.at(-1)?.reason).toBe('the run stopped after 1 failed conversation')
  })
  it('keeps what judges advise of a conversation that passed', async () => {
    const { conversations } = await perform(false)
    const passed = conversations.find(({ verdict }) => verdict === 'passed')
    expect(passed?.turns[0]?.outcomes.map(({ kind }) => kind)).toEqual(['judge'])
  })
})
