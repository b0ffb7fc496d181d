import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Verdict } from '../../engine/verdict/verdict.ts'
import { buildTrend, type Trend } from '../../records/history/trend.ts'
import { formatDocument } from '../terminal/document.ts'
import { finishText } from '../text/finish-text.ts'
import { createPaint } from '../text/paint.ts'
import { historyDocument } from './history.ts'

const plain = createPaint(false)
const show = (trends: readonly Trend[], paint = plain): string =>
  formatDocument(historyDocument({ schemaVersion: 1, kind: 'history', last: 20, trends }, '0'), paint)
const page = readFileSync(resolve(import.meta.dirname, '../../../docs/history.md'), 'utf8')
const verdicts: Record<string, Verdict> = { p: 'passed', f: 'failed', '~': 'flaky', '!': 'errored' }

/** A conversation with one run per letter, one a day; `|` changes the script, `/` the agent. */
function trend(
  name: string,
  runs: string,
  over: { version?: string; suite?: string; turnMs?: (day: number) => number } = {},
): Trend {
  const { version = 'default', suite = 'Order desk', turnMs = () => 420 } = over
  const subject = { suite, name, agent: 'order-desk', version, target: 'local demo' }
  let [script, agentPrint] = ['one', 'one']
  const points = [...runs].flatMap((letter) => {
    if (letter === '|') script += "'"
    if (letter === '/') agentPrint += "'"
    const verdict = verdicts[letter]
    return verdict === undefined ? [] : [{ verdict, script, agentPrint }]
  })
  return buildTrend(
    { ...subject, id: `suites/orders.yaml:18 ${version}` },
    points.map(({ verdict, script, agentPrint }, day) => ({
      startedAt: new Date(Date.UTC(2026, 10, 2 + day, 9, 30)).toISOString(),
      ...{
        verdict,
        script,
        agentPrint,
        ms: 2_100,
        p95TurnMs: turnMs(day),
        commit: 'abcdef0123'.repeat(4),
        sessionId: `session-${day + 1}`,
      },
      reason: verdict === 'passed' ? null : verdict === 'errored' ? 'turn 1: 503 internalError' : 'turn 2: reply',
      passed: verdict === 'passed' ? 1 : verdict === 'flaky' ? 3 : 0,
      ...(verdict === 'passed' ? {} : { cause: verdict === 'errored' ? 'service' : 'agent' }),
      judged: verdict === 'flaky' ? 5 : verdict === 'errored' ? 0 : 1,
    })),
    true,
  )
}

const rows = [
  trend('tracks an order, then sends the link', 'pppppppppp', { turnMs: (day) => 400 + 40 * day }),
  trend('tracks an order, then sends the link', 'pppppp/fff', { version: 'draft' }),
  trend('cancels an order only after a yes', 'ppfpp!pfp~'),
  trend('writes a return label', 'ppff|ppppp', { suite: 'Returns' }),
]

describe('the history as a table', () => {
  it('reads as the page shows it', () => {
    expect(page).toContain(`\n${show(rows)}\n`)
  })
  it('keeps its columns with colours', () => {
    const colours = finishText(show(rows, createPaint(true)))
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control sequences
    const without = colours.replace(/\u001b\[\d+m/g, '')
    const columns = (text: string): number[] => text.split('\n').map((line) => line.search(/\d+\/\d+ /))
    expect(columns(without)).toEqual(columns(show(rows)))
    expect(without).toContain('..F..!.F.~')
  })
  it('names the service where there are several', () => {
    const other = { ...trend('a', 'p'), target: 'https://api.example.com' }
    expect(show([trend('a', 'p'), other])).toContain('default, https://api.example.com')
  })
})

describe('one conversation', () => {
  it('reads as the page shows it', () => {
    expect(page).toContain(`\n${show([trend('cancels an order only after a yes', 'ppfpp!pfp~')])}\n`)
  })
  it('says that too little is known', () => {
    const text = show([trend('a', '!')])
    expect(text).toContain('passed   nothing was judged')
    expect(text).toContain('flipped  too few runs to say')
  })
  it('says what fails since the agent or the script changed, and calls no edit a flip', () => {
    const text = show([trend('a', 'p/f/p|/ff')])
    expect(text).toContain('   ./F/.|/FF\n')
    expect(text).toContain('flipped       0 of 1 times')
    expect(text).toContain('failing       since the script and the agent changed, 2026-11-05 09:30Z (2 runs)')
    expect(text).toContain('turn 2: reply; cause agent; the script and the agent changed\n')
    expect(text).toContain('| the script changed  / the agent changed; the newest')
    expect(show([trend('a', 'p/f'), trend('b', 'p')])).toContain('failing since the agent changed, 2026-11-03')
  })
  it('says by how much it got slower', () => {
    expect(show([rows[0] as Trend])).toContain('takes    2.1 s, p95 of its turns 560 ms, 95 % slower over these runs')
  })
})
