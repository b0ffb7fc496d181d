import { describe, expect, it } from 'vitest'
import { parseScript } from '../language/parse.ts'
import { type Plan, pinnedVersion, planScript } from './plan.ts'
import { givenOf, refillPlan } from './refill-plan.ts'

const head = 'suite: S\nagent: "{{env.DESK}}"\nvariables: { who: "{{name}} of {{version}}", name: Asha }\n'
const rest =
  'metadata: { at: "{{who}}", price: "{{price}}" }\ncustomer: { number: "{{phone}}" }\nevery turn: { reply: { not: { contains: "{{who}}" } } }\n' +
  'conversations:\n  - name: one\n    variables: { price: 19.90, phone: 15550100 }\n    turns: [{ user: "{{price}}", expect: { reply: hi } }]\n'

function planOf(text: string, environment: Record<string, string>): Plan {
  const parsed = parseScript(text, 's.yaml')
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  const defaults = { versions: ['2'], versionsGiven: false, timeLimitMs: 1, stopAfterFailure: true, environment }
  const [plan] = planScript(parsed.script, defaults)
  if (plan === undefined) throw new Error('no plan')
  return plan
}

const guarded = ({ everyTurn }: Plan): unknown => {
  const text = everyTurn[0]?.reply?.text
  return text?.kind === 'not' && text.of.kind === 'contains' ? text.of.parts[0] : text
}

describe('what holds of a conversation from its start', () => {
  const plan = planOf(`${head}${rest}`, { DESK: 'order-desk' })
  it('is filled in, each value in its kind', () => {
    expect(plan).toMatchObject({
      agent: { value: 'order-desk' },
      metadata: { at: 'Asha of 2', price: 19.9 },
      customer: { number: '15550100' },
      numerals: { price: '19.90' },
      unset: [],
      problems: [],
    })
    expect(guarded(plan)).toMatchObject({ written: 'Asha of 2' })
  })
  it('is filled in once more for another version', () => {
    const other = refillPlan(plan, { ...givenOf(plan), version: '3' })
    expect(other.metadata).toEqual({ at: 'Asha of 3', price: 19.9 })
    expect([other.agent.value, guarded(other)]).toMatchObject(['order-desk', { written: 'Asha of 3' }])
  })
  it('is without what no script gives where that does not count', () => {
    const bare = refillPlan(plan, {})
    expect([bare.agent.value, bare.metadata.at, bare.variables.version]).toEqual([
      '{{env.DESK}}',
      'Asha of {{version}}',
      undefined,
    ])
  })
  it('lacks what the environment sets to nothing', () => {
    expect(planOf(`${head}${rest}`, { DESK: ' ' }).unset).toEqual(['DESK'])
  })
  it('names its own version, which may come from the environment', () => {
    const text = `${head}agent version: "{{env.V}}"\n${rest}`
    const environment = { DESK: 'desk', V: '7' }
    expect(planOf(text, environment)).toMatchObject({ version: '7', metadata: { at: 'Asha of 7' }, problems: [] })
    const parsed = parseScript(text, 's.yaml')
    const script = parsed.ok ? parsed.script : undefined
    const [conversation] = script?.conversations ?? []
    expect(script && conversation && pinnedVersion(script, conversation, { environment })).toBe('7')
  })
})
