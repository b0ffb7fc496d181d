import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { parseScript } from '../../suite/language/parse.ts'
import { type Plan, planScript } from '../../suite/plan/plan.ts'
import { packPlan, unpack, unpackPlan } from './carried.ts'

const defaults = { versions: ['default', 'draft'], versionsGiven: true, timeLimitMs: 30_000, stopAfterFailure: true }

function plansOf(text: string, environment: Record<string, string> = {}): Plan[] {
  const parsed = parseScript(text, 's.yaml', (file) => ({ file, content: 'include: []\n' }))
  return parsed.ok ? planScript(parsed.script, { ...defaults, environment }) : []
}

it('gives back every plan of the suites of this repository', () => {
  const folders = ['suites', 'tests/reference/examples'].map((name) => resolve(import.meta.dirname, '../../..', name))
  const texts = folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.yaml'))
      .map((name) => readFileSync(resolve(folder, name), 'utf8')),
  )
  const plans = texts.flatMap((text) => plansOf(text))
  expect(plans.length).toBeGreaterThan(100)
  for (const plan of plans)
    expect(unpackPlan(packPlan(plan, [], {}), {}, { comparesValues: true })).toEqual({
      plan: JSON.parse(JSON.stringify(plan), (key, value) => (key === 'relaxed' ? new Set(plan.relaxed) : value)),
      marks: [],
    })
})

it('carries no value of the environment, and takes those of the worker', () => {
  const text = `suite: S
agent: "{{env.DESK}}"
metadata: { shop: "{{env.SHOP}}" }
conversations:
  - name: asks
    turns: [{ user: "hello {{env.SHOP}}", expect: { reply: { contains: "{{env.SHOP}}" } } }]
`
  const key = { TABLEREAD_API_KEY: 'sk-one-key' }
  const there = { ...key, DESK: 'order-desk', SHOP: 'the shop of home' }
  const comparing = { comparesValues: true }
  const [plan] = plansOf(text, there)
  if (plan === undefined) throw new Error('there is one')
  const packed = packPlan(plan, [], there)
  expect(JSON.stringify(unpack(packed))).not.toMatch(/the shop of home|order-desk/)
  expect(unpackPlan(packed, { ...there, SHOP: ' ' }, comparing)).toEqual({ missing: ['SHOP'] })
  const other = { ...there, SHOP: 'the shop of elsewhere' }
  expect(unpackPlan(packed, other, comparing)).toEqual({ differing: ['SHOP'] })
  expect(unpackPlan(packed, other, { comparesValues: false })).toHaveProperty('plan')
  expect(unpackPlan(packed, there, comparing)).toEqual({ plan, marks: [] })
})
