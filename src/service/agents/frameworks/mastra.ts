import type { AgentPart } from '../../workspace/agent-function.ts'
import { type AiSdkReading, fromAiSdk } from './ai-sdk.ts'
import { listOf, type Members, membersOf, textOf } from './framework-parts.ts'

/** What is read of a result of Mastra. */
export interface MastraResult {
  steps: readonly { finishReason?: string | undefined }[]
}

/**
 * What an agent of Mastra did in a turn: give it what `agent.generate` resolves to. Its steps are those of the AI SDK,
 * but their content has one of several calls only: the calls and results beside it are complete.
 * @throws AgentError for an answer that was cut off or filtered
 */
export function fromMastra({ steps }: MastraResult, reading: AiSdkReading = {}): AgentPart[] {
  return fromAiSdk({ steps: listOf(steps).map(toAiSdk) }, reading)
}

function toAiSdk(step: Members): Members & { content: { type: string }[]; finishReason: string } {
  const payloads = (list: unknown): Members[] => listOf(list).map((each) => membersOf(each.payload ?? each))
  const calls = payloads(step.toolCalls).map((call) => ({ ...call, type: 'tool-call', input: call.args }))
  const results = payloads(step.toolResults).map((given) => {
    const { result } = given // an Error where the tool threw, and { error: true } where its arguments were refused
    const type = result instanceof Error || membersOf(result).error === true ? 'tool-error' : 'tool-result'
    return { ...given, type, output: result, error: result }
  })
  const thoughts = payloads(step.reasoning).map(({ text }) => ({ type: 'reasoning', text }))
  const texts = step.text === '' ? [] : [{ type: 'text', text: step.text }]
  const content = [...thoughts, ...texts, ...calls, ...results]
  return { ...step, content, finishReason: textOf(step.finishReason) }
}
