import { describe, expect, it } from 'vitest'
import { parseScript } from '../language/script/parse.ts'
import { givenTexts, type PlanDefaults, planOfAttempt, planScript } from './plan.ts'

const text = `suite: S
agent: desk
seeds: 2
conversations:
  - name: talks
    variables: { email: "{{random.email}}" }
    simulated user: { wants: x, opens with: "{{email}}", done when: { calls: [refund] } }
  - name: is written
    turns: [{ user: a, expect: { reply: b } }]
  - name: has rows
    seeds: 3
    parameters: [{ v: 1 }, { v: 2 }]
    simulated user: { wants: "{{v}}", done when: { calls: [refund] } }
`

function plans(more: Partial<PlanDefaults> = {}) {
  const parsed = parseScript(text, 's.yaml')
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  const defaults = { versions: ['default', 'draft'], versionsGiven: true, timeLimitMs: 1, stopAfterFailure: true }
  return planScript(parsed.script, { ...defaults, ...more })
}

describe('seeds of a plan', () => {
  it('make one plan each, whose id ends in it, and leave written turns alone', () => {
    const ids = plans({ versions: ['default'] }).map(({ id }) => id)
    expect(ids).toEqual([
      's.yaml:5~1 default',
      's.yaml:5~2 default',
      's.yaml:8 default',
      ...[1, 2].flatMap((row) => [1, 2, 3].map((seed) => `s.yaml:10#${row}~${seed} default`)),
    ])
    expect(plans()[1]?.conversation.name.value).toBe('talks ~2')
  })

  it('are overridden by those that are asked for', () => {
    expect(plans({ versions: ['default'], seeds: 1 }).map(({ id }) => id)).toEqual([
      's.yaml:5~1 default',
      's.yaml:8 default',
      's.yaml:10#1~1 default',
      's.yaml:10#2~1 default',
    ])
  })

  it('are the same on both sides, and other ones for another --seed', () => {
    const [a, b, c, d] = plans()
    expect([a?.id, c?.id]).toEqual(['s.yaml:5~1 default', 's.yaml:5~1 draft'])
    expect([a?.userSeed, b?.userSeed]).toEqual([c?.userSeed, d?.userSeed])
    expect(a?.userSeed).not.toBe(b?.userSeed)
    expect(a?.variables.email).not.toBe(b?.variables.email)
    expect(plans({ seed: 'other' })[0]?.userSeed).not.toBe(a?.userSeed)
  })
})

describe('attempts of a plan', () => {
  const planOf = (text: string) => {
    const parsed = parseScript(`suite: S\nagent: desk\nconversations:\n  - ${text}`, 's.yaml')
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
    const [plan] = planScript(parsed.script, {
      ...{ versions: ['default'], versionsGiven: true, timeLimitMs: 1, stopAfterFailure: true },
      environment: { SHOP: 'ours' },
    })
    if (plan === undefined) throw new Error('no plan')
    return plan
  }
  const turns = 'turns: [{ user: "{{mail}} {{env.SHOP}} {{attempt}}", expect: { reply: ok } }]'
  const basePlan = planOf(
    `{ name: a, repeat: { times: 2 }, variables: { mail: "x{{random.email}}" }, customer: { email: "{{random.email}}" }, ${turns} }`,
  )

  it('have values of their own wherever these stand, and count on from the one before', () => {
    const later = [0, 1, 2].map((attempt) => planOfAttempt(basePlan, attempt))
    expect(later[0]).toBe(basePlan)
    expect(later.map(({ variables }) => variables.attempt)).toEqual([1, 2, 3])
    expect(new Set(later.map(({ customer }) => customer.email)).size).toBe(3)
    for (const { variables, customer } of later) expect(variables.mail).toBe(`x${customer.email}`)
    expect(new Set(later.map(({ variables }) => variables['env.SHOP']))).toEqual(new Set(['ours']))
    expect(planOfAttempt(planOfAttempt(basePlan, 1), 1)).toEqual(later[2])
    const email = basePlan.variables['random.email']
    expect(planOfAttempt(basePlan, 1, new Set([email])).variables['random.email']).toBe(email)
  })
  it('are one plan where nothing changes', () => {
    const plan = planOf('{ name: a, turns: [{ user: hi, expect: { reply: ok } }] }')
    expect(planOfAttempt(plan, 3)).toBe(plan)
    expect(givenTexts(plan)).toEqual([])
  })
  it('name every text from outside the script once', () => {
    expect(givenTexts(basePlan).map(({ name, attempt }) => `${name} ${attempt}`)).toEqual([
      'random.email 0',
      'env.SHOP 0',
      'random.email 1',
    ])
  })
})
