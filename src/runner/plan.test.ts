import { describe, expect, it } from 'vitest'
import { parseScript } from '../script/parse.ts'
import { planScript } from './plan.ts'

const turns = 'turns: [{ user: hi, expect: { reply: x } }]'

function idsOf(conversations: string): string[] {
  const parsed = parseScript(`suite: S\nagent: a\nconversations:\n${conversations}`, 's.yaml')
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  const defaults = { versions: ['default', 'draft'], versionsGiven: true, timeLimitMs: 1, stopAfterFailure: true }
  return planScript(parsed.script, defaults).map(({ id }) => id)
}

describe('the id of a plan', () => {
  it('is the line and the version', () => {
    expect(idsOf(`  - { name: one, ${turns} }\n`)).toEqual(['s.yaml:4 default', 's.yaml:4 draft'])
  })
  it('tells conversations on one line apart, and rows of parameters', () => {
    const ids = idsOf(`  [{ name: one, ${turns} }, { name: two, parameters: [{ a: 1 }, { a: 2 }], ${turns} }]\n`)
    expect([ids.length, new Set(ids).size, ids[0]]).toEqual([6, 6, 's.yaml:4:6 default'])
  })
})
