import { describe, expect, it } from 'vitest'
import { countVerdicts, type RunResult } from '../../engine/run-result.ts'
import { said } from '../../engine/transcript/entries.fixture.ts'
import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import { plansOf } from '../../engine/verdict/fake-client.fixture.ts'
import { notReached } from '../../engine/verdict/never-ran.ts'
import { makeReport } from './make-report.ts'

const suite = `suite: Order desk
agent: desk
conversations:
  - name: passes
    turns: [{ user: Hello there, expect: { reply: Hi } }]
  - name: fails
    turns: [{ user: Bye, expect: { reply: Hi } }]
`

function resultsOf(versions: string[]): ConversationResult[] {
  return plansOf(suite, versions).map((plan) => {
    const failed = plan.conversation.name.value === 'fails'
    const blank = notReached(plan)
    const at = { line: 7, column: 44, length: 2 }
    const wrong = {
      kind: 'reply',
      subject: 'reply',
      mismatches: [{ at, path: 'reply', expected: '"Hi"', actual: 'No' }],
    } as const
    const turns = blank.turns.map((turn) => ({
      ...turn,
      verdict: failed ? ('failed' as const) : ('passed' as const),
      turnMs: failed ? 900 : 100,
      entries: [said('user', turn.user ?? ''), said('assistant', failed ? 'No' : 'Hi')],
      outcomes: [
        {
          at,
          verdict: failed ? ('failed' as const) : ('passed' as const),
          ...wrong,
          mismatches: failed ? [...wrong.mismatches] : [],
        },
      ],
    }))
    return { ...blank, reason: null, verdict: failed ? 'failed' : 'passed', turns }
  })
}

function run(versions: string[]): RunResult {
  const conversations = resultsOf(versions)
  return {
    ...{
      schemaVersion: 1,
      tableread: '0.1.0',
      startedAt: '2026-01-01T00:00:00.000Z',
      ms: 5,
      target: 'http://localhost',
    },
    ...{
      versions,
      totals: countVerdicts(conversations),
      turns: 2,
      problems: [],
      coverage: { agents: [] },
      conversations,
    },
  }
}

describe('makeReport', () => {
  it('puts failures first, bodies in the order of the cards, and says why', () => {
    const { document, bodies } = makeReport(run(['default']))
    expect(document.cards.map(({ name, verdict, reason }) => [name, verdict, reason])).toEqual([
      ['fails', 'failed', 'turn 1: the reply is not as expected'],
      ['passes', 'passed', '1 turn'],
    ])
    expect(bodies.map((body) => body()).map((body) => 'conversation' in body && body.conversation.name)).toEqual([
      'fails',
      'passes',
    ])
    expect(document.result).not.toHaveProperty('conversations')
  })

  it('finds what was said, in any case', () => {
    expect(makeReport(run(['default'])).document.cards[1]?.search).toContain('hello there')
  })

  it('has a key for each version of a conversation, and the id without it', () => {
    const { cards } = makeReport(run(['default', 'draft'])).document
    expect(new Set(cards.map(({ key }) => key)).size).toBe(4)
    expect(new Set(cards.map(({ id }) => id)).size).toBe(2)
  })

  it('has notes with the line of the suite, and times by version', () => {
    const { document, bodies } = makeReport(run(['default', 'draft']))
    expect(bodies[0]?.()).toMatchObject({
      notes: [
        {
          turn: 0,
          at: '7:44',
          tone: 'failed',
          text: 'the reply is not as expected\n  expected  "Hi"\n  actual    "No"',
        },
      ],
    })
    expect(document.latency).toEqual([
      {
        subject: 'turn',
        rows: [
          { label: 'default', times: [100, 900] },
          { label: 'draft', times: [100, 900] },
        ],
        difference: null,
        interval: null,
      },
    ])
  })
})
