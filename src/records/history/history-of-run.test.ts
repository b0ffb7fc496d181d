import { describe, expect, it } from 'vitest'
import type { Comparison } from '../../compare/comparison.ts'
import type { RunSummary } from '../../compare/model/conversation-comparison.ts'
import type { RunResult } from '../../engine/run-result.ts'
import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import { parseScript } from '../../suite/language/script/parse.ts'
import { planScript } from '../../suite/plan/plan.ts'
import { hashPlan, historyOfComparison, historyOfRun } from './history-of-run.ts'
import { nameTarget } from './run-record.ts'

describe('history of run', () => {
  const at = { line: 1, column: 1, length: 1 }
  const turn = {
    index: 0,
    at,
    user: 'my card is 4111',
    verdict: 'passed',
    turnMs: 12,
    outcomes: [],
    entries: [],
    failure: null,
  }

  function result(over: object): ConversationResult {
    const plain = {
      id: 's.yaml:3 default',
      suite: 'S',
      name: 'n',
      agent: 'desk',
      version: 'default',
      verdict: 'passed',
    }
    const more = { reason: null, ms: 30, sessionId: 'one', turns: [turn], outcomes: [], failure: null, problems: [] }
    return { ...plain, ...more, ...over } as unknown as ConversationResult
  }

  const about = { commit: null, conceal: (reasons: (string | null)[]) => reasons }

  function rowsOf(...conversations: ConversationResult[]): object[] {
    const run = {
      startedAt: 't',
      ms: 1,
      tableread: '0',
      target: 'https://me:pw@api.example.com/x?key=1',
      conversations,
    }
    const [scripts, prints] = [new Map([['s.yaml:3 default', 'hash']]), new Map([['s.yaml:3 default', 'print']])]
    return [...historyOfRun(run as unknown as RunResult, { scripts, prints }, about).conversations]
  }

  const failedTurn = (...outcomes: object[]): object => ({ ...turn, index: 1, verdict: 'failed', outcomes })

  describe('what is kept of a run', () => {
    it('is a row for each conversation that ran, without what was said', () => {
      const rows = rowsOf(result({}), result({ verdict: 'not reached' }))
      expect(rows).toMatchObject([
        {
          verdict: 'passed',
          script: 'hash',
          target: 'https://api.example.com',
          passed: 1,
          judged: 1,
          p95TurnMs: 12,
          reason: null,
        },
      ])
      expect(JSON.stringify(rows)).not.toMatch(/4111|pw/)
    })
    it.each([
      ['turn 2: reply', { turns: [turn, failedTurn({ kind: 'reply', verdict: 'failed' })] }],
      ['turn 2: call refund', { turns: [failedTurn({ kind: 'call', name: 'refund', verdict: 'failed' })] }],
      ['law slices add up', { outcomes: [{ kind: 'law', verdict: 'failed', finding: { law: 'slices add up' } }] }],
      [
        'turn 2: 503 internalError',
        {
          verdict: 'errored',
          turns: [
            {
              ...turn,
              index: 1,
              verdict: 'errored',
              failure: { kind: 'refused', status: 503, errorCode: 'internalError' },
            },
          ],
        },
      ],
      [
        'turn 1: timed out',
        { verdict: 'errored', turns: [{ ...turn, verdict: 'errored', failure: { kind: 'timed out' } }] },
      ],
      ['unknown-variable', { verdict: 'broken', turns: [], problems: [{ code: 'unknown-variable' }] }],
      ['later', { verdict: 'skipped', reason: 'later', turns: [] }],
      ['failed', { turns: [turn] }],
    ])('says %s', (reason, over) => {
      expect(rowsOf(result({ verdict: 'failed', ...over }))).toMatchObject([{ reason }])
    })
    it('counts attempts', () => {
      const attempts = { times: 5, pass: 4, passed: 3, failed: 1, unjudged: 1, interval: null, inARow: null }
      expect(rowsOf(result({ verdict: 'flaky', attempts }))).toMatchObject([{ passed: 3, judged: 4 }])
      expect(rowsOf(result({ verdict: 'expected fail' }))).toMatchObject([{ passed: 0, judged: 1 }])
      expect(rowsOf(result({ verdict: 'errored' }))).toMatchObject([{ passed: 0, judged: 0 }])
    })
  })

  describe('what is kept of a comparison', () => {
    it('is a row for each side', () => {
      const way = 'turn 2: reply'
      const run = (verdict: string): RunSummary =>
        ({ verdict, ms: 10, sessionId: verdict, ...(verdict === 'failed' ? { way } : {}) }) as unknown as RunSummary
      const runs = { a: ['passed', 'passed'].map(run), b: ['failed', 'passed', 'errored', 'failed'].map(run) }
      const failed = result({ verdict: 'failed', turns: [failedTurn({ kind: 'reply', verdict: 'failed' })] })
      const conversation = {
        id: 's.yaml:3',
        suite: 'S',
        name: 'n',
        agent: 'desk',
        runs,
        firstPairs: 3,
        shown: { a: result({}), b: failed },
      }
      const side = (version: string): object => ({
        label: version,
        agent: null,
        version,
        target: 'local service http://127.0.0.1:9 (workspace demo)',
      })
      const scripts = { a: new Map([['s.yaml:3', 'hash']]), b: new Map<string, string>() }
      const prints = { a: new Map([['s.yaml:3', 'print']]), b: new Map<string, string>() }
      const comparison = {
        startedAt: 't',
        ms: 1,
        tableread: '0',
        sides: { a: side('default'), b: side('draft') },
        conversations: [conversation],
        gate: { verdict: 'shut', rules: [] },
      }
      expect(historyOfComparison(comparison as unknown as Comparison, { scripts, prints }, about)).toMatchObject({
        kind: 'compare',
        gate: 'shut',
        conversations: [
          {
            id: 's.yaml:3 default',
            version: 'default',
            verdict: 'passed',
            passed: 2,
            judged: 2,
            script: 'hash',
            target: 'local demo',
            ways: { of: 2, failed: {} },
            agentPrint: 'print',
          },
          {
            ...{
              version: 'draft',
              verdict: 'flaky',
              passed: 1,
              judged: 3,
              reason: 'turn 2: reply',
              sessionId: 'failed',
            },
            ways: { of: 2, failed: { 'turn 2: reply': 1 } },
          },
        ],
      })
      const looked = { ...comparison, conversations: [{ ...conversation, look: 1 }] } as unknown as Comparison
      expect(historyOfComparison(looked, { scripts, prints }, about)).toMatchObject({
        conversations: [
          { judged: 2, ways: { of: 1 } },
          { judged: 3, ways: { of: 1 } },
        ],
      })
    })
  })

  describe('the name of a service', () => {
    it.each([
      ['local service http://127.0.0.1:53211 (workspace demo)', 'local demo'],
      ['https://api.example.com/base', 'https://api.example.com'],
      ['a tape', 'a tape'],
    ])('%s is kept as %s', (target, name) => {
      expect(nameTarget(target)).toBe(name)
    })
  })
})

