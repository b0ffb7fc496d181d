import type { JsonObject } from '../../base/json/json.ts'
import type { Outcome } from '../../engine/expect/outcome/outcome.ts'
import { pairCalls } from '../../engine/transcript/tool-call.ts'
import { addressOf, type ConversationResult, type TurnResult } from '../../engine/verdict/conversation-result.ts'
import type { ContentItem, TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import { describeOutcomeOn } from '../text/describe-outcome.ts'
import { names } from './names.ts'
import { asText, client, internal, type OtlpSpan, statusError, type Trace } from './spans.ts'
import { statusOfConversation } from './statuses.ts'

/** A conversation, its turns and calls; turns by the client's clock, since the service's may differ. */
export function spansOfConversation(
  trace: Trace,
  parent: OtlpSpan,
  result: ConversationResult,
  key: string,
): OtlpSpan[] {
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
  const tools = calls.map(({ name, callId, arguments: args, output, index }) => {
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
          [names.callArguments]: asText(args),
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

/** The event of an expectation or law: score 1 or 0 if it was judged, and why it did not hold. */
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
