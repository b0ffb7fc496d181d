import { describe, expect, it } from 'vitest'
import { performRun } from '../../engine/perform-run.ts'
import { countVerdicts, exitCode, type RunResult } from '../../engine/run-result.ts'
import { echo, fakeClient, plansOf } from '../../engine/verdict/fake-client.fixture.ts'
import { plainText } from '../../report/document/door.ts'
import { runDocument } from '../../report/studies/run.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import { chooseShard } from './choose-shard.ts'
import { mergeRuns } from './merge-runs.ts'
import type { ShardResult } from './parts.ts'

const turns = (count: number, expected: string): string =>
  Array.from({ length: count }, () => `      - { user: hello, expect: { reply: ${expected} } }\n`).join('')
const talk = (name: string, count: number, more = '', expected = 'You said hello'): string =>
  `  - name: ${name}\n${more}    turns:\n${turns(count, expected)}`
const yaml = `suite: S\nagent: desk\nconversations:\n${talk('long', 6)}${talk('fails', 2, '', 'Nothing')}${talk('rows', 1, '    parameters: [{ x: a }, { x: b }, { x: c }]\n')}${talk('repeated', 1, '    repeat: { times: 3 }\n')}${talk('skipped', 4, '    skip: later\n')}${talk('last', 1)}`

const versions = ['default', 'draft']

async function play(plans: readonly Plan[], more: object = {}): Promise<RunResult> {
  const settings = { target: 'local service http://127.0.0.1:4010 (workspace demo)', tableread: '1', concurrency: 2 }
  const context = {
    client: fakeClient(echo).client,
    reconcile: false,
    keepPassed: true,
    problems: [],
    listen: () => undefined,
  }
  return performRun(plans, { ...settings, ...context, ...more })
}

/** The results of all shards, as they come back from files. */
async function shardsOf(of: number, plans = plansOf(yaml, versions)): Promise<ShardResult<RunResult>[]> {
  return Promise.all(
    Array.from({ length: of }, async (_, index) => {
      const { items, shard } = chooseShard(plans, { index: index + 1, of }, (plan) => [plan])
      const target = `local service http://127.0.0.1:${5000 + index} (workspace demo)`
      const result = await play(items, { shard, target })
      return { file: `${index + 1}.json`, result: JSON.parse(JSON.stringify(result)) as RunResult }
    }),
  )
}

/** The parts of a result that are equal between two runs of the same plans. */
function steady(result: RunResult): unknown {
  return JSON.parse(
    JSON.stringify(result, (key, value) =>
      ['startedAt', 'ms', 'turnMs', 'timestamp', 'sessionId', 'target'].includes(key) ? null : value,
    ),
  )
}

const messageOf = (parts: readonly ShardResult<RunResult>[]): string => {
  const merged = mergeRuns(parts)
  return merged.ok ? 'merged' : merged.message
}

