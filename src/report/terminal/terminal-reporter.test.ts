import { describe, expect, it } from 'vitest'
import { performRun } from '../../engine/perform-run.ts'
import type { RunEvent } from '../../engine/run-result.ts'
import { called, gave, said } from '../../engine/transcript/entries.fixture.ts'
import { fakeClient, plansOf } from '../../engine/verdict/fake-client.fixture.ts'
import { plainText } from '../document/door.ts'
import { budgetLines } from './terminal-reporter.ts'

/** Runs a suite whose agent calls a quick tool and a slow one, and prints what was measured. */
async function measured(yaml: string, ms: number[] = [10, 20, 30], versions = ['default']): Promise<string> {
  const { client } = fakeClient(({ message = '' }, turn) => [
    said('user', message, turn * 10_000),
    called('quick', `q${turn}`),
    gave('quick', `q${turn}`, 'ok', { executionTimeMs: 5 }),
    called('slow', `s${turn}`),
    gave('slow', `s${turn}`, 'ok', { executionTimeMs: ms[turn % ms.length] ?? 0 }),
    said('assistant', 'ok', turn * 10_000 + 1_000),
  ])
  const events: RunEvent[] = []
  await performRun(plansOf(`suite: S\nagent: desk\n${yaml}`, versions), {
    client,
    target: 't',
    tableread: '0',
    concurrency: 1,
    keepPassed: false,
    problems: [],
    reconcile: false,
    listen: (event) => void events.push(event),
  })
  const done = events.at(-1)
  return budgetLines(done?.kind === 'done' ? (done.budgets ?? []) : [])
    .map(plainText)
    .join('\n')
}

const talk = (expected: string) => `conversations:\n  - name: n\n    turns: [{ user: hi, expect: ${expected} }]\n`

describe('the table of budgets', () => {
  it('is not there without limits', async () => {
    expect(await measured(talk('{ reply: ok }'))).toBe('')
  })
  it('holds every limit against what was measured, in repeats that are not shown as well', async () => {
    const yaml = `every turn: { latency: { tool: 15 ms } }\nrepeat: 3\n${talk(
      '{ latency: { reply: < 2 s, tools: { slow: { each: 25 ms, p50: 1 s } } } }',
    )}`.replace('repeat: 3', 'repeat: { times: 3, pass: 1 }')
    expect(await measured(yaml)).toBe(
      [
        ' latency    limit          times    p50    p95    max  over',
        ' reply      < 2 s              3  1.0 s  1.0 s  1.0 s     -',
        ' tool       at most 15 ms      6   5 ms  30 ms  30 ms     2',
        ' slow       at most 25 ms      3  20 ms  30 ms  30 ms     1',
        ' slow, p50  at most 1 s        1  20 ms  20 ms  20 ms     -',
      ].join('\n'),
    )
  })
  it('tells versions apart, and counts times that are not known', async () => {
    const table = await measured(talk('{ latency: { tools: { other: 1 s } } }'), [10], ['1', '2'])
    expect(table).toBe(
      [
        '      latency  limit        times  p50  p95  max  over  not known',
        ' [1]  other    at most 1 s      1    -    -    -     -          1',
        ' [2]  other    at most 1 s      1    -    -    -     -          1',
      ].join('\n'),
    )
  })
  it('stays short, and never leaves out what was broken', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `t${index}`)
    const uses = names.map((tool, index) => ({
      version: 'default',
      subject: 'tool' as const,
      tool,
      statistic: 'each' as const,
      limit: 'at most 1 s',
      ...{ count: 1, p50: 1, p95: 1, max: 1, unknown: 0 },
      over: index === 19 ? 1 : 0,
    }))
    const lines = budgetLines(uses).map(plainText)
    expect([lines.length, lines.at(-2)?.includes('t19'), lines.at(-1)]).toEqual([
      14,
      true,
      ' and 8 more limits, none of them broken',
    ])
  })
})
