import { describe, expect, it } from 'vitest'
import { parseScript } from '../../suite/language/parse.ts'
import { planScript } from '../../suite/plan/plan.ts'
import { hashPlan } from './hash-plan.ts'

const suite = (turn: string, more = '', before = ''): string =>
  `${before}suite: S\nagent: desk\n${more}conversations:\n  - name: a\n    turns:\n      - ${turn}\n`

function hash(text: string, version = 'default', environment: Record<string, string> = {}): string {
  const parsed = parseScript(text, 'suite.yaml')
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  const defaults = { versions: [version], versionsGiven: true, timeLimitMs: 1_000, stopAfterFailure: true, environment }
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