describe('hash plan', () => {
  const suite = (turn: string, more = '', before = ''): string =>
    `${before}suite: S\nagent: desk\n${more}conversations:\n  - name: a\n    turns:\n      - ${turn}\n`

  function hash(text: string, version = 'default', environment: Record<string, string> = {}): string {
    const parsed = parseScript(text, 'suite.yaml')
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
    const defaults = {
      versions: [version],
      versionsGiven: true,
      timeLimitMs: 1_000,
      stopAfterFailure: true,
      environment,
    }
    const [plan] = planScript(parsed.script, defaults)
    return plan === undefined ? '' : hashPlan(plan)
  }

  const turn = '{ user: hello, expect: { reply: { contains: hi } } }'

  describe('the hash of a script', () => {
    it('is the same on another line, in another layout, for another version, under another name and repeated', () => {
      const block = 'user: hello\n        expect:\n          reply:\n            contains: hi'
      const same = [
        hash(suite(turn)),
        hash(suite(turn, '', '# a comment\n\n')),
        hash(suite(block)),
        hash(suite(turn), 'draft'),
        hash(suite(turn).replace('name: a', 'name: b')),
        hash(suite(turn, 'repeat: { times: 5 }\n')),
      ]
      expect(new Set(same).size).toBe(1)
      expect(same[0]).toMatch(/^[0-9a-f]{16}$/)
    })
    it.each([
      ['what is said', suite('{ user: hallo, expect: { reply: { contains: hi } } }')],
      ['what is expected', suite('{ user: hello, expect: { reply: { contains: ho } } }')],
      ['metadata', suite(turn, 'metadata: { tier: gold }\n')],
      ['a variable', suite(turn, 'variables: { order: "1" }\n')],
      ['a guardrail', suite(turn, 'every turn: { latency: 3 s }\n')],
      ['a relaxed law', suite(turn, 'laws: { unique call ids: the model reuses ids }\n')],
      ['the agent', suite(turn).replace('agent: desk', 'agent: till')],
    ])('is another one with %s changed', (_, changed) => {
      expect(hash(changed)).not.toBe(hash(suite(turn)))
    })
    it('does not hold values of the environment', () => {
      const asking = suite('{ user: "{{env.WHO}}", expect: { reply: { contains: hi } } }')
      expect(hash(asking, 'default', { WHO: 'x' })).toBe(hash(asking, 'default', { WHO: 'y' }))
    })
  })
})
