import { describe, expect, it } from 'vitest'
import { parseScript } from '../language/parse.ts'
import { movesClock } from './moves-clock.ts'
import { planScript } from './plan.ts'

const moves = (more: string): boolean[] => {
  const parsed = parseScript(
    `suite: S\nagent: a\nconversations:\n  - name: n\n    turns: [{ user: hi, expect: { reply: x } }]\n${more}`,
    's.yaml',
  )
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  const defaults = { versions: ['default'], versionsGiven: false, timeLimitMs: 1, stopAfterFailure: true }
  return planScript(parsed.script, defaults).map(movesClock)
}

describe('a conversation moves the clock', () => {
  it('also before and after its turns', () => {
    expect([
      moves(''),
      moves('    before: [{ advance clock: 1 h }]\n'),
      moves('    after: [{ advance clock: 1 h }]\n'),
    ]).toEqual([[false], [true], [true]])
  })
})
