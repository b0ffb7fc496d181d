import { isJsonObject } from '../../base/json/json.ts'
import { cutText } from '../../base/privacy/cut.ts'

export type Flaw = 'length' | 'content filter' | 'no calls' | 'unknown ending'

/** How hosts say that a model has finished, besides the words of the protocols. */
const whole = /^(stop|stop_sequence|end|end_turn|eos|eos_token|complete|completed|done|finished|success|succeeded)$/i

/** Where an answer says why it ended: OpenAI, Google, Anthropic, Bedrock, Ollama; `reason` of `incomplete_details`. */
const endings = [
  'reason',
  'finish_reason',
  'finishReason',
  'stop_reason',
  'stopReason',
  'done_reason',
  'doneReason',
  'status',
] as const

/** The objects in which hosts, and libraries such as LangChain, keep that apart from the words. */
const holders = [
  'incomplete_details',
  'response_metadata',
  'additional_kwargs',
  'messageStop',
  'generationInfo',
  'generation_info',
] as const

/** All that an answer, or a message or item of one, says of why it ended, in every spelling; the most telling first. */
export function endingsIn(answer: unknown): string[] {
  if (typeof answer !== 'object' || answer === null) return []
  const members = answer as Record<string, unknown>
  return [
    ...holders.flatMap((name) => endingsIn(members[name])),
    ...endings.flatMap((name) => {
      const text = members[name]
      return typeof text === 'string' ? [text] : []
    }),
  ]
}

/**
 * What an answer lacks by the host's finish reason; null if complete. An unknown reason does not count as complete:
 * half a sentence would pass any expectation that something is not said.
 */
export function flawOf(ending: string | null | undefined, calls: number): Flaw | null {
  if (ending === null || ending === undefined || ending === '' || whole.test(ending)) return null
  if (/^(tool[_-]?(calls?|use)|function_call)$/i.test(ending)) return calls > 0 ? null : 'no calls'
  if (/length|max_?(output_?)?tokens|context_window/i.test(ending)) return 'length'
  return /filter|safety|refusal|blocked|prohibited|guardrail|recitation|tripwire/i.test(ending)
    ? 'content filter'
    : 'unknown ending'
}

/** A flaw in words, as the end of "the answer of … ". */
export function describeFlaw(flaw: Flaw, ending: string, maxOutputTokens?: number): string {
  if (flaw === 'no calls') return 'wants to call functions and names none'
  if (flaw === 'content filter') return 'was kept back by its content filter'
  if (flaw === 'unknown ending') return `is not whole: it ended with ${JSON.stringify(cutText(ending, 40))}`
  return maxOutputTokens === undefined
    ? 'was cut off, since it took all the tokens it may take'
    : `was cut off after ${maxOutputTokens} tokens: raise max output tokens`
}

/** Whether the body of an answer says that it failed, whatever else is in it. Some gateways do so with status 200. */
export function saysFailed(body: unknown): boolean {
  if (!isJsonObject(body)) return false
  const { error, status } = body
  const isUnfinished = body.object === 'response' && /^(failed|cancelled|queued|in_progress)$/.test(String(status))
  return isUnfinished || (error !== undefined && error !== null && error !== false && error !== '')
}
