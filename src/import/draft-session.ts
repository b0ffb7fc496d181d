import type { Session } from '../api/session.ts'
import type { TranscriptEntry } from '../api/transcript-entry.ts'
import { quoteComment, writeText } from '../grammar/quote-text.ts'
import { writeFlow } from '../grammar/write-yaml.ts'

/** Longer than this after the last entry, and nobody ended the session but the clock. */
const restMs = 60_000

/**
 * The lines of `session:`. A run talks inline over the web chat, so what a session of another channel ended as stands as a
 * comment; a status and an analysis that came only after a rest do too, since a run does not wait for them.
 */
export function draftSession(session: Session, stored: boolean, after: readonly TranscriptEntry[]): string[] {
  if (!stored) return []
  const { status, communicationChannelType: channel, analysis, transcript } = session
  const known = transcript.findLast((entry) => entry.type !== 'unknown')
  const last = known === undefined ? Number.NaN : Date.parse(known.timestamp)
  const ended = status === 'completed' && Date.parse(session.updatedAt) - last <= restMs
  const chat = channel === 'webChat'
  const kinds = Object.entries(analysis ?? {}).filter(([key]) => /^[A-Za-z_][\w -]*$/.test(key))
  const keys = kinds.map(([key, value]) => `${writeText(key, false)}: ${writeFlow({ type: kindOf(value) })}`)
  const calls = after.flatMap((entry) => (entry.type === 'function_call' ? [entry.name] : []))
  const analysed = keys.length === 0 ? [] : [`analysis: { ${keys.join(', ')} }`]
  const held = [
    ended && chat ? 'status: completed' : status === 'agent_errored' ? null : 'status: { one of: [active, completed] }',
    chat ? 'channel type: webChat' : null,
    ...(ended && chat ? analysed : []),
    ...(ended && chat && calls.length > 0 ? [`calls: { post: ${writeFlow(calls)} }`] : []),
  ].filter((line) => line !== null)
  const told = [
    ...(chat ? [] : [`# the session was ${channel} and ended as ${status}; a run talks over the web chat`]),
    ...(ended && chat ? [] : analysed.map((line) => `# suggestion, once the session has ended: ${line}`)),
    ...(ended && chat ? [] : calls.map((name) => `# suggestion: after the last turn ran ${quoteComment(name)}`)),
  ]
  return [...(held.length === 0 ? [] : ['session:', ...held.map((line) => `  ${line}`)]), ...told]
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'list'
  if (typeof value === 'object') return 'object'
  return typeof value === 'string' ? 'text' : typeof value
}
