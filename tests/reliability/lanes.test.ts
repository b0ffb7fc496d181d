// @module-tag stress
import { expect, it } from 'vitest'
import { inVirtualTime } from '../../src/base/virtual-time.fixture.ts'
import { performRun } from '../../src/engine/perform-run.ts'
import type { ConversationResult } from '../../src/engine/verdict/conversation-result.ts'
import { createService } from '../../src/service/app.ts'
import { systemClock } from '../../src/service/time/clock.ts'
import { readWorkspace } from '../../src/service/workspace/load-workspace.ts'
import { parseScript } from '../../src/suite/language/script/parse.ts'
import { planScript } from '../../src/suite/plan/plan.ts'
import { createClient } from '../../src/wire/client/client.ts'
import { describeFailure } from '../../src/wire/client/describe-failure.ts'
import { createPace } from '../../src/wire/client/pace/pace.ts'
import { matrixWorkspace } from './matrix-cell.ts'
import { doMischief, inMemory } from './mischief.ts'
import { openPort } from './run-cell.ts'

/** Three conversations on two lanes; at this turn, the first is told to come back in an hour. */
async function runStopped(at: number, over: 'port' | 'memory'): Promise<ConversationResult[]> {
  const talks = ['x', 'y', 'z'].flatMap((talk) => [
    `  - name: ${talk}`,
    '    turns:',
    ...[0, 1, 2].map((turn) => `      - { user: ${talk}${turn} item a, expect: { reply: { contains: item a } } }`),
  ])
  const parsed = parseScript(['suite: Lanes', 'agent: desk', 'conversations:', ...talks].join('\n'), 'lanes.yaml')
  const loaded = readWorkspace(matrixWorkspace, 'matrix.yaml')
  if (!parsed.ok || !loaded.ok) throw new Error('the fixture is broken')
  const service = createService({ workspaces: [loaded.workspace], clock: systemClock })
  const hour = { kind: 'refused', retryAfter: 3_600 } as const
  const stopping = doMischief(service, (_, request) => (request.includes(`"x${at} item`) ? hour : null))
  const wire =
    over === 'port'
      ? await openPort(stopping)
      : { url: 'http://127.0.0.1', send: inMemory(stopping), close: async () => undefined }
  const pace = createPace({ most: 2 })
  const client = createClient({ baseUrl: wire.url, apiKey: 'matrix-key', transport: pace.through(wire.send) })
  const defaults = { versions: ['default'], versionsGiven: true, timeLimitMs: 20_000, stopAfterFailure: true }
  const settings = { target: 'lanes', tableread: '0', keepPassed: true, problems: [], listen: () => undefined }
  try {
    const plans = planScript(parsed.script, defaults)
    return (await performRun(plans, { client, reconcile: true, concurrency: pace.lanes, ...settings })).conversations
  } finally {
    await wire.close()
    service.close()
  }
}

it.each([
  [0, 'memory'],
  [1, 'memory'],
  [2, 'memory'],
  [1, 'port'],
] as const)(
  'an hour of Retry-After that one lane is told at turn %i ends no lane later than it must, and is told; %s',
  async (at, over) => {
    const timed = async (): Promise<{ ms: number; results: ConversationResult[] }> => {
      const began = performance.now()
      const results = await runStopped(at, over)
      return { ms: performance.now() - began, results }
    }
    const { ms, results } = await (over === 'memory' ? inVirtualTime(timed) : timed())
    // Over a port the time is the machine's: there the limit of the test, far below an hour, finds a lane that waits.
    if (over === 'memory') expect(ms).toBeLessThan(20_000)
    const lines = results.map(({ turns, failure }) => {
      const own = turns.flatMap((turn) => turn.failure ?? []).concat(failure ?? [])
      return own.map((failure) => describeFailure(failure)).join('\n')
    })
    expect(results.map(({ verdict }) => verdict)).toEqual(['errored', 'errored', 'errored'])
    expect(lines[0]).toContain('it asks to wait 3600 s (Retry-After)')
    for (const each of lines.slice(1))
      expect(each).toMatch(/not sent: the service asks everybody to wait 3600 s \(Retry-After\), and \d\d s are left/)
  },
)
