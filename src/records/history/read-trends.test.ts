import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { Comparison } from '../../compare/comparison.ts'
import type { RunResult } from '../../engine/run-result.ts'
import { appendHistory } from './append-history.ts'
import { row, runAt } from './history.fixture.ts'
import { readTrendsOf } from './read-trends.ts'

const folder = mkdtempSync(join(tmpdir(), 'tableread-trends-of-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const target = 'local service http://127.0.0.1:4100 (workspace demo)'
const { suite, name, agent } = row()
const run = { target, conversations: [{ suite, name, agent, version: 'default' }] } as unknown as RunResult
const comparison = {
  kind: 'comparison',
  sides: {
    a: { label: 'default', agent: null, version: 'default', target },
    b: { label: 'returns-desk@draft', agent: 'returns-desk', version: 'draft', target },
  },
  conversations: [{ suite, name, agent }],
} as unknown as Comparison

describe('the trends of a result', () => {
  const path = join(folder, 'history.sqlite')
  for (const minute of [1, 2, 3])
    appendHistory(
      path,
      runAt(
        minute,
        row(),
        row({ version: 'draft' }),
        row({ version: 'draft', agent: 'returns-desk', verdict: 'failed', cause: 'simulated user' }),
        row({ target: 'https://agents.example' }),
        row({ name: 'another' }),
      ),
    )

  const read = (result: RunResult | Comparison) => {
    const trends = readTrendsOf(path, result, 2)
    return trends.ok
      ? trends.trends.map(({ agent, version, points }) => [agent, version, points.length])
      : trends.trouble
  }

  it('are those of its own conversations against its own service, the newest runs of each', () => {
    expect(read(run)).toEqual([['order-desk', 'default', 2]])
  })
  it('are those of both sides of a comparison, with the agent that stood in', () => {
    expect(read(comparison)).toEqual([
      ['order-desk', 'default', 2],
      ['returns-desk', 'draft', 2],
    ])
  })
  it('know where the agent changed, as far as each run could see it', () => {
    const edited = join(folder, 'edited.sqlite')
    for (const [minute, agentPrint] of ['a', undefined, 'a', 'b'].entries())
      appendHistory(edited, runAt(minute, row(agentPrint === undefined ? {} : { agentPrint })))
    const trends = readTrendsOf(edited, run, 9)
    expect(trends.ok && trends.trends[0]?.points.map(({ agentChanged }) => agentChanged)).toEqual([
      ...[false, false, false, true],
    ])
  })
  it('have the cause of what did not pass', () => {
    const trends = readTrendsOf(path, comparison, 1)
    expect(trends.ok && trends.trends.map(({ points }) => points[0]?.cause)).toEqual([undefined, 'simulated user'])
  })
  it('are a trouble where there is no history, or none that can be read', () => {
    expect(readTrendsOf(join(folder, 'none'), run, 2)).toMatchObject({ ok: false, trouble: { kind: 'missing' } })
    writeFileSync(join(folder, 'bad'), 'x'.repeat(5000))
    expect(readTrendsOf(join(folder, 'bad'), run, 2)).toMatchObject({ ok: false, trouble: { kind: 'foreign' } })
  })
})
