import { pairCalls, type ToolCall } from '../../engine/transcript/tool-call.ts'
import { quoteComment, writeText } from '../../suite/yaml/quote-text.ts'
import { indent, writeFlow } from '../../suite/yaml/write-yaml.ts'
import { type CallContext, draftCalls } from './draft-calls.ts'
import { endingOf } from './ending.ts'
import { sliceTurns } from './slice-turns.ts'
import type { Talk } from './talk.ts'

/**
 * The lines of `session:`. A run talks inline over the web chat, so what a session of another channel ended as stands as a
 * comment; a status and an analysis that came only after a rest do too, since a run does not wait for them.
 */
export function draftSession(talk: Talk, context: CallContext): string[] {
  if (!talk.stored) return []
  const { status, communicationChannelType: channel, analysis, transcript } = talk.session
  const end = endingOf(talk)
  const chat = channel === 'webChat'
  const kinds = Object.entries(analysis ?? {}).filter(([key]) => /^[A-Za-z_][\w -]*$/.test(key))
  const keys = kinds.map(([key, value]) => `${writeText(key, false)}: ${writeFlow({ type: kindOf(value) })}`)
  const analysed = keys.length === 0 ? [] : [`analysis: { ${keys.join(', ')} }`]
  const held = [
    end !== null ? 'status: completed' : status === 'agent_errored' ? null : 'status: { one of: [active, completed] }',
    chat ? 'channel type: webChat' : null,
    ...(end === null
      ? []
      : [...analysed, ...callsAfter(pairCalls(transcript).calls, context), ...patience(end.afterMs)]),
  ].filter((line) => line !== null)
  const late = sliceTurns(transcript).after.flatMap((entry) => (entry.type === 'function_call' ? [entry.name] : []))
  const told = [
    ...(chat ? [] : [`# the session was ${channel} and ended as ${status}; a run talks over the web chat`]),
    ...(end !== null ? [] : analysed.map((line) => `# suggestion, once the session has ended: ${line}`)),
    ...(end !== null ? [] : late.map((name) => `# suggestion: after the last turn ran ${quoteComment(name)}`)),
  ]
  return [...(held.length === 0 ? [] : ['session:', ...indent(held)]), ...told]
}

/** Functions of the phase post, wherever in the session they ran. */
function callsAfter(calls: readonly ToolCall[], context: CallContext): string[] {
  const post = calls.filter(({ phase }) => phase === 'post').map((call) => ({ ...call, phase: null }))
  if (post.length === 0) return []
  const [head = '', ...lines] = draftCalls(post, context)
  return [head, '  post:', ...indent(lines)]
}

/** A session that ended a while after its last entry is looked at as long, and two seconds more. */
function patience(afterMs: number): string[] {
  return afterMs <= 1_000 ? [] : [`within: ${Math.ceil(afterMs / 1_000) + 2} s`]
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'list'
  if (typeof value === 'object') return 'object'
  return typeof value === 'string' ? 'text' : typeof value
}
