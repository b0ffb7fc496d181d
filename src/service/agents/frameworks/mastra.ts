import { cutText } from '../../../base/privacy/cut.ts'
import { AgentError, type AgentPart } from '../../workspace/agent-function.ts'
import { layerOfError } from '../code/layer-of-error.ts'
import { type AiSdkReading, fromAiSdk } from './ai-sdk.ts'
import { errorText, listIn, type Members, membersOf, partList, partText, refuseUnfinished } from './framework-parts.ts'

/** What is read of a result of Mastra. */
export interface MastraResult {
  steps: readonly { finishReason?: string | undefined }[]
  finishReason?: unknown
  error?: unknown
  tripwire?: unknown
}

/**
 * What an agent of Mastra did in a turn: give it what `agent.generate` resolves to. Its steps are those of the AI SDK,
 * but their content has one of several calls only: the calls and results beside it are complete.
 * @throws AgentError for an answer that was cut off, filtered, suspended or broken off
 */
export function fromMastra(result: MastraResult, reading: AiSdkReading = {}): AgentPart[] {
  const { finishReason, error, tripwire } = membersOf(result)
  if (error !== undefined && error !== null)
    throw new AgentError(
      `the agent ended with an error: ${cutText(errorText(error), 300)}`,
      layerOfError(error) ?? 'service',
    )
  refuseUnfinished([tripwire ? 'tripwire' : null, finishReason], 1) // its steps say which calls there are
  const steps = listIn(result, 'steps', 'fromMastra', 'await what generate gives')
  return fromAiSdk({ steps: steps.map(toAiSdk) }, reading)
}

function toAiSdk(step: Members): Members & { content: { type: string }[]; finishReason: string } {
  const payloads = (list: unknown): Members[] => partList(list).map((each) => membersOf(each.payload ?? each))
  const calls = payloads(step.toolCalls).map((call) => ({ ...call, type: 'tool-call', input: call.args }))
  const results = payloads(step.toolResults).map((part) => {
    const { result } = part // an Error where the tool threw, and { error: true } where its arguments were refused
    const type = result instanceof Error || membersOf(result).error === true ? 'tool-error' : 'tool-result'
    return { ...part, type, output: result, error: result }
  })
  const thoughts = payloads(step.reasoning).map(({ text }) => ({ type: 'reasoning', text }))
  const texts = step.text === '' ? [] : [{ type: 'text', text: step.text }]
  return { ...step, content: [...thoughts, ...texts, ...calls, ...results], finishReason: partText(step.finishReason) }
}
