import { performRun } from '../../src/engine/perform-run.ts'
import { createService, type Service } from '../../src/service/app.ts'
import { systemClock } from '../../src/service/time/clock.ts'
import { readWorkspace } from '../../src/service/workspace/load-workspace.ts'
import { parseScript } from '../../src/suite/language/script/parse.ts'
import { planScript } from '../../src/suite/plan/plan.ts'
import { createClient } from '../../src/wire/client/client.ts'
import { type CongestionWindow, createCongestionWindow } from '../../src/wire/client/pace/congestion-window.ts'
import { createPace } from '../../src/wire/client/pace/pace.ts'
import { matrixWorkspace } from './matrix-cell.ts'
import { inMemory } from './mischief.ts'

/** An undocumented limit on concurrent turns, and what the service does beyond it. */
export interface HiddenLimit {
  atOnce: number
  /** It answers 429, or makes turns wait. */
  beyond: 'refuses' | 'lets wait'
}

/**
 * How conversations are started against it. *pause*: 64 at once, and a refusal pauses all of them. *window*:
 * it also learns how many turns may be under way. *auto*: it starts with 4, and also learns from answers that
 * slow down. *auto, deaf*: like auto, but it ignores slower answers.
 */
export type Strategy = 'pause' | 'window' | 'auto' | 'auto, deaf'

/** What happened to the conversations. */
export interface Fared {
  passed: number
  errored: number
  seconds: number
  refusals: number
  /** The median time of a turn, in milliseconds. */
  medianMs: number
}

/** How long the agent takes for a turn, in milliseconds. */
const agentMs = 200

/** Runs that many conversations of five turns, in this process, against a service with a hidden limit. */
export async function runAgainst(limit: HiddenLimit, strategy: Strategy, conversations: number): Promise<Fared> {
  const loaded = readWorkspace(matrixWorkspace, 'limit.yaml')
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems))
  const service = createService({ workspaces: [loaded.workspace], clock: systemClock })
  service.context.faults.set([{ kind: 'latency', ms: agentMs, operation: 'chat.trigger' }])
  const most = 64
  const window = windowOf(strategy, most)
  const pace = createPace({ most, adaptive: strategy.startsWith('auto'), ...(window === null ? {} : { window }) })
  const transport = pace.through(inMemory({ fetch: limited(service, limit) }))
  const client = createClient({ baseUrl: 'http://127.0.0.1', apiKey: 'matrix-key', transport })
  const began = performance.now()
  const settings = { target: 'limit', tableread: '0', keepPassed: true, problems: [], listen: () => undefined }
  const result = await performRun(plansOf(conversations), {
    client,
    reconcile: true,
    concurrency: pace.lanes,
    ...settings,
  })
  service.close()
  const times = result.conversations
    .flatMap(({ turns }) => turns.flatMap(({ turnMs }) => turnMs ?? []))
    .sort((a, b) => a - b)
  return {
    passed: result.totals.passed,
    errored: result.totals.errored,
    seconds: (performance.now() - began) / 1_000,
    refusals: pace.facts().refusals,
    medianMs: times[times.length >> 1] ?? 0,
  }
}

function windowOf(strategy: Strategy, most: number): CongestionWindow | null {
  if (strategy === 'pause')
    return { limit: () => most, era: () => 0, answered: () => undefined, refused: () => undefined }
  if (strategy !== 'auto, deaf') return null
  const window = createCongestionWindow({ start: 4, most })
  return { ...window, answered: (underWay) => window.answered(underWay) }
}

function limited(service: Service, { atOnce, beyond }: HiddenLimit): Service['fetch'] {
  const waiting: (() => void)[] = []
  let underWay = 0
  return async (request) => {
    if (request.method !== 'POST') return service.fetch(request)
    if (underWay >= atOnce) {
      if (beyond === 'refuses') {
        const body = { responseCode: 429, errorCode: 'tooMany', message: 'too many at once', data: null }
        return Response.json(body, { status: 429, headers: { 'retry-after': '1' } })
      }
      await new Promise<void>((resolve) => waiting.push(resolve))
    }
    underWay += 1
    try {
      return await service.fetch(request)
    } finally {
      underWay -= 1
      waiting.shift()?.()
    }
  }
}

function plansOf(conversations: number): ReturnType<typeof planScript> {
  const turns = ['a', 'b', 'c', 'd', 'e'].map(
    (item) => `      - { user: item ${item}, expect: { reply: { contains: item ${item} } } }`,
  )
  const all = Array.from({ length: conversations }, (_, index) => [`  - name: talk ${index}`, '    turns:', ...turns])
  const parsed = parseScript(['suite: Limit', 'agent: desk', 'conversations:', ...all.flat()].join('\n'), 'limit.yaml')
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  return planScript(parsed.script, {
    versions: ['default'],
    versionsGiven: true,
    timeLimitMs: 30_000,
    stopAfterFailure: true,
  })
}
