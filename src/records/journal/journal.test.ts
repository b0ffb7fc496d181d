import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import { plansOf } from '../../engine/verdict/fake-client.fixture.ts'
import { notReached } from '../../engine/verdict/never-ran.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import { beginJournal, resumeJournal } from './open-journal.ts'
import { readJournal } from './read-journal.ts'

const folder = mkdtempSync(join(tmpdir(), 'tableread-journal-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const plans = plansOf(`suite: S
agent: desk
conversations:
  - name: one
    turns: [{ user: "größer ☂", expect: { reply: one } }]
  - name: two
    turns: [{ user: two, expect: { reply: two } }]
  - name: three
    turns: [{ user: three, expect: { reply: three } }]
`)
const header = { tableread: '0', startedAt: '2026-01-01T00:00:00.000Z', command: 'tableread run', settings: {} }
const silent = { linesOf: () => undefined, onTrouble: () => {} }
const passed = (plan: Plan): ConversationResult => ({ ...notReached(plan), verdict: 'passed' })

async function written(name: string, results: readonly ConversationResult[]): Promise<string> {
  const path = join(folder, name)
  const journal = await beginJournal(path, { ...header, conversations: plans.length }, silent)
  for (const [index, result] of results.entries()) {
    const plan = plans[index]
    if (plan !== undefined) journal.begin(plan).keep({ result, attempts: [] })
  }
  await journal.close(false)
  return path
}

describe('a journal', () => {
  it('torn at any byte gives every conversation that was written whole, and can be gone on with', {
    tags: 'stress',
  }, async () => {
    const results = plans.map(passed)
    const whole = readFileSync(await written('whole.jsonl', results))
    const ends = [...whole.entries()].flatMap(([index, byte]) => (byte === 0x0a ? [index + 1] : []))
    const torn = join(folder, 'torn.jsonl')
    for (let length = 0; length <= whole.length; length += 1) {
      writeFileSync(torn, whole.subarray(0, length))
      const lines = ends.filter((end) => end <= length).length
      const read = readJournal(torn)
      expect([length, read?.entries.size ?? null, read?.end ?? 0]).toEqual([
        length,
        lines === 0 ? null : lines - 1,
        ends[lines - 1] ?? 0,
      ])
    }
    writeFileSync(torn, whole.subarray(0, (ends[2] ?? 0) + 40))
    const read = readJournal(torn)
    if (read === null) throw new Error('the journal cannot be read')
    const journal = await resumeJournal(torn, read, silent)
    expect(plans.map((plan) => journal.begin(plan).earlier?.result.name ?? null)).toEqual(['one', 'two', null])
    for (const plan of plans.slice(2)) journal.begin(plan).keep({ result: passed(plan), attempts: [] })
    await journal.close(false)
    const [first, second, third] = plans.map(({ id }) => id)
    expect([...(readJournal(torn)?.entries.keys() ?? [])]).toEqual([first, second, `${third} run 2`])
  })

  it('leaves out a damaged line in the middle, and reads on', async () => {
    const path = await written('damaged.jsonl', plans.map(passed))
    const text = readFileSync(path, 'utf8')
    writeFileSync(path, text.replace('"name":"two"', '"name":"twO"'))
    const read = readJournal(path)
    expect([...(read?.entries.keys() ?? [])]).toEqual([plans[0]?.id, plans[2]?.id])
    expect(read?.damaged).toBe(1)
  })

  it('recalls no conversation that changed, and none that has no verdict', async () => {
    const [one, two, three] = plans
    if (one === undefined || two === undefined || three === undefined) throw new Error('there are three')
    const first = passed(one)
    const path = await written('some.jsonl', [first, { ...passed(two), verdict: 'errored' }, notReached(three)])
    const read = readJournal(path)
    if (read === null) throw new Error('the journal cannot be read')
    const journal = await resumeJournal(path, read, silent)
    const records = plans.map((plan) => journal.begin(plan).earlier)
    expect(records.map((each) => each !== null)).toEqual([true, false, false])
    expect(records[0]?.result).toEqual(JSON.parse(JSON.stringify(first)))
    expect(journal.open()).toEqual({ open: 2, broken: 0 })
    await journal.close(false)
    for (const changed of [
      { ...one, metadata: { tier: 'gold' } },
      { ...one, relaxed: new Set(['slices add up'] as const) },
    ]) {
      const again = await resumeJournal(path, read, silent)
      expect(again.begin(changed).earlier).toBe(null)
      await again.close(false)
    }
    await (await resumeJournal(path, read, silent)).close(true)
    expect(() => readFileSync(path)).toThrow('ENOENT')
  })

  it('counts a crash of the agent apart, which running again does not mend, until it has a verdict', async () => {
    const [one] = plans
    if (one === undefined) throw new Error('there are three')
    const journal = await beginJournal(join(folder, 'crash.jsonl'), { ...header, conversations: 1 }, silent)
    const failure = { kind: 'refused', layer: 'agent', status: 500, message: 'no prompt', errorCode: null }
    const crash = { ...passed(one), verdict: 'errored' as const, turns: [{ verdict: 'errored', failure } as never] }
    const attempt = journal.begin(one)
    attempt.keep({ result: crash, attempts: [] })
    expect(journal.open()).toEqual({ open: 0, broken: 1 })
    attempt.keep({ result: passed(one), attempts: [] })
    expect(journal.open()).toEqual({ open: 0, broken: 0 })
    await journal.close(true)
  })

  it('knows each performance of a plan that a comparison performs several times, in their order', async () => {
    const [one] = plans
    if (one === undefined) throw new Error('there are three')
    const path = join(folder, 'pairs.jsonl')
    const journal = await beginJournal(path, { ...header, conversations: 1 }, silent)
    const runs = ['passed', 'failed', 'errored', 'failed'] as const
    for (const verdict of runs) journal.begin(one).keep({ result: { ...passed(one), verdict }, attempts: [] })
    await journal.close(false)
    const read = readJournal(path)
    if (read === null) throw new Error('the journal cannot be read')
    const again = await resumeJournal(path, read, silent)
    expect(runs.map(() => again.begin(one).earlier?.result.verdict ?? null)).toEqual([
      'passed',
      'failed',
      null,
      'failed',
    ])
    expect(again.open()).toEqual({ open: 1, broken: 0 })
    await again.close(true)
  })

  it('gives again the whole of what has a verdict, and of nothing else', async () => {
    const path = join(folder, 'whole-again.jsonl')
    const journal = await beginJournal(path, { ...header, conversations: 3 }, silent)
    const verdicts = ['passed', 'failed', 'errored'] as const
    const results = plans.map((plan, index) => ({
      ...passed(plan),
      verdict: verdicts[index] ?? 'passed',
      reason: 'told',
    }))
    for (const [index, result] of results.entries()) {
      const plan = plans[index]
      if (plan !== undefined) journal.begin(plan).keep({ result, attempts: [] })
    }
    const slim = results.map((result) => ({ ...result, reason: null }))
    expect(slim.map((each) => [journal.holds(each), journal.wholeOf(each).reason])).toEqual([
      [true, 'told'],
      [true, 'told'],
      [false, null],
    ])
    await journal.close(true)
  })

  it('holds no secret, and is no journal where its first line is torn', async () => {
    const path = join(folder, 'clean.jsonl')
    vi.stubEnv('TABLEREAD_API_KEY', 'two-of-them')
    const journal = await beginJournal(path, { ...header, conversations: 3 }, silent)
    for (const plan of plans)
      journal.begin(plan).keep({ result: { ...passed(plan), reason: 'two-of-them' }, attempts: [] })
    await journal.close(false)
    vi.unstubAllEnvs()
    expect(readFileSync(path, 'utf8')).not.toContain('two-of-them')
    expect(readFileSync(path, 'utf8')).toContain('<api key>')
    writeFileSync(path, '00000000 {"journal":1}\n')
    expect(readJournal(path)).toBe(null)
    appendFileSync(path, '\n\n')
    expect(readJournal(path)).toBe(null)
  })
})
