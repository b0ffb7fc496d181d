import type { Outcome } from '../../src/engine/expect/outcome/outcome.ts'
import { readPiece } from '../../src/engine/expect/read-expectation.fixture.ts'
import { performRun } from '../../src/engine/perform-run.ts'
import type { Verdict } from '../../src/engine/verdict/verdict.ts'
import { describeOutcome } from '../../src/report/text/describe-outcome.ts'
import { turnExpectation } from '../../src/suite/language/expectations/turn-expectation.ts'
import { parseScript } from '../../src/suite/language/script/parse.ts'
import { planScript } from '../../src/suite/plan/plan.ts'
import { formatProblem } from '../../src/suite/yaml/format-problem.ts'
import { createClient } from '../../src/wire/client/client.ts'
import type { Transport } from '../../src/wire/client/transport.ts'
import type { Act, Row } from './row.ts'

/** The result of a row: the verdict of its worst conversation, and everything reported about it. */
export interface Played {
  verdict: Verdict
  told: string
  /** Every outcome, including those that passed. */
  outcomes: readonly Outcome[]
}

const order: readonly Verdict[] = [
  'broken',
  'failed',
  'unsafe',
  'errored',
  'not reached',
  'flaky',
  'expected fail',
  'skipped',
  'passed',
]

/**
 * Runs a row's suite against a service that answers as the row says, through the whole pipeline from text to
 * verdict.
 */
export async function playRow(row: Omit<Row, 'verdict'>): Promise<Played> {
  const before = process.env.TABLEREAD_API_KEY
  if (row.key !== undefined) process.env.TABLEREAD_API_KEY = row.key
  try {
    return await play(row)
  } finally {
    if (before === undefined) delete process.env.TABLEREAD_API_KEY
    else process.env.TABLEREAD_API_KEY = before
  }
}

async function play(row: Omit<Row, 'verdict'>): Promise<Played> {
  const text = suiteOf(row.suite)
  const parsed = parseScript(text, 'suite.yaml')
  if (!parsed.ok)
    return {
      verdict: 'broken',
      told: parsed.problems.map((problem) => formatProblem(problem, text)).join('\n'),
      outcomes: [],
    }
  const plans = planScript(parsed.script, {
    versions: ['default'],
    versionsGiven: false,
    timeLimitMs: 1_000,
    stopAfterFailure: true,
    environment: row.environment ?? {},
    ...(row.everyTurn === undefined ? {} : { project: { everyTurn: readPiece(turnExpectation, row.everyTurn) } }),
  })
  const client = createClient({ baseUrl: 'http://127.0.0.1:1', apiKey: row.key ?? 'key', transport: serviceOf(row) })
  const { conversations } = await performRun(plans, {
    client,
    reconcile: row.reconcile ?? true,
    ...(row.judges === undefined ? {} : { judges: row.judges }),
    ...(row.checks === undefined ? {} : { checks: row.checks }),
    storedLateMs: 0,
    target: 'a double',
    tableread: 'test',
    concurrency: 1,
    keepPassed: true,
    problems: [],
    listen: () => undefined,
  })
  const lines = conversations.flatMap(({ reason, failure, problems, turns, outcomes }) => [
    reason ?? '',
    failure === null ? '' : JSON.stringify(failure),
    ...turns.map((turn) => (turn.failure === null ? '' : JSON.stringify(turn.failure))),
    ...problems.map((problem) => formatProblem(problem, text)),
    ...[...turns.flatMap((turn) => turn.outcomes), ...outcomes]
      .filter(({ verdict }) => verdict !== 'passed')
      .map((outcome) => `${outcome.verdict}: ${describeOutcome(outcome)}`),
  ])
  const verdicts = conversations.map(({ verdict }) => verdict)
  const verdict = order.find((each) => verdicts.includes(each)) ?? 'not reached'
  const outcomes = conversations.flatMap((each) => [...each.turns.flatMap((turn) => turn.outcomes), ...each.outcomes])
  return { verdict, told: lines.filter((line) => line !== '').join('\n'), outcomes }
}

