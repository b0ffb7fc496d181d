import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createConcealer } from '../../app/config/concealer.ts'
import { eachByTier } from '../../base/tiers.fixture.ts'
import { defaultPolicy } from '../../compare/gate/gate-policy.ts'
import { pairPlans } from '../../compare/pairing.ts'
import { performComparison } from '../../compare/perform-comparison.ts'
import { performRun } from '../perform-run.ts'
import { echo, fakeClient, plansOf } from './fake-client.fixture.ts'

const suite = `suite: S
agent: desk
laws: { slices add up: the fake service keeps one session for all }
every turn: { latency: { turn: { each: 60 s, p95: 60 s } } }
conversations:
  - name: sound
    turns: [{ user: hi, expect: { reply: { contains: hi } } }]
  - name: breaks
    turns:
      - user: odd
        capture: { word: reply }
        expect: { reply: { matches: /odd/, words: < 9 }, calls: none }
      - user: odd again
        requires: { reply: { contains: odd } }
        expect: { reply: { contains: "{{word}}" } }
    session: { agent: desk, calls: none }
`

/** Entries that throw when their `at`-th member is read; `seen` says whether that happened. */
function breaking(at: number) {
  let [looked, broke] = [0, false]
  const wrap = <T extends object>(value: T): T =>
    new Proxy(value, {
      get(target, name, receiver) {
        const member: unknown = Reflect.get(target, name, receiver)
        if (typeof name === 'symbol') return member
        looked += 1
        if (looked === at) {
          broke = true
          throw new RangeError('Maximum call stack size exceeded')
        }
        return typeof member === 'object' && member !== null && !Array.isArray(target) ? wrap(member) : member
      },
    })
  const { client } = fakeClient(echo)
  const converse: typeof client.converse = async (request, limits) => {
    const answer = await client.converse(request, limits)
    if (!answer.ok || request.message === 'hi') return answer
    return { ...answer, data: { ...answer.data, transcript: answer.data.transcript.map((each) => wrap(each)) } }
  }
  return { client: { ...client, converse }, broke: () => broke }
}

const shared = { reconcile: true, target: 'fake', tableread: '0', concurrency: 1, problems: [] }

eachByTier(1, describe)(['a-key-of-the-test', ''])(
  'whatever breaks while one conversation is run, judged, concealed or counted (key: %j)',
  (key) => {
    beforeEach(() => vi.stubEnv('TABLEREAD_API_KEY', key))
    afterEach(() => vi.unstubAllEnvs())

    it('costs that conversation alone, and is told', { tags: 'stress' }, async () => {
      let places = 0
      for (let at = 1; ; at += 1) {
        const { client, broke } = breaking(at)
        const names: string[] = []
        const result = await performRun(plansOf(suite), {
          ...{ ...shared, client, keepPassed: true, conceal: createConcealer({ custom: [] }) },
          listen: (event) => void (event.kind === 'conversation done' && names.push(event.result.name)),
        })
        if (!broke()) {
          expect(result.totals.passed).toBe(2)
          break
        }
        places = at
        expect(names, `member ${at}`).toEqual(['sound', 'breaks'])
        expect(result.conversations[0]?.verdict, `member ${at}`).toBe('passed')
        const { verdict, reason, turns = [], outcomes = [] } = result.conversations[1] ?? {}
        const why = JSON.stringify([reason, turns.map((turn) => turn.outcomes), outcomes, result.problems])
        expect(why, `member ${at}: ${verdict}`).toContain('Maximum call stack')
        if (verdict === 'passed' && result.problems.length === 0) expect(reason).toMatch(/^the text is left out/)
      }
      expect(places).toBeGreaterThan(50)
    })

    it('leaves the other conversations of a comparison compared', { tags: 'stress' }, async () => {
      for (let at = 1; at < 2_000; at += 7) {
        const { client, broke } = breaking(at)
        const plans = plansOf(suite)
        const context = { client, reconcile: true }
        const comparison = await performComparison(
          plans.map((plan) => pairPlans(plan, plan, 2)),
          {
            ...{ sides: { a: side, b: side }, contexts: { a: context, b: context }, alpha: 0.05, calibrate: 'no' },
            ...{ confirm: false, untilSure: null, concurrency: 1, policy: defaultPolicy, agents: [], problems: [] },
            ...{ tableread: '0', listen: () => undefined },
          },
        )
        expect(comparison.conversations.map(({ name }) => name).sort()).toEqual(['breaks', 'sound'])
        if (!broke()) break
        const broken = comparison.conversations.find(({ name }) => name === 'breaks')
        expect(JSON.stringify([broken, comparison.problems]), `member ${at}`).toMatch(
          /Maximum call stack|could not be judged/,
        )
      }
    })
  },
)

const side = { label: 'default', agent: null, version: 'default', target: 'fake' }
