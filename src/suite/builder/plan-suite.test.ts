import { describe, expect, it } from 'vitest'
import { BrokenSuite, planSuite } from './plan-suite.ts'
import { conversation, suite } from './suite.ts'

const looked = ['1042', '2077'].map((order) =>
  conversation(`looks ${order} up`)
    .user(`Where is my order ${order}?`)
    .expect({ calls: [{ lookup_order: { with: { order_id: order } } }] }),
)

describe('planSuite', () => {
  it('gives each conversation of a loop an id of its own, version by version', () => {
    const plans = planSuite(suite('S', { agent: 'desk' }, looked), { versions: ['default', 'draft'] })
    expect(plans.map(({ version }) => version)).toEqual(['default', 'draft', 'default', 'draft'])
    expect(new Set(plans.map(({ id }) => id)).size).toBe(4)
  })

  it('lets versions that are given override those of the suite', () => {
    const pinned = suite('S', { agent: 'desk', 'agent version': '2', 'time limit': '5 s' }, looked.slice(1))
    expect(planSuite(pinned)).toMatchObject([{ version: '2', timeLimitMs: 5_000, stopAfterFailure: true }])
    expect(planSuite(pinned, { versions: ['draft'] })).toMatchObject([{ version: 'draft' }])
  })

  it('fills in what the environment gives, and holds what the project says', () => {
    const question = conversation('asks')
      .user('In {{env.CITY}}?')
      .expect({ reply: { contains: '{{env.CITY}}' } })
    const [plan] = planSuite(suite('S', { agent: '{{env.DESK}}' }, [question]), {
      environment: { CITY: 'Rome', DESK: 'desk' },
      project: { relaxed: ['time order'] },
    })
    expect(plan).toMatchObject({ agent: { value: 'desk' }, variables: { 'env.CITY': 'Rome' }, unset: [] })
    expect(plan?.relaxed.has('time order')).toBe(true)
  })

  it('throws every problem with its line', () => {
    const silent = conversation('says nothing').user('Where is {{order}}?')
    const broken = suite('S', { agent: 'desk' }, [silent])
    expect(() => planSuite(broken)).toThrow(BrokenSuite)
    expect(() => planSuite(broken)).toThrow(
      `src/suite/builder/plan-suite.test.ts:37:20: this conversation asserts nothing, so it could never fail [asserts-nothing]
  36 |   it('throws every problem with its line', () => {
  37 |     const silent = conversation('says nothing').user('Where is {{order}}?')
     |                    ^^^^^^^^^^^^
   hint: add expect: to a turn, or session:

src/suite/builder/plan-suite.test.ts:37:49: nothing gives {{order}} a value before this [unknown-variable]`,
    )
  })

  it('leaves a draft that is not there out, unless nothing else is asked for', () => {
    const versionsOf = (versions: string[], draftless: string[]): string[] =>
      planSuite(suite('S', { agent: 'desk' }, looked.slice(1)), { versions, draftless }).map(({ version }) => version)
    expect(versionsOf(['default', 'draft'], ['desk'])).toEqual(['default'])
    expect(versionsOf(['default', 'draft'], ['other'])).toEqual(['default', 'draft'])
    expect(versionsOf(['draft'], ['desk'])).toEqual(['draft'])
  })
})

it('refuses a version that there cannot be', () => {
  const drafted = (): unknown => planSuite(suite('S', { agent: 'desk' }, looked), { versions: ['drafft'] })
  expect(drafted).toThrow(
    /plan-suite\.test\.ts:\d+:\d+: planSuite: "drafft" is no version[\s\S]*default, draft or a number/,
  )
})