/** Completes a suite for rows that only give its turns. */
function suiteOf(yaml: string): string {
  const lines = yaml.replace(/^\n/, '').split('\n')
  const margin = /^ */.exec(lines[0] ?? '')?.[0].length ?? 0
  const text = lines.map((line) => line.slice(Math.min(margin, /^ */.exec(line)?.[0].length ?? 0))).join('\n')
  if (!text.startsWith('-')) return text
  const turns = text.replace(/^/gm, '      ')
  return `suite: Desk\nagent: desk\nconversations:\n  - name: talks\n    turns:\n${turns}\n`
}

const began = Date.UTC(2026, 0, 1)

function serviceOf({
  acts = [],
  session = {},
  wire = (body) => body,
  refuse = () => null,
}: Omit<Row, 'verdict'>): Transport {
  const sessions = new Map<string, object[]>()
  let [turn, clock] = [0, began]
  const now = (): string => {
    clock += 100
    return new Date(clock).toISOString()
  }
  const answer = (data: unknown, at: number | null, status = 200, errorCode?: string) => ({
    status,
    headers: { 'content-type': 'application/json' },
    text: wire(
      JSON.stringify({ responseCode: status, ...(errorCode === undefined ? {} : { errorCode }), message: 'ok', data }),
      at,
    ),
  })
  return ({ method, url, body }) => {
    if (method === 'GET') {
      const id = decodeURIComponent(url.split('/').at(-1) ?? '')
      return Promise.resolve(answer({ ...storedSession(id, sessions.get(id) ?? []), ...session }, null))
    }
    const request = JSON.parse(body ?? '{}') as { message?: string; sessionId?: string }
    const index = turn++
    const refused = refuse(index)
    if (refused !== null) return Promise.resolve(answer(null, index, refused.status, refused.errorCode))
    const sessionId = request.sessionId ?? `session-${sessions.size + 1}`
    const opening =
      request.message === undefined
        ? []
        : [
            entryOf(
              { type: 'message', role: 'user', agentName: null, content: [{ type: 'text', text: request.message }] },
              now(),
            ),
          ]
    const transcript = [...opening, ...(acts[index] ?? ['Hello']).map((act) => entryOf(act, now()))]
    sessions.set(sessionId, [...(sessions.get(sessionId) ?? []), ...transcript])
    return Promise.resolve(answer({ sessionId, transcript }, index))
  }
}

/** A transcript entry with all members that the interface lists for its type. */
function entryOf(act: Act, timestamp: string): object {
  if (typeof act === 'string') return entryOf({ type: 'message', content: [{ type: 'text', text: act }] }, timestamp)
  const frames: Record<string, object> = {
    message: { role: 'assistant', senderId: null, senderName: null, agentName: 'desk', metadata: null },
    function_call: { call_id: `call-${String(act.name)}`, arguments: {}, phase: 'during' },
    function_call_output: {
      call_id: `call-${String(act.name)}`,
      output: '{}',
      is_error: false,
      executionTimeMs: 10,
      phase: 'during',
    },
  }
  return { ...frames[String(act.type)], timestamp, ...act }
}

function storedSession(sessionId: string, transcript: object[]): object {
  return {
    sessionId,
    status: 'active',
    agentDetails: { name: 'desk', number: null, email: null, version: null },
    customerDetails: { id: 'c-1', name: null, number: null, email: null },
    dynamicVariables: null,
    communicationChannelType: 'webChat',
    communicationChannelName: null,
    transcript,
    analysis: null,
    time: new Date(began).toISOString(),
    createdAt: new Date(began).toISOString(),
    updatedAt: new Date(began).toISOString(),
  }
}

/** A tool call and its output, as two entries of a turn. */
export function ran(name: string, args: object = {}, output: unknown = {}, more: object = {}): Act[] {
  calls += 1
  const id = `call-${name}-${calls}`
  const text = typeof output === 'string' ? output : JSON.stringify(output)
  const phase = 'phase' in more ? { phase: more.phase } : {}
  return [
    { type: 'function_call', name, call_id: id, arguments: args, ...phase },
    { type: 'function_call_output', name, call_id: id, output: text, ...more },
  ]
}

let calls = 0
