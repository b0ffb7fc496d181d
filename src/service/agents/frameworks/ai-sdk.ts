import type { AgentPart } from '../../workspace/agent-function.ts'
import {
  callPart,
  errorText,
  type FrameworkOutcome,
  listIn,
  type Members,
  membersOf,
  message,
  orEmptyMessage,
  partList,
  partText,
  plainValue,
  refuseUnfinished,
  thought,
  usagePart,
} from './framework-parts.ts'

/** What is read of a result of the Vercel AI SDK, version 5 or 6. */
export interface AiSdkResult {
  steps: readonly { content: readonly { type: string }[]; finishReason: string }[]
}

/** How a result is read. */
export interface AiSdkReading {
  /** The tools that hand the conversation over, each with the agent that speaks from there on. */
  handoffs?: Readonly<Record<string, string>>
}

/**
 * What an agent of the Vercel AI SDK did in a turn: what it said and thought, its calls with their outcomes, and what
 * they took. Give it what `generateText` or an agent's `generate` resolves to, or `{ steps: await result.steps }` of a
 * stream.
 * @throws AgentError for an answer that was cut off or filtered
 */
export function fromAiSdk(result: AiSdkResult, { handoffs = {} }: AiSdkReading = {}): AgentPart[] {
  const steps = listIn(result, 'steps', 'fromAiSdk', 'for a stream: fromAiSdk({ steps: await result.steps })')
  const contents = steps.map(({ content }) => partList(content))
  const outcomes = new Map(contents.flat().flatMap(outcomeOf))
  return orEmptyMessage(
    steps.flatMap((step, index) => {
      const content = contents[index] ?? []
      refuseUnfinished([endingOf(step)], content.filter(({ type }) => type === 'tool-call').length)
      const { inputTokens, outputTokens } = membersOf(step.usage)
      const usage = usagePart(membersOf(step.response).modelId, inputTokens, outputTokens)
      return [
        ...joinTexts(content).flatMap((part) => {
          if (part.type === 'text') return message(partText(part.text))
          if (part.type === 'reasoning') return thought(part.text)
          if (part.type === 'file') return filePart(partText(membersOf(part.file).mediaType))
          if (part.type !== 'tool-call') return []
          const outcome = outcomes.get(partText(part.toolCallId))
          const name = partText(part.toolName)
          const isHandedOver = Object.hasOwn(handoffs, name) && outcome?.error === undefined
          return [callPart(name, part.input, outcome), ...(isHandedOver ? [{ handOff: handoffs[name] ?? '' }] : [])]
        }),
        ...usage,
      ]
    }),
  )
}

/** The SDK calls a model's own refusal filtered, too. Without the host's reason, only counted tokens show an end. */
function endingOf(step: Members): unknown {
  const { finishReason, rawFinishReason: raw } = step
  const isVague = /^(unknown|other|content-filter)$/.test(partText(finishReason))
  if (isVague && typeof raw === 'string') return raw
  const isCounted = usagePart('', membersOf(step.usage).inputTokens, membersOf(step.usage).outputTokens).length > 0
  return isCounted && (finishReason === 'unknown' || (finishReason === 'other' && 'rawFinishReason' in step))
    ? null
    : finishReason
}

function outcomeOf({ type, toolCallId, output, error, preliminary }: Members): [string, FrameworkOutcome][] {
  const id = partText(toolCallId)
  if (type === 'tool-result' && preliminary !== true) return [[id, { output: plainValue(output) }]]
  if (type === 'tool-error') return [[id, { error: errorText(error) }]]
  return type === 'tool-output-denied' ? [[id, { error: 'nobody approved the call' }]] : []
}

/** Consecutive texts are one message, and consecutive thoughts one thought. */
function joinTexts(content: readonly Members[]): Members[] {
  const joinedParts: Members[] = []
  for (const part of content) {
    const last = joinedParts.at(-1)
    if ((part.type === 'text' || part.type === 'reasoning') && last?.type === part.type)
      joinedParts.splice(-1, 1, { ...last, text: partText(last.text) + partText(part.text) })
    else joinedParts.push(part)
  }
  return joinedParts
}

/** A file that the model made; it has no address. */
function filePart(mimeType: string): AgentPart[] {
  return [mimeType.startsWith('image/') ? { image: 'image', mimeType } : { file: 'file', mimeType }]
}
