import { describe, expect, it } from 'vitest'
import type { TurnExpectation } from '../language/expectations/turn-expectation.ts'
import { parseScript } from '../language/script/parse.ts'
import { givenOf, movesClock, type Plan, planScript, refillPlan } from './plan.ts'

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
  it('links no file of this machine, from a variable, a row or in a step', () => {
    const sends = (user: string) =>
      `suite: S\nagent: a\nvariables: { a: ./b.jpg, c: "https://shop.example/d.jpg" }\nconversations:\n  - name: one\n    turns:\n${user}`
    const message = (link: string) => `      - { user: hi, attachments: ["${link}"], expect: { reply: x } }\n`
    const step = `      - { send: { attachments: ["{{a}}"] }, expect: { outbox: [] } }\n`
    const [first, ...others] = planOf(sends(message('{{a}}') + step + message('{{c}}')), {}).problems
    expect(first).toMatchObject({ at: { line: 7 }, message: '"./b.jpg" is no public link' })
    expect(others).toMatchObject([{ at: { line: 8 } }])
  })
  it.each([
    ['{ not: { matches: "{{env.PAT}}" } }', '/sorry/i'],
    ['{ not: "{{word}}" }', '/sorry/i'],
    ['{ not: { contains: "{{word}}" } }', '/sorry/i'],
  ])('is broken by a pattern in the environment, which is compared as a text: %s', (reply, pattern) => {
    const text = (more: string) =>
      `suite: S\nagent: desk\nvariables: { word: "{{env.PAT}}" }\n${more}conversations:\n  - name: one\n    turns: [{ user: Hi`
    for (const suite of [
      `${text('')}, expect: { reply: ${reply} } }]\n`,
      `${text(`every turn: { reply: ${reply} }\n`)}, expect: { calls: none } }]\n`,
    ]) {
      expect(planOf(suite, { PAT: pattern }).problems.map(({ code }) => code)).toEqual(['bad-pattern'])
      expect(planOf(suite, { PAT: 'sorry' }).problems).toEqual([])
    }
  })

  it('names its own version, which may come from the environment', () => {
    const text = `${head}agent version: "{{env.V}}"\n${rest}`
    const environment = { DESK: 'desk', V: '7' }
    expect(planOf(text, environment)).toMatchObject({ version: '7', metadata: { at: 'Asha of 7' }, problems: [] })
  })
})

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
