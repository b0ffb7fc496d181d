import { describe, expect, it } from 'vitest'
import { parseScript } from '../language/script/parse.ts'
import { planScript } from '../plan/plan.ts'
import { checkSimulatedUser } from './check-simulated-user.ts'

/** The lint messages for a simulated user with this goal, after these fixed turns. */
function findIn(goal: string, turns = ''): string[] {
  const yaml = `suite: S\nagent: desk\nconversations:\n  - name: n\n${turns}    simulated user: { wants: a refund, done when: ${goal} }\n`
  const parsed = parseScript(yaml, 's.yaml')
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  const defaults = { versions: ['1'], versionsGiven: true, timeLimitMs: 1_000, stopAfterFailure: true }
  return planScript(parsed.script, defaults)
    .flatMap(checkSimulatedUser)
    .map(({ message }) => message)
}

const turns = '    turns: [{ user: Hello, expect: { calls: [refund] } }]\n'

describe('a goal that holds before the user says anything', () => {
  it.each([
    ['{ status: active }', ''],
    ['{ agent version: "1" }', ''],
    ['{ status: active, agent version: "1" }', turns],
    ['{ calls: [refund] }', turns],
    ['{ calls: [refund], status: active }', turns],
  ])('is warned of: %s', (goal, fixed) =>
    expect(findIn(goal, fixed)).toEqual([expect.stringMatching(/^the user waits for .* errored, not passed$/)]),
  )

  it.each([
    ['{ status: completed }', ''],
    ['{ agent version: "2" }', ''],
    ['{ calls: [refund] }', ''],
    ['{ calls: [refund, tell] }', turns],
    ['{ calls: [{ refund: { times: 2 } }] }', turns],
    ['{ calls: [refund], status: completed }', turns],
    ['{ state: { orders: { present: false } } }', ''],
  ])('is none where it may come about: %s', (goal, fixed) => expect(findIn(goal, fixed)).toEqual([]))
})
