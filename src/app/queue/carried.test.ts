import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { parseScript } from '../../suite/language/script/parse.ts'
import { type Plan, planScript } from '../../suite/plan/plan.ts'
import { openBundle, openPlan, openResult, sealBundle, sealPlan, sealResult } from './carried.ts'
import { sealOf } from './seal.ts'

const defaults = { versions: ['default', 'draft'], versionsGiven: true, timeLimitMs: 30_000, stopAfterFailure: true }

function plansOf(text: string, environment: Record<string, string> = {}): Plan[] {
  const parsed = parseScript(text, 's.yaml', (file) => ({ file, content: 'include: []\n' }))
  return parsed.ok ? planScript(parsed.script, { ...defaults, environment }) : []
}

const [key, at] = ['one key', { epoch: 'e1', key: 'c1' }]
const seal = sealOf('a run', key)

it('gives back every plan of the suites of this repository', { tags: 'slow' }, () => {
  const folders = ['suites', 'tests/reference/examples'].map((name) => resolve(import.meta.dirname, '../../..', name))
  const texts = folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.yaml'))
      .map((name) => readFileSync(resolve(folder, name), 'utf8')),
  )
  const plans = texts.flatMap((text) => plansOf(text))
  expect(plans.length).toBeGreaterThan(100)
  for (const plan of plans)
    expect(openPlan(sealPlan(plan, { repeatable: true, marks: [] }, at, seal, key), at, seal, key, {})).toEqual({
      plan: JSON.parse(JSON.stringify(plan), (name, value) => (name === 'relaxed' ? new Set(plan.relaxed) : value)),
      repeatable: true,
      marks: [],
    })
})

it('leaves values of the environment behind, and takes those of the worker where they are the same', () => {
  const text = `suite: S
agent: "{{env.DESK}}"
metadata: { shop: "{{env.SHOP}}" }
conversations:
  - name: asks
    turns: [{ user: "hello {{env.SHOP}}", expect: { reply: { contains: "{{env.SHOP}}" } } }]
`
  const there = { DESK: 'order-desk', SHOP: 'the shop of home' }
  const [plan] = plansOf(text, there)
  if (plan === undefined) throw new Error('there is one')
  const carried = { repeatable: false, marks: [] }
  const sealed = sealPlan(plan, carried, at, seal, key)
  expect(JSON.stringify(seal.open(['plan', 'e1', 'c1'], sealed))).not.toMatch(/the shop of home|order-desk/)
  expect(openPlan(sealed, at, seal, key, { ...there, SHOP: ' ' })).toEqual({ missing: ['SHOP'] })
  expect(openPlan(sealed, at, seal, key, { ...there, SHOP: 'the shop of elsewhere' })).toEqual({ differing: ['SHOP'] })
  expect(openPlan(sealed, at, seal, key, there)).toEqual({ plan, ...carried })
  const anybodys = sealOf('a run', '')
  const opening = openPlan(sealPlan(plan, carried, at, anybodys, ''), at, anybodys, key, there)
  expect(opening).toEqual({ withheld: ['SHOP', 'DESK'] })
})

it('opens nothing as something else', () => {
  const [plan] = plansOf(
    'suite: S\nagent: a\nconversations: [{ name: c, turns: [{ user: hi, expect: { reply: { contains: hi } } }] }]\n',
  )
  if (plan === undefined) throw new Error('there is one')
  const sealed = sealPlan(plan, { repeatable: true, marks: [] }, at, seal, key)
  const planAs = (other: Partial<typeof at>, of = seal, text: unknown = sealed): unknown =>
    openPlan(text, { ...at, ...other }, of, key, {})
  expect(planAs({})).not.toBeNull()
  const others = [sealOf('another run', key), sealOf('a run', 'another key'), sealOf('a run', '')]
  const changed = `${sealed.slice(0, 40)}${sealed[40] === 'A' ? 'B' : 'A'}${sealed.slice(41)}`
  for (const outcome of [
    ...[planAs({ key: 'c2' }), planAs({ epoch: 'e2' }), planAs({ epoch: 'e1c', key: '1' })],
    ...others.map((other) => planAs({}, other)),
    ...['', 'AAAA', changed, sealed.slice(0, -8), null, 7].map((text) => planAs({}, seal, text)),
  ])
    expect(outcome).toBeNull()
  const result = { result: { id: 'x' }, attempts: [] } as unknown as Parameters<typeof sealResult>[0]
  const line = sealResult(result, at, '1:ab', seal)
  const resultAs = (epochs: string[], name: string, token: string, text = line): unknown =>
    openResult(text, { epochs, key: name }, token, seal)
  expect(resultAs(['e0', 'e1'], 'c1', '1:ab')).toEqual(result)
  expect([resultAs(['e2'], 'c1', '1:ab'), resultAs(['e1'], 'c2', '1:ab'), resultAs(['e1'], 'c1', '2:ab')]).toEqual([
    null,
    null,
    null,
  ])
  expect([resultAs(['e1'], 'c1', '1:ab', sealed), planAs({}, seal, line)]).toEqual([null, null])
  const bundle = sealBundle({ functions: true } as Parameters<typeof sealBundle>[0], seal)
  expect(openBundle(bundle, 'a run', key)?.seal.isSecret).toBe(true)
  expect([openBundle(bundle, 'a run', 'other'), openBundle(bundle, 'b', key), openBundle(line, 'a run', key)]).toEqual([
    null,
    null,
    null,
  ])
})
