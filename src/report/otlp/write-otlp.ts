import type { JsonObject } from '../../base/json.ts'
import type { Comparison } from '../../compare/comparison.ts'
import type { Outcome } from '../../engine/expect/outcome.ts'
import type { RunResult } from '../../engine/run-result.ts'
import { pairCalls } from '../../engine/transcript/tool-call.ts'
import { addressOf, type ConversationResult, type TurnResult } from '../../engine/verdict/conversation-result.ts'
import type { ContentItem, TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import { describeOutcomeOn } from '../text/describe-outcome.ts'
import { formatJson } from '../text/finish-text.ts'
import type { WholeOf } from '../text/json-parts.ts'
import { names, schemaUrl } from './names.ts'
import { asText, attributesOf, client, createTrace, internal, type OtlpSpan, statusError } from './spans.ts'
import { brokenFiles, type Interrupted, statusOfAll, statusOfConversation } from './statuses.ts'

/** What is known besides the result. */
interface Known {
  wholeOf?: WholeOf
  interrupted?: Interrupted
}

type Trace = ReturnType<typeof createTrace>

/** The size, in characters, at which a new document begins; collectors take a few megabytes per request. */
const enough = 2_000_000

/**
 * A result as OTLP/JSON: spans of the run, its conversations, turns and tool calls, with an event for each
 * judged expectation and law. A file is one document, in parts; see `otlpRequests` for a collector.
 */
export function* otlpParts(result: RunResult | Comparison, known: Known = {}): Generator<string> {
  const { before, after } = frameOf(result)
  yield before
  let first = true
  for (const group of spansOf(result, known)) {
    for (const span of group) {
      yield `${first ? '' : ','}${formatJson(span, 0)}`
      first = false
    }
  }
  yield `${after}\n`
}

/** The same as documents for a collector, each of a few megabytes at most. */
export function* otlpRequests(result: RunResult | Comparison, known: Known = {}): Generator<string> {
  const { before, after } = frameOf(result)
  let [spans, length]: [string[], number] = [[], 0]
  for (const group of spansOf(result, known)) {
    for (const span of group) {
      const text = formatJson(span, 0)
      spans.push(text)
      length += text.length
      if (length < enough) continue
      yield `${before}${spans.join(',')}${after}`
      spans = []
      length = 0
    }
  }
  if (spans.length > 0) yield `${before}${spans.join(',')}${after}`
}

function frameOf({ tableread }: { tableread: string }): { before: string; after: string } {
  const resource = { attributes: attributesOf({ [names.serviceName]: 'tableread', [names.serviceVersion]: tableread }) }
  const scope = { name: 'tableread', version: tableread }
  const [before = '', after = ''] = formatJson(
    { resourceSpans: [{ resource, scopeSpans: [{ scope, spans: ['#'], schemaUrl }], schemaUrl }] },
    0,
  ).split('"#"')
  return { before, after }
}

/** The spans of a result, grouped by conversation. */
function* spansOf(
  result: RunResult | Comparison,
  { wholeOf = (each) => each, interrupted = null }: Known,
): Generator<OtlpSpan[]> {
  const startMs = Date.parse(result.startedAt)
  const ids = result.conversations.map(({ id }) => id).join('\n')
  const trace = createTrace(`${result.startedAt}\n${result.tableread}\n${ids}`)
  const comparison = 'kind' in result
  const root = trace.span({
    key: 'run',
    name: comparison ? 'tableread compare' : 'tableread run',
    kind: internal,
    startMs,
    endMs: startMs + result.ms,
    ...statusOfAll(result, interrupted),
  })
  yield [root, ...[...brokenFiles(result)].map((facts) => trace.span(facts, root))]
  if (!comparison) {
    for (const [index, each] of result.conversations.entries())
      yield spansOfConversation(trace, root, wholeOf(each), `${index}`)
    return
  }
  for (const [index, each] of result.conversations.entries()) {
    const shown = [each.shown.a, each.shown.b].flatMap((run) => (run === null ? [] : [run]))
    const starts = shown.map((run) => Date.parse(run.startedAt))
    const ends = shown.map((run) => Date.parse(run.startedAt) + run.ms)
    const [from, to] = [Math.min(...starts, ...(starts.length === 0 ? [startMs] : [])), Math.max(startMs, ...ends)]
    const values = {
      [names.evaluationName]: 'comparison',
      [names.evaluationLabel]: each.verdict,
      [names.evaluationExplanation]: each.reason,
    }
    const span = trace.span(
      {
        key: `${index}`,
        name: `compare ${each.name}`,
        kind: internal,
        startMs: from,
        endMs: to,
        values: {
          [names.suite]: each.suite,
          [names.test]: each.name,
          [names.file]: each.file,
          [names.line]: each.at.line,
        },
        events: [{ name: names.evaluation, atMs: to, values }],
      },
      root,
    )
    yield [span, ...shown.flatMap((run, side) => spansOfConversation(trace, span, run, `${side}`))]
  }
}

/**
 * A conversation, its turns and their calls. Turns are placed by the client's clock, since the service's may
 * differ.
 */
function spansOfConversation(trace: Trace, parent: OtlpSpan, result: ConversationResult, key: string): OtlpSpan[] {
  const { name, suite, file, at, agent, version, startedAt, ms, turns, outcomes } = result
  const startMs = Date.parse(startedAt)
  const endMs = startMs + ms
  const conversation = result.sessionId ?? `${addressOf(result)} ${version}`
  const { values, status } = statusOfConversation(result)
  const span = trace.span(
    {
      key,
      name,
      kind: internal,
      startMs,
      endMs,
      values: {
        [names.suite]: suite,
        [names.test]: name,
        [names.file]: file,
        [names.line]: at.line,
        [names.agent]: agent,
        [names.agentVersion]: version,
        [names.conversation]: conversation,
        ...values,
      },
      events: outcomes.flatMap((outcome) => evaluationOf(outcome, endMs, startedAt)),
      status,
    },
    parent,
  )
  let from = startMs
  const below = turns.flatMap((turn) => {
    const to = from + (turn.turnMs ?? 0)
    const spans =
      turn.turnMs === null ? [] : spansOfTurn(trace, span, turn, { from, to, agent, version, conversation, startedAt })
    from = to
    return spans
  })
  return [span, ...below]
}

interface TurnFrame {
  from: number
  to: number
  agent: string
  version: string
  conversation: string
  startedAt: string
}

function spansOfTurn(trace: Trace, parent: OtlpSpan, turn: TurnResult, frame: TurnFrame): OtlpSpan[] {
  const { from, to, agent, version, conversation, startedAt } = frame
  const wrong = turn.verdict !== 'passed' || turn.failure !== null
  const entries = turn.entries.filter((entry) => entry.type !== 'message' || entry.role !== 'user')
  const span = trace.span(
    {
      key: `turn ${turn.index}`,
      name: `invoke_agent ${agent}`,
      kind: client,
      startMs: from,
      endMs: to,
      values: {
        [names.operation]: 'invoke_agent',
        [names.agent]: agent,
        [names.agentVersion]: version,
        [names.conversation]: conversation,
        [names.line]: turn.at.line,
        [names.input]:
          turn.user === null ? undefined : asText([{ role: 'user', parts: [{ type: 'text', content: turn.user }] }]),
        [names.output]: asText(messagesOf(entries)),
        [names.errorType]: turn.failure === null ? undefined : turn.failure.kind,
      },
      events: turn.outcomes.flatMap((outcome) => evaluationOf(outcome, to, startedAt)),
      status: wrong ? { code: statusError } : {},
    },
    parent,
  )
  const began = momentOf(turn.entries[0])
  const { calls } = pairCalls(turn.entries)
  const tools = calls.map(({ name, callId, arguments: given, output, index }) => {
    const offset = (momentOf(turn.entries[index]) ?? 0) - (began ?? 0)
    const startMs = Math.min(to, from + Math.max(0, Number.isFinite(offset) ? offset : 0))
    return trace.span(
      {
        key: `call ${index}`,
        name: `execute_tool ${name}`,
        kind: internal,
        startMs,
        endMs: Math.min(Math.max(to, startMs), startMs + (output?.executionTimeMs ?? 0)),
        values: {
          [names.operation]: 'execute_tool',
          [names.tool]: name,
          [names.toolType]: 'function',
          [names.callId]: callId,
          [names.callArguments]: asText(given),
          [names.callResult]: output?.text,
          [names.conversation]: conversation,
          [names.agent]: agent,
          [names.errorType]: output?.isError === true ? 'tool_error' : undefined,
        },
        ...(output?.isError === true ? { status: { code: statusError } } : {}),
      },
      span,
    )
  })
  return [span, ...tools]
}

function momentOf(entry: TranscriptEntry | undefined): number | null {
  return entry === undefined || entry.type === 'unknown' ? null : Date.parse(entry.timestamp)
}

/** What the agent said and did, as messages of the conventions; simultaneous calls are one message. */
function messagesOf(entries: readonly TranscriptEntry[]): JsonObject[] {
  const messages: { role: string; parts: JsonObject[]; finish_reason: string; calls: boolean }[] = []
  for (const entry of entries) {
    const last = messages.at(-1)
    const add = (role: string, parts: JsonObject[], calls = false): void => {
      messages.push({ role, parts, finish_reason: calls ? 'tool_call' : 'stop', calls })
    }
    if (entry.type === 'message') add('assistant', entry.content.flatMap(partOf))
    else if (entry.type === 'thinking') add('assistant', [{ type: 'reasoning', content: entry.thinking }])
    else if (entry.type === 'function_call') {
      const part = { type: 'tool_call', id: entry.call_id, name: entry.name, arguments: entry.arguments }
      if (last?.calls === true) last.parts.push(part)
      else add('assistant', [part], true)
    } else if (entry.type === 'function_call_output')
      add('tool', [{ type: 'tool_call_response', id: entry.call_id, response: entry.output }])
  }
  return messages.map(({ role, parts, finish_reason }) => ({ role, parts, finish_reason }))
}

function partOf(item: ContentItem): JsonObject[] {
  switch (item.type) {
    case 'text':
      return [{ type: 'text', content: item.text }]
    case 'button':
      return [{ type: 'button', text: item.text, payload: item.payload }]
    case 'image':
    case 'video':
    case 'audio':
      return [{ type: 'uri', modality: item.type, mime_type: item.mimeType, uri: item.url }]
    case 'file':
      return [{ type: 'uri', modality: 'file', mime_type: item.mimeType, uri: item.url, filename: item.filename }]
    default:
      return []
  }
}

const labels: Record<Outcome['verdict'], string> = {
  passed: 'pass',
  failed: 'fail',
  'not judged': 'not judged',
  reference: 'reference',
  advice: 'advice',
}

/**
 * The event of an expectation or law: its score is 1 or 0 if it was judged, and the explanation says why it
 * did not hold.
 */
function evaluationOf(outcome: Outcome, atMs: number, on: string): NonNullable<Parameters<Trace['span']>[0]['events']> {
  const { verdict } = outcome
  const judged = verdict === 'passed' || verdict === 'failed'
  const values = {
    [names.evaluationName]: outcome.kind === 'law' ? `law: ${outcome.finding.law}` : outcome.kind,
    [names.evaluationLabel]: labels[verdict],
    [names.evaluationScore]: judged ? Number(verdict === 'passed') : undefined,
    [names.evaluationExplanation]: verdict === 'passed' ? undefined : describeOutcomeOn(outcome, on),
  }
  return [{ name: names.evaluation, atMs, values }]
}