describe('shards', () => {
  it.each<[string, string, string]>([
    ['an expectation', 'reply: You said hello', 'reply: { contains: hello }'],
    ['a guardrail', '# settings', 'every turn: { reply: { not: Hi } }'],
    ['a law', '# settings', 'laws: { agent answers: it need not }'],
    ['a message', 'user: hello', 'user: hello there'],
    ['a repeat', 'times: 3', 'times: 2'],
    ['metadata', '# settings', 'metadata: { name: Asha }'],
    ['a time limit', '# settings', 'time limit: 3 s'],
  ])('are not merged where %s differs, and say of which conversations', async (_, before, after) => {
    const text = yaml.replace('agent: desk\n', 'agent: desk\n# settings\n')
    const [one] = await shardsOf(2, plansOf(text))
    const [, two] = await shardsOf(2, plansOf(text.replace(before, after)))
    if (one === undefined || two === undefined) throw new Error('no shards')
    expect(messageOf([one, two])).toMatch(/ran different scripts of "(long|rows|repeated)/)
  })
  it.each([1, 2, 3, 7, 40])('cut plans so that each is in exactly one of %i', (of) => {
    const plans = plansOf(yaml, versions)
    const shards = Array.from({ length: of }, (_, index) =>
      chooseShard(plans, { index: index + 1, of }, (plan) => [plan]),
    )
    const ids = shards.flatMap(({ items }) => items.map(({ id }) => id))
    expect([...ids].sort()).toEqual(plans.map(({ id }) => id).sort())
    for (const { items, shard } of shards) expect(Object.keys(shard.positions)).toEqual(items.map(({ id }) => id))
    expect(new Set(shards.map(({ shard }) => shard.whole)).size).toBe(1)
  })
  it('keep the versions and the rows of a conversation together, and share the turns out', () => {
    const plans = plansOf(yaml, versions)
    const [first, second] = [1, 2].map((index) => chooseShard(plans, { index, of: 2 }, (plan) => [plan]).items)
    const names = (items: Plan[] | undefined): string[] => [
      ...new Set(items?.map((plan) => plan.conversation.name.value.replace(/ \[.*/, ''))),
    ]
    expect(names(first).filter((name) => names(second).includes(name))).toEqual([])
    const sent = (items: Plan[] | undefined): number =>
      items?.reduce(
        (sum, { conversation, repeat }) =>
          sum + (conversation.skip ? 0 : conversation.turns.length * (repeat?.times ?? 1)),
        0,
      ) ?? 0
    expect(Math.abs(sent(first) - sent(second))).toBeLessThanOrEqual(6)
  })
  it.each([1, 2, 3, 9])('merged, %i of them are the whole run', async (of) => {
    const merged = mergeRuns((await shardsOf(of)).reverse())
    expect(merged.ok && steady(merged.result)).toEqual(steady(await play(plansOf(yaml, versions))))
  })
  it('say which are missing, which is no pass, and are refused where one is there twice', async () => {
    const [one, two, three] = await shardsOf(3)
    if (one === undefined || two === undefined || three === undefined) throw new Error('parts')
    const lost = Object.keys(two.result.shard?.positions ?? {}).length
    const merged = mergeRuns([three, one])
    expect(merged.ok && merged.result.missingShards).toEqual({ indexes: [2], of: 3, conversations: lost })
    const whole = await play(plansOf(yaml, versions))
    const namesOf = ({ conversations }: RunResult): string[] => conversations.map(({ id }) => id)
    const rest = namesOf(whole).filter((id) => two.result.shard?.positions[id] === undefined)
    expect(merged.ok && namesOf(merged.result)).toEqual(rest)
    const alone = mergeRuns([three])
    expect(alone.ok && alone.result.missingShards?.indexes).toEqual([1, 2])
    const passed = { ...whole, totals: { ...countVerdicts([]), passed: 5 } }
    const missingShards = { indexes: [2], of: 3, conversations: lost }
    expect([exitCode(passed, null), exitCode({ ...passed, missingShards }, null)]).toEqual([0, 3])
    const passRate = { least: 0, verdict: 'held' } as RunResult['passRate'] & {}
    expect(exitCode({ ...passed, passRate, missingShards }, null)).toBe(3)
    const document = runDocument({ ...passed, missingShards })
    expect(document.outcome).toBe('not enough')
    expect(plainText(document.headline)).toContain(`shard 2/3 left no result: ${lost} conversations were not judged`)
    expect(document.cases[0]).toMatchObject({ verdict: 'errored', kind: 'missing shards' })
    expect(messageOf([one, two, { ...two, file: 'copy.json' }, three])).toBe('2.json and copy.json are both shard 2/3')
    expect(messageOf([])).toBe('there is nothing to merge')
  })
  it('are refused where they are not of one run', async () => {
    const [one, two] = await shardsOf(2)
    const [, other] = await shardsOf(2, plansOf(yaml, ['default']))
    const [, cut] = await shardsOf(3)
    if (one === undefined || two === undefined || other === undefined || cut === undefined) throw new Error('parts')
    const changed = (more: Partial<RunResult>): ShardResult<RunResult>[] => [
      one,
      { ...two, result: { ...two.result, ...more } },
    ]
    const { shard: _, ...whole } = two.result
    expect(messageOf([one, { ...two, result: whole }])).toBe('2.json is the result of a whole run, not of a shard')
    expect(messageOf([one, cut])).toBe('1.json is shard 1/2, but 2.json is shard 2/3')
    expect(messageOf([one, other])).toBe('1.json and 2.json were cut from different conversations (16 and 8)')
    const cutBy = (durations: string): object =>
      two.result.shard === undefined ? {} : { shard: { ...two.result.shard, durations } }
    expect(messageOf(changed(cutBy('0123')))).toBe('1.json was cut by turns, but 2.json by the durations 0123')
    expect(messageOf(changed({ tableread: '2' }))).toBe('1.json is of Tableread 1, but 2.json of 2')
    expect(messageOf(changed({ target: 'https://api.example.com' }))).toContain(
      '2.json against https://api.example.com',
    )
    expect(messageOf(changed({ conversations: [] }))).toMatch(/the files hold \d+ of 16 conversations/)
    expect(messageOf(changed({ conversations: one.result.conversations }))).toContain('which is not of its shard')
  })
  it('take the wall clock of all together, and a target without a port', async () => {
    const [one, two] = await shardsOf(2)
    if (one === undefined || two === undefined) throw new Error('parts')
    const at = (part: ShardResult<RunResult>, startedAt: string, ms: number): ShardResult<RunResult> => ({
      ...part,
      result: { ...part.result, startedAt, ms },
    })
    const merged = mergeRuns([at(one, '2026-01-01T00:00:10.000Z', 5_000), at(two, '2026-01-01T00:00:00.000Z', 12_000)])
    expect(merged.ok && [merged.result.startedAt, merged.result.ms, merged.result.target]).toEqual([
      '2026-01-01T00:00:00.000Z',
      15_000,
      'local service (workspace demo)',
    ])
  })
})
