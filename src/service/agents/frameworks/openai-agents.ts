import { successIn } from '../../../base/json/output-success.ts'
import { endingsIn } from '../../../wire/models/whole-answer.ts'
import type { AgentPart } from '../../workspace/agent-function.ts'
import {
  callPart,
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

/** What is read of a run of the OpenAI Agents SDK. */
export interface OpenAiAgentsRun {
  newItems: readonly { type: string }[]
  rawResponses: readonly { output: readonly unknown[] }[]
}

/** How the SDK itself tells the model that a tool threw, got no JSON, took too long or was not approved. */
const ownError =
  /^(An error occurred while (running the tool|parsing tool arguments)|Tool '.*' timed out after |Tool execution was not approved)/

/**
 * What an agent of the OpenAI Agents SDK did in a turn: what it said and thought, its calls with their outcomes, its
 * handoffs, and what they took. Give it what `run` resolves to; a streamed run once `completed` has resolved.
 * @throws AgentError for an answer that was cut off or filtered
 */
export function fromOpenAiAgents(result: OpenAiAgentsRun): AgentPart[] {
  const items = listIn(result, 'newItems', 'fromOpenAiAgents', 'await what run gives')
  const outcomes = new Map(items.flatMap(outcomeOf))
  const usage = partList(result.rawResponses).flatMap((response) => {
    const provider = membersOf(response.providerData)
    const calls = partList(response.output).filter(({ type }) => /_call$/.test(partText(type)))
    const [choice] = partList(provider.choices)
    refuseUnfinished(choice === undefined ? endingsIn(provider) : [choice.finish_reason], calls.length)
    const { inputTokens, outputTokens } = membersOf(response.usage)
    return usagePart(provider.model, inputTokens, outputTokens)
  })
  return orEmptyMessage([...items.flatMap((item) => partsOf(item, outcomes)), ...usage])
}

/** A tool's outcome. Other words than the SDK's own for a tool that threw leave its success unknown. */
function outcomeOf({ type, rawItem, output }: Members): [string, FrameworkOutcome][] {
  const raw = membersOf(rawItem)
  const id = partText(raw.callId)
  if (type === 'handoff_output_item') return [[id, { output: wordsOf(raw.output) }]]
  if (type !== 'tool_call_output_item') return []
  const value = plainValue(output ?? raw.output)
  if (ownError.test(partText(value)) || successIn(value) === false) return [[id, { error: wordsOf(value) }]]
  return [[id, { output: value, ...(successIn(value) === true ? {} : { unsure: true }) }]]
}

/** An output as a text; the SDK has it as one, or as `{ type, text }`. */
function wordsOf(output: unknown): string {
  const { text } = membersOf(output)
  return partText(output) || partText(text) || JSON.stringify(plainValue(output))
}

function partsOf({ type, rawItem, targetAgent }: Members, outcomes: Map<string, FrameworkOutcome>): AgentPart[] {
  const raw = membersOf(rawItem)
  if (type === 'message_output_item') {
    refuseUnfinished(endingsIn(raw), 0)
    return saidIn(partList(raw.content))
  }
  if (type === 'reasoning_item')
    return [...partList(raw.content), ...partList(raw.rawContent)].flatMap(({ text }) => thought(text))
  if (type === 'handoff_output_item') return [{ handOff: partText(membersOf(targetAgent).name) }]
  if (type !== 'tool_call_item' && type !== 'handoff_call_item') return []
  // What a host carries out by itself has its output beside the call.
  const own = raw.output === undefined ? {} : { output: plainValue(raw.output) }
  return [callPart(raw.name ?? raw.type, raw.arguments ?? raw.action ?? {}, outcomes.get(partText(raw.callId)) ?? own)]
}

/** The message of an item, after the thoughts that hosts of chat completions send beside it. */
function saidIn(content: readonly Members[]): AgentPart[] {
  const thoughts = content.flatMap(({ providerData }) => {
    const { reasoning_content: ofMost, reasoning: ofSome } = membersOf(providerData)
    return thought(ofMost ?? ofSome)
  })
  const texts = content.map(
    ({ text, refusal, transcript }) => partText(text) || partText(refusal) || partText(transcript),
  )
  return [...thoughts, ...message(texts.join(''))]
}
