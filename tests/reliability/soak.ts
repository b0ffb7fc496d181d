import { performRun } from '../../src/engine/perform-run.ts'
import type { ConversationResult } from '../../src/engine/verdict/conversation-result.ts'
import { createRandom } from '../../src/service/answer/random.ts'
import { createService, type Service } from '../../src/service/app.ts'
import { serveLocal } from '../../src/service/local/local-routes.ts'
import { systemClock } from '../../src/service/time/clock.ts'
import { readWorkspace } from '../../src/service/workspace/load-workspace.ts'
import { parseScript } from '../../src/suite/language/script/parse.ts'
import { planScript } from '../../src/suite/plan/plan.ts'
import type { Session } from '../../src/wire/api/session.ts'
import type { TranscriptEntry } from '../../src/wire/api/transcript-entry.ts'
import { createClient } from '../../src/wire/client/client.ts'
import { createPace } from '../../src/wire/client/pace/pace.ts'
import { type FaultCase, faultCases } from './faults.ts'
import { matrixWorkspace, turnCount } from './matrix-cell.ts'
import { doMischief, inMemory, type Mischief } from './mischief.ts'
import { openPort } from './run-cell.ts'

/** One conversation of a soak: the fault and its turn, and whether its agent errs. */
interface Struck {
  messages: string[]
  column: FaultCase | null
  point: number
  failsAt: number | null
  /** Whether the fault strikes every attempt to send its turn, not only the first. */
  isStubborn: boolean
  strikes: number
}

/** The result of one soak run. Each list names what is wrong. */
export interface SoakRound {
  conversations: number
  verdicts: Record<string, number>
  /** The fault that struck each conversation. */
  kinds: string[]
  falsePasses: string[]
  doubledPasses: string[]
  falseFailures: string[]
  hangs: string[]
  leaks: string[]
  endedRuns: string[]
}

/**
 * How long a run may take before it counts as hanging, in milliseconds: each conversation has its own budget,
 * and a lane runs three.
 */
const longestRunMs = 240_000
const [conversations, lanes, limitMs] = [12, 4, 8_000]
const key = 'soak-key-7f3a91c2'

/**
 * Runs twelve conversations on four lanes that share one pace, most of them struck by a fault, against one
 * service, and checks everything about the results.
 */
export async function soakRound(seed: string, over: 'port' | 'memory'): Promise<SoakRound> {
  const random = createRandom(seed)
  process.env.TABLEREAD_API_KEY = key // keys come from the environment, and are redacted from reports
  const loaded = readWorkspace({ ...(matrixWorkspace as object), keys: [key] }, 'soak.yaml')
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems))
  const service = createService({ workspaces: [loaded.workspace], clock: systemClock })
  const columns = faultCases(1_000)
  const mayStop = random.chance(0.1)
  const struck = Array.from({ length: conversations }, (_, index): Struck => {
    const column = random.chance(0.75) ? random.pick(columns) : null
    const isStop = column?.mischief?.kind === 'refused'
    return {
      messages: Array.from({ length: turnCount }, (_, turn) => `${index} of this, item ${'abcde'.charAt(turn)}`),
      column: isStop && !mayStop ? null : column,
      point: random.pick([0, 1, 2, 3, 4]),
      failsAt: random.chance(0.25) ? random.pick([0, 1, 2, 3, 4]) : null,
      isStubborn: random.chance(0.3),
      strikes: 0,
    }
  })
  const spoilt = doMischief(service, (_, request) => mischiefFor(struck, request), key)
  const wire =
    over === 'port'
      ? await openPort(spoilt)
      : { url: 'http://127.0.0.1', send: inMemory(spoilt), close: async () => undefined }
  const client = createClient({
    baseUrl: wire.url,
    apiKey: key,
    transport: createPace({ most: lanes }).through(wire.send),
  })
  const round: SoakRound = {
    conversations,
    verdicts: {},
    kinds: struck.map(({ column }) => column?.name ?? 'none'),
    falsePasses: [],
    doubledPasses: [],
    falseFailures: [],
    hangs: [],
    leaks: [],
    endedRuns: [],
  }
  const lines: string[] = []
  const end = new AbortController()
  const timer = setTimeout(() => {
    round.hangs.push(`${seed}: the run was not over after ${longestRunMs / 1_000} s`)
    end.abort()
  }, longestRunMs)
  try {
    const { conversations: results } = await performRun(plansOf(struck), {
      client,
      reconcile: true,
      target: wire.url,
      tableread: '0',
      concurrency: lanes,
      keepPassed: true,
      problems: [],
      listen: (event) => void lines.push(JSON.stringify(event)),
      signal: end.signal,
    })
    await spoilt.arrived()
    const stored = await storedIn(service)
    const isStopped = struck.some(({ column }) => column?.mischief?.kind === 'refused')
    for (const [index, each] of struck.entries())
      judge(round, { seed, each, stored, isStopped, result: results[index] })
    if (lines.some((text) => text.includes(key) || text.includes(Buffer.from(key).toString('base64'))))
      round.leaks.push(`${seed}: the key stands in what was told`)
  } catch (error) {
    round.endedRuns.push(`${seed}: the run ended with ${String(error)}`)
  } finally {
    clearTimeout(timer)
    await wire.close()
    service.close()
  }
  return round
}

