import { describe, expect, it } from 'vitest'
import { parseScript } from '../language/parse.ts'
import type { TurnExpectation } from '../language/turn-expectation.ts'
import { planScript } from './plan.ts'

const turns = 'turns: [{ user: hi, expect: { reply: x } }]'

function idsOf(conversations: string): string[] {
  const parsed = parseScript(`suite: S\nagent: a\nconversations:\n${conversations}`, 's.yaml')
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  const defaults = { versions: ['default', 'draft'], versionsGiven: true, timeLimitMs: 1, stopAfterFailure: true }
  return planScript(parsed.script, defaults).map(({ id }) => id)
}

describe('what a project says for all suites', () => {
  it('holds beside the guardrails of a suite, at the line of each conversation', () => {
    const parsed = parseScript(
      `suite: S\nagent: a\nevery turn: { latency: 4 s }\nlaws: { time order: x }\nconversations:\n  - { name: one, ${turns} }\n`,
      's.yaml',
    )
    if (!parsed.ok) throw new Error('broken')
    const elsewhere = { line: 99, column: 9, length: 9 }
    const everyTurn = { at: elsewhere, calls: { at: elsewhere, never: [{ at: elsewhere, name: 'issue_refund' }] } }
    const [plan] = planScript(parsed.script, {
      versions: ['default'],
      versionsGiven: true,
      timeLimitMs: 1,
      stopAfterFailure: true,
      project: { everyTurn: everyTurn as unknown as TurnExpectation, relaxed: ['no open call'] },
    })
    expect(plan?.everyTurn.map(({ at }) => at.line)).toEqual([6, 3])
    expect(plan?.everyTurn[0]?.calls?.never?.[0]?.at.line).toBe(6)
    expect([...(plan?.relaxed ?? [])]).toEqual(['no open call', 'time order'])
  })
})

describe('the id of a plan', () => {
  it('is the line and the version', () => {
    expect(idsOf(`  - { name: one, ${turns} }\n`)).toEqual(['s.yaml:4 default', 's.yaml:4 draft'])
  })
  it('tells conversations on one line apart, and rows of parameters', () => {
    const ids = idsOf(`  [{ name: one, ${turns} }, { name: two, parameters: [{ a: 1 }, { a: 2 }], ${turns} }]\n`)
    expect([ids.length, new Set(ids).size, ids[0]]).toEqual([6, 6, 's.yaml:4:6 default'])
  })
})
