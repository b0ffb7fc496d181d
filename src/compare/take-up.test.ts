import { describe, expect, it } from 'vitest'
import { said } from '../engine/transcript/entries.fixture.ts'
import type { Conceal } from '../engine/verdict/conceal.ts'
import { plansOf } from '../engine/verdict/fake-client.fixture.ts'
import type { TranscriptEntry } from '../wire/api/transcript-entry.ts'
import type { Client } from '../wire/client/client.ts'
import type { Comparison } from './comparison.ts'
import { defaultPolicy } from './gate/gate-policy.ts'
import { pairPlans } from './pairing.ts'
import { performComparison } from './perform-comparison.ts'
import { fingerprintOf } from './review/settle-reviews.ts'
import type { ComparisonSettings } from './run-rounds.ts'

/** How often (from 0 to 1) an agent says something wrong, by what it is asked. */
type Wrong = (asked: string, run: number) => boolean

/** What was asked of each side, and the histories that its sessions began with. */
interface Heard {
  asked: Record<'a' | 'b', string[]>
}

function clientOf(side: 'a' | 'b', wrong: Wrong, log: Heard): Client {
  let sessions = 0
  const runs = new Map<string, number>()
  const stored = new Map<string, TranscriptEntry[]>()
  const client = {
    async converse({
      message = '',
      sessionId,
      agentVersion,
    }: Record<'message' | 'sessionId' | 'agentVersion', string>) {
      log.asked[side].push(`${agentVersion}: ${message}`)
      const run = runs.get(message) ?? 0
      runs.set(message, run + 1)
      const isOwn = agentVersion === (side === 'a' ? 'default' : 'draft')
      const reply = isOwn && wrong(message, run) ? 'no idea' : `fine, ${message}`
      const transcript = [said('user', message), said('assistant', reply)]
      if (sessionId === undefined) sessions += 1
      const data = { sessionId: sessionId ?? `${side}-${sessions}`, transcript }
      stored.set(data.sessionId, [...(stored.get(data.sessionId) ?? []), ...transcript])
      return { ok: true, data, status: 200, requestId: null, timeMs: 1 }
    },
    async fetchSession(sessionId: string) {
      const agentDetails = { name: 'desk', number: null, email: null, version: null }
      const data = { sessionId, agentDetails, transcript: stored.get(sessionId) }
      return { ok: true, data, status: 200, requestId: null, timeMs: 1 }
    },
  }
  return client as unknown as Client
}

const turnsOf = (name: string, turns: number): string =>
  Array.from(
    { length: turns },
    (_, index) => `      - { user: "${name} ${index + 1}", expect: { reply: { contains: fine } } }\n`,
  ).join('')

async function compared(
  names: Record<string, number>,
  wrong: Record<'a' | 'b', Wrong>,
  settings: Partial<ComparisonSettings> = {},
  { more = '', conceal }: { more?: string; conceal?: Conceal } = {},
): Promise<{ comparison: Comparison; heard: Heard }> {
  const conversations = Object.entries(names).map(
    ([name, turns]) => `  - name: ${name}\n${more}    turns:\n${turnsOf(name, turns)}`,
  )
  const yaml = `suite: S\nagent: desk\nconversations:\n${conversations.join('')}`
  const others = plansOf(yaml, ['draft'])
  const pairings = plansOf(yaml).flatMap((plan, index) => {
    const b = others[index]
    return b === undefined ? [] : [pairPlans(plan, b, null)]
  })
  const shared = { reconcile: false, ...(conceal === undefined ? {} : { conceal }) }
  const log: Heard = { asked: { a: [], b: [] } }
  const comparison = await performComparison(pairings, {
    sides: {
      a: { label: 'default', agent: null, version: 'default', target: 'fake' },
      b: { label: 'draft', agent: null, version: 'draft', target: 'fake' },
    },
    contexts: {
      a: { client: clientOf('a', wrong.a, log), ...shared },
      b: { client: clientOf('b', wrong.b, log), ...shared },
    },
    ...{ calibrate: 'no', alpha: 0.05, concurrency: 1, confirm: true, untilSure: null, deep: true },
    ...{ policy: defaultPolicy, agents: [], problems: [], tableread: '0.0.0', listen: () => undefined },
    ...settings,
  })
  return { comparison, heard: log }
}

const never: Wrong = () => false
const at =
  (...texts: string[]): Wrong =>
  (message) =>
    texts.includes(message)

const brief = ({ conversations }: Comparison): string[] =>
  conversations.map(({ id, verdict, certainty }) => `${id}: ${verdict}${certainty === null ? '' : ` (${certainty})`}`)