function mischiefFor(struck: readonly Struck[], request: string): Mischief | null {
  const [, index = '', turn = ''] = /"(\d+) of this, item (\w)"/.exec(request) ?? []
  const each = struck[Number(index)]
  if (each === undefined || each.column === null || 'abcde'.indexOf(turn) !== each.point) return null
  each.strikes += 1
  if (each.strikes > 1 && !each.isStubborn) return null
  const { mischief, fault } = each.column
  return mischief ?? (fault === undefined ? null : { kind: 'service', fault })
}

function plansOf(struck: readonly Struck[]): ReturnType<typeof planScript> {
  const text = struck.flatMap(({ messages, column, point, failsAt }, index) => {
    const turns = messages.map((message, turn) => {
      const reply = turn === failsAt ? 'never said' : `item ${'abcde'.charAt(turn)} is here`
      const limit = turn === point && column !== null ? Math.min(column.limitMs, limitMs) : limitMs
      return `      - { user: "${message}", time limit: ${limit} ms, expect: { reply: { contains: ${reply} }, calls: { in order: [find_item], never: [issue_refund] } } }`
    })
    return [`  - name: talk ${index}`, '    turns:', ...turns]
  })
  const parsed = parseScript(['suite: Soak', 'agent: desk', 'conversations:', ...text].join('\n'), 'soak.yaml')
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  return planScript(parsed.script, {
    versions: ['default'],
    versionsGiven: true,
    timeLimitMs: limitMs,
    stopAfterFailure: true,
  })
}

async function storedIn(service: Service): Promise<string[]> {
  const ask = async (path: string): Promise<unknown> =>
    (await serveLocal(service.context, new Request(`http://127.0.0.1/_local/${path}`))).json()
  const { sessions } = (await ask('sessions')) as { sessions: { sessionId: string }[] }
  const whole = await Promise.all(sessions.map(({ sessionId }) => ask(`sessions/${sessionId}`)))
  return (whole as { session: Session }[]).flatMap(({ session }) => session.transcript.flatMap(saidBy))
}

function saidBy(entry: TranscriptEntry): string[] {
  if (entry.type !== 'message' || entry.role !== 'user') return []
  return [entry.content.map((item) => (item.type === 'text' ? item.text : '')).join('')]
}

interface Facts {
  seed: string
  each: Struck
  /** Every message that the service holds, in any session. */
  stored: readonly string[]
  /** Whether some lane was told to wait for an hour, which ends the waiting of all lanes. */
  isStopped: boolean
  result: ConversationResult | undefined
}

function judge(round: SoakRound, { seed, each, stored, isStopped, result }: Facts): void {
  const { column, point, failsAt, messages } = each
  const name = `${seed}: ${column?.name ?? 'no fault'} at ${point}, erring at ${failsAt}`
  if (result === undefined || !['passed', 'failed', 'errored'].includes(result.verdict)) {
    round.endedRuns.push(`${name}: ${result?.verdict ?? 'it has no result'}`)
    return
  }
  const { verdict } = result
  round.verdicts[verdict] = (round.verdicts[verdict] ?? 0) + 1
  const isMet = column !== null && (failsAt === null || failsAt >= point)
  // Late work is the agent's own doing; on a busy machine, a slow check may see even the very late work.
  const isLate = column?.mischief?.kind === 'late work'
  const mayFail = failsAt !== null || (isMet && (isLate || column.ends === 'failed' || column.ends === 'lawful'))
  // A first turn that was lost begins again, in a session of its own: nothing of the lost one is judged.
  const isAgain = result.turns[0]?.recovered?.how === 'begun again'
  const mustNotPass =
    failsAt !== null ||
    (isMet && !isAgain && ['unknown', 'doubted', 'caught', 'failed'].includes(column.ends) && column.isRace !== true)
  if (isAgain && (!isMet || point > 0)) round.endedRuns.push(`${name}: begun again by what struck others`)
  const times = messages.map((message) => stored.filter((text) => text === message).length)
  if (verdict === 'passed' && mustNotPass) round.falsePasses.push(name)
  if (verdict === 'passed' && times.some((count) => count === 0)) round.falsePasses.push(`${name}: not all was said`)
  if (verdict === 'passed' && times.slice(isAgain ? 1 : 0).some((count) => count > 1)) round.doubledPasses.push(name)
  if (verdict === 'failed' && !mayFail) round.falseFailures.push(name)
  if (verdict === 'errored' && !isMet && !isStopped) round.endedRuns.push(`${name}: errored by what struck others`)
  const ms = result.turns.reduce((sum, { turnMs }) => sum + (turnMs ?? 0), 0)
  if (ms > 3 * (turnCount + 1) * limitMs) round.hangs.push(`${name}: its turns took ${Math.round(ms)} ms`)
}
