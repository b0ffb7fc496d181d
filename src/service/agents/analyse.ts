import type { JsonObject, JsonValue } from '../../base/json/json.ts'
import { redactKeys } from '../../base/secrets/secret-keys.ts'
import type { AnalyticsQuery } from '../../wire/api/blueprint.ts'
import type { ContentItem, TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import { fillText } from './fill-template.ts'
import type { Scene } from './perform-scripted.ts'

/**
 * A finished session's analysis and answers to analytics queries (SES-29), or null. Stated values win over `members`,
 * which the agent's model found; without a model, plain rules derive the rest from the transcript.
 */
export function analyse(
  { config, behaviour }: Scene['version'],
  { state, variables }: Pick<Scene, 'state' | 'variables'>,
  transcript: readonly TranscriptEntry[],
  members: JsonObject | null = null,
): JsonObject | null {
  if (!config.analyticsConfig.enabled) return null
  const analysis = behaviour.kind === 'replay' ? {} : behaviour.analysis
  const scope = { values: state, variables }
  const text = transcript.map(textOf).join('\n').toLowerCase()
  const member = (name: string, make: () => JsonValue): JsonValue => {
    const template = Object.hasOwn(analysis, name) ? analysis[name] : undefined
    if (template !== undefined) return fillText(template, scope)
    return members === null ? make() : (members[name] ?? null)
  }
  const answers = config.analyticsConfig.queries.map((query): [string, JsonValue] => [
    query.name,
    typed(
      query,
      member(query.name, () => findAnswer(query, text)),
    ),
  ])
  return {
    summary: member('summary', () => summarise(transcript)),
    sentiment: member('sentiment', () => 'neutral'),
    ...Object.fromEntries(answers),
  }
}

/** A query with options is answered by the first option mentioned in the text; other queries have no answer. */
function findAnswer({ options }: AnalyticsQuery, text: string): JsonValue {
  const spoken = options.find((option) => typeof option === 'string' && text.includes(option.toLowerCase()))
  return typeof spoken === 'string' ? spoken : null
}

function typed({ type }: AnalyticsQuery, value: JsonValue): JsonValue {
  if (typeof value !== 'string') return value
  if (type === 'boolean' && /^(true|false)$/.test(value)) return value === 'true'
  return type === 'number' && value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : value
}

function summarise(transcript: readonly TranscriptEntry[]): string {
  const messages = transcript.filter((entry) => entry.type === 'message' && entry.role === 'user')
  const called = transcript.flatMap((entry) => (entry.type === 'function_call' ? [String(entry.name)] : []))
  const first =
    messages[0] === undefined
      ? 'The customer said nothing.'
      : `The customer began: "${redactKeys(textOf(messages[0])).slice(0, 120)}"`
  const tools = called.length === 0 ? 'No function ran.' : `Functions: ${[...new Set(called)].join(', ')}.`
  return `${first} ${messages.length} ${messages.length === 1 ? 'message' : 'messages'} of the customer. ${tools}`
}

function textOf(entry: TranscriptEntry): string {
  if (entry.type !== 'message') return ''
  const { content } = entry as { content: ContentItem[] }
  return content.map((item) => (item.type === 'text' && 'text' in item ? String(item.text) : '')).join(' ')
}
