import { describe, expect, it } from 'vitest'
import { type Plan, planScript, withoutMark } from '../plan/plan.ts'
import { namesInSchema, namesInValue } from './check-arguments.ts'
import { checkToolsAfter } from './check-tools.ts'
import { checkSpeakers } from './check-unseen.ts'
import { agentsWith, facts, lintScript, readSuite } from './lint-text.fixture.ts'
import { reach } from './reach.ts'

const named = namesInSchema({ properties: { amount: {} } })
const takes = new Map([['refund', { needs: [], named, gives: namesInValue({ status: 'ok' }) }]])
const agents = { ...agentsWith({ 'desk default': facts({ during: ['refund'] }, { takes }) }), names: () => ['desk'] }

const expectations = [
  '{ calls: [refnud] }',
  '{ calls: { never: [refnud] } }',
  '{ calls: { count: 0, reference: [refnud] } }',
  '{ calls: { count: 0, reference: [{ refund: { with: { amuont: 1 } } }] } }',
  '{ calls: [{ refund: { with: { amuont: 1 } } }] }',
  '{ calls: { never: [{ refund: { with: { amuont: 1 } } }] } }',
  '{ calls: { never: [{ refund: { with: { colour: 1 } } }] } }',
  '{ calls: { never: [{ refund: { returns: { stauts: 1 } } }] } }',
  '{ reply: { agentName: { not: deks } } }',
  '{ reply: { agentName: { not: supervisor } } }',
]
const marks = ['', '    expected fail: { reason: known }\n']

/** As a run finds it, after no call, and as a comparison does, which judges each failure as it is. */
function inRun(plan: Plan): { severity?: string }[] {
  const agentReach = reach(agents, 'desk', ['default'])
  const { errors, warnings } = checkToolsAfter(plan, agentReach, [], agents.tools())
  return [...errors, ...warnings, ...(agentReach === undefined ? [] : checkSpeakers(plan, agentReach))]
}

describe('a name that nothing knows', () => {
  it.each(expectations.flatMap((expected) => marks.map((mark) => [expected, mark])))(
    'weighs as much in lint, a run and a comparison: %s %s',
    (expected, mark) => {
      const script = readSuite(
        `suite: S\nagent: desk\nconversations:\n  - name: one\n${mark}    turns:\n      - { user: Hi, expect: ${expected} }\n`,
      )
      const defaults = { versions: ['default'], versionsGiven: true, timeLimitMs: 1_000, stopAfterFailure: true }
      const [plan] = planScript(script, defaults)
      if (plan === undefined) throw new Error('no plan')
      const weighed = [lintScript(script, agents), inRun(plan), inRun(withoutMark(plan))].map((problems) =>
        problems.map(({ severity = 'error' }) => severity),
      )
      const isMild = mark !== '' || /reference|colour|supervisor/.test(expected)
      expect(weighed).toEqual(Array(3).fill([isMild ? 'warning' : 'error']))
    },
  )
})
