import type { Comparison } from '../../src/compare/comparison.ts'
import type { Verdict } from '../../src/engine/verdict/verdict.ts'
import { buildTrend, type Trend } from '../../src/records/history/trend.ts'
import { hostile } from './hostile.ts'

const verdicts: Record<string, Verdict> = { p: 'passed', f: 'failed', '~': 'flaky', '!': 'errored', x: 'expected fail' }

/**
 * The trend of an order-desk conversation: one letter per run, one run per day, the last on the day of the
 * reports made here; `|` marks a change of the script.
 */
function trend(name: string, letters: string, version = 'default', suite = 'Order desk'): Trend {
  const runs = [...letters].filter((letter) => letter !== '|')
  const subject = { suite, name, agent: 'order-desk', version, target: 'https://agents.example' }
  let script = ''
  const points = [...letters].flatMap((letter) => {
    if (letter === '|') script += "'"
    const verdict = verdicts[letter]
    return verdict === undefined ? [] : [{ verdict, script }]
  })
  return buildTrend(
    { ...subject, id: `suites/orders.yaml:1 ${version}` },
    points.map(({ verdict, script }, day) => ({
      startedAt: new Date(Date.UTC(2026, 10, 21 - runs.length + day, 9)).toISOString(),
      ...{ verdict, script, ms: 2100, p95TurnMs: 420 + 15 * day, sessionId: `sess-${day}`, commit: 'abcdef0123' },
      reason: verdict === 'passed' ? null : verdict === 'errored' ? 'turn 1: 503 internalError' : 'turn 2: reply',
      passed: verdict === 'passed' ? 1 : verdict === 'flaky' ? 3 : 0,
      judged: verdict === 'flaky' ? 5 : verdict === 'errored' ? 0 : 1,
    })),
    false,
  )
}

/** Trends of the conversations made here: steady, newly failing, flaky on one side, still failing, hostile. */
export function everyTrend(): Trend[] {
  const hostileName = `keeps ${hostile[0]} as text`
  return [
    trend('tracks an order', 'pppppppppppppppppppp'),
    trend('tracks an order', 'pppppppppppp', 'draft'),
    trend('asks before it cancels an order', 'ppp|pppppp!ppppppppp'),
    trend('asks before it cancels an order', 'pp!pppfff', 'draft'),
    trend('upsells politely', 'ppfpp!pfp~p~|pp~pp~p', 'default'),
    trend('upsells politely', 'pppp~ppp~', 'draft'),
    trend('finds an order by e-mail', 'xxffffffffffffffffff'),
    trend('explains the refund policy', 'p'),
    { ...trend(hostileName, 'pf', 'default', 'Hostile & co'), agent: 'airline-desk' },
  ]
}

/** Trends of all conversations of a comparison on both sides; every tenth is flaky. */
export function trendsOf({ conversations }: Comparison): Trend[] {
  return conversations.flatMap(({ name, suite }, index) => [
    trend(name, index % 10 === 0 ? 'pfpppppppppppppppppp' : 'pppppppppppppppppppp', 'default', suite),
    trend(name, 'pppppppppppppppppfff', 'draft', suite),
  ])
}