describe('a comparison that goes on behind a break', () => {
  it('judges what the break hides from the history of the side that got further, and again behind the next one', async () => {
    const { comparison, heard } = await compared({ one: 5 }, { a: never, b: at('one 1', 'one 4') })
    expect(brief(comparison)).toEqual([
      'suite.yaml:4: regressed (hard break)',
      'suite.yaml:4 from turn 2: regressed (hard break)',
      'suite.yaml:4 from turn 5: same',
    ])
    const [whole, second, fifth] = comparison.conversations
    expect(whole?.reason).toBe(
      "passed 4 of 4 on default, 0 of 4 on draft; turn 1 regressed; from default's history turns 2 and 3 the same, turn 4 regressed; from default's history turn 5 the same",
    )
    expect(second).toMatchObject({ name: 'one, from turn 2', continues: { of: 'suite.yaml:4', turn: 1, history: 'a' } })
    expect(second?.reason).toBe("from default's history: passed 4 of 4 on default, 0 of 4 on draft")
    expect(second?.runs.b.map(({ turn, way }) => [turn, way])).toEqual(Array(4).fill([3, 'turn 4: reply']))
    expect(second?.shown.b?.turns.map(({ index, verdict }) => [index, verdict])).toEqual([
      [1, 'passed'],
      [2, 'passed'],
      [3, 'failed'],
      [4, 'not reached'],
    ])
    expect(fifth?.shown.b?.history).toHaveLength(8)
    expect(comparison).toMatchObject({
      ...{ deep: 5, totals: { regressed: 1, same: 0 }, passed: { b: { judged: 4 } }, gate: { verdict: 'shut' } },
      sentence:
        'Do not publish draft: 1 of 1 conversation got worse ("one"); taken up 2 times behind a break: 1 got worse ("one, from turn 2").',
    })
    expect(comparison.gate.rules.find(({ name }) => name === 'hard breaks')?.seen).toBe('2: "one", "one, from turn 2"')
    const before = heard.asked.b.filter((message) => message.startsWith('default'))
    expect([...new Set(before)]).toEqual(['default: one 1', 'default: one 2', 'default: one 3', 'default: one 4'])
  })
  it('shuts the gate for what got worse behind a turn that breaks on the other side alone', async () => {
    const { comparison } = await compared({ one: 3 }, { a: at('one 1'), b: at('one 3') })
    expect(brief(comparison)).toEqual(['suite.yaml:4 from turn 2: regressed (hard break)', 'suite.yaml:4: changed'])
    expect(comparison.conversations[1]?.reason).toContain(
      "turn 1 fails on default; from draft's history turn 2 the same, turn 3 regressed",
    )
    expect(comparison.sentence).toBe('Do not publish draft: hard breaks: 1: "one, from turn 2" (wanted: none).')
  })
  it('leaves alone what was judged: no break, a break in the last turn, and one in few pairs', async () => {
    const slips: Wrong = (message, run) => message === 'rare 1' && run === 1
    const { comparison } = await compared(
      { fine: 3, last: 2, rare: 2 },
      { a: never, b: (message, run) => message === 'last 2' || slips(message, run) },
    )
    expect(comparison.conversations.map(({ name, verdict }) => `${name}: ${verdict}`)).toEqual([
      'last: regressed',
      'rare: flaky',
      'fine: same',
    ])
  })
  it('says what stays hidden, and why', async () => {
    const both = await compared({ one: 3 }, { a: at('one 1'), b: at('one 1') })
    expect(both.comparison.conversations.map(({ reason }) => reason)).toEqual([
      'passed 0 of 3 on default, 0 of 3 on draft; turn 1 fails on both sides; turns 2 and 3 not judged: neither side got past turn 1',
    ])
    expect(both.comparison.conversations[0]?.hidden).toEqual({ turn: 1, why: 'neither side got past turn 1' })
    const opening = '    before: [{ user: Hello }]\n'
    const before = await compared({ one: 2 }, { a: never, b: at('one 1') }, {}, { more: opening })
    expect(before.comparison.conversations[0]?.reason).toContain('turn 2 not judged: something is said under before')
  })
  it('says that turns pass but for the runs that broke there', async () => {
    const slips: Wrong = (message, run) => message === 'one 4' || (message === 'one 2' && run === 1)
    const { comparison } = await compared({ one: 5 }, { a: never, b: slips })
    expect(comparison.conversations.map(({ reason }) => reason).join()).toContain(
      'turns 1 to 3 the same but for 1 of 4 runs of draft, turn 4 regressed',
    )
    const second: Wrong = (message, run) => message === 'one 2' || (message === 'one 1' && run === 1)
    const short = await compared({ one: 3 }, { a: never, b: second })
    expect(short.comparison.conversations[0]?.reason).toMatch(
      /turn 1 (?:passes|the same) but for 1 of 4 runs of draft, turn 2 regressed/,
    )
  })
  it('says that nothing of the session is expected of what is taken up', async () => {
    const { comparison } = await compared(
      { one: 2 },
      { a: never, b: at('one 1') },
      {},
      { more: '    session: { calls: none }\n' },
    )
    const [whole, part] = comparison.conversations
    expect(whole?.reason).toMatch(/what session: expects not judged behind turn 1$/)
    expect(part?.continues).toMatchObject({ session: 'not judged' })
  })
  it('says what of it is approved, and excuses nothing else', async () => {
    const wrong = { a: never, b: at('one 1', 'one 3') }
    const first = await compared({ one: 3 }, wrong)
    const part = first.comparison.conversations.find(({ continues }) => continues !== undefined)
    const entry = {
      ...{ suite: 'S', conversation: 'one, from turn 2', agent: 'desk', differs: ['turn 3: fails: reply'] },
      ...{ decision: 'approved' as const, by: 'Asha', on: '2026-11-29', why: 'it is meant' },
      fingerprint: part === undefined ? [] : fingerprintOf(part),
    }
    const { comparison } = await compared({ one: 3 }, wrong, { reviews: [entry] })
    expect(comparison.sentence).toContain('behind a break: 1 as approved ("one, from turn 2")')
  })
  it('opens no gate on an approved break whose later turns nobody judged, whatever they would have shown', async () => {
    const wrong = { a: never, b: at('one 2', 'one 3') }
    const approve = async (comparison: Comparison, settings: Partial<ComparisonSettings>) => {
      const reviews = comparison.conversations.slice(0, 1).map((each) => ({
        ...{ suite: 'S', conversation: each.name, agent: 'desk', differs: [], fingerprint: fingerprintOf(each) },
        ...{ decision: 'approved' as const, by: 'Asha', on: '2026-11-29', why: 'it is meant' },
      }))
      return (await compared({ one: 3, two: 1 }, wrong, { reviews, ...settings })).comparison
    }
    const { comparison } = await compared({ one: 3, two: 1 }, wrong, { deep: false })
    const usual = await approve(comparison, { deep: false })
    expect(usual.conversations[0]).toMatchObject({ review: { decision: 'approved' }, hidden: { turn: 2 } })
    expect([usual.gate.verdict, usual.sentence]).toEqual(['not judged', expect.stringMatching(/"one" from turn 3 on:/)])
    const deep = await approve(comparison, {})
    expect([deep.gate.verdict, deep.sentence]).toEqual(['shut', expect.stringMatching(/"one, from turn 3"/)])
  })
  it('counts what tells nothing of b only where nothing taken up does', async () => {
    const { comparison } = await compared({ one: 3, two: 1 }, { a: at('one 1'), b: at('one 1', 'one 3') })
    expect(comparison.sentence).toContain('"one" fails on both sides')
    const outcome = await compared({ one: 3, two: 1 }, { a: at('one 2'), b: at('one 1') })
    expect(outcome.comparison.sentence).not.toContain('fails on both sides')
  })
  it('asks the version that got further, since it may keep something beside the talk, and goes on in the same session', async () => {
    const { comparison, heard } = await compared({ one: 3 }, { a: never, b: at('one 1', 'one 3') })
    expect(brief(comparison)).toEqual([
      'suite.yaml:4: regressed (hard break)',
      'suite.yaml:4 from turn 2: regressed (hard break)',
    ])
    expect(heard.asked.b.slice(-3)).toEqual(['default: one 1', 'draft: one 2', 'draft: one 3'])
    expect(comparison.conversations[1]?.shown.b?.history).toHaveLength(2)
  })
  it('reports nothing private of the run that it goes on from', async () => {
    const hide = (text: string): string => text.replaceAll('fine, one', '[hidden]')
    const conceal = { conversation: (result: unknown) => JSON.parse(hide(JSON.stringify(result))) } as never
    const { comparison } = await compared({ one: 2 }, { a: never, b: at('one 1') }, {}, { conceal })
    expect(JSON.stringify(comparison)).not.toContain('fine, one')
  })
  it('does nothing of this unless it is asked to', async () => {
    const { comparison } = await compared({ one: 3 }, { a: never, b: at('one 1') }, { deep: false })
    expect([comparison.conversations.length, 'deep' in comparison]).toEqual([1, false])
    expect(comparison.conversations[0]?.reason).toBe('passed 3 of 3 on default, 0 of 3 on draft')
  })
  it('goes on with what a quick look selected', async () => {
    const { comparison } = await compared({ fine: 2, one: 3 }, { a: never, b: at('one 1', 'one 3') }, { quick: true })
    expect(brief(comparison)).toEqual([
      'suite.yaml:8: regressed (hard break)',
      'suite.yaml:8 from turn 2: regressed (hard break)',
      'suite.yaml:4: same',
    ])
    expect(comparison.quick).toBe(1)
  })
  it('finds every later break of twenty drafts that break early', { tags: 'stress' }, async () => {
    const missed: string[] = []
    for (let draft = 0; draft < 20; draft += 1) {
      const [early, later] = [1 + (draft % 3), 4 + (draft % 4)]
      const planted = at(`one ${early}`, `one ${later}`, `two ${later}`)
      const { comparison } = await compared({ one: 8, two: 8 }, { a: never, b: planted })
      const ways = comparison.conversations.flatMap(({ verdict, runs }) =>
        verdict === 'regressed' ? [...new Set(runs.b.map(({ way }) => way))] : [],
      )
      const failures = [early, later, later].map((turn) => `turn ${turn}: reply`)
      if (ways.sort().join() !== failures.sort().join())
        missed.push(`${draft}: ${ways.join()} instead of ${failures.join()}`)
    }
    expect(missed).toEqual([])
  })
})
