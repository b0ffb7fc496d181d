import { successIn } from '../../../base/json/output-success.ts'
import { cutText } from '../../../base/privacy/cut.ts'
import { endingsIn } from '../../../wire/models/whole-answer.ts'
import { AgentError, type AgentPart } from '../../workspace/agent-function.ts'
import { withRefusal } from '../remote/chat-messages.ts'
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

/** What is read of the state of a graph: the messages of LangChain, as objects of its classes or as plain ones. */
export interface LangGraphState {
  messages: readonly unknown[]
  /** What the graph waits for, if it was interrupted. */
  __interrupt__?: unknown
}

/**
 * What a graph of LangGraph (or an agent of LangChain) did in a turn: what it said and thought, its calls with their
 * outcomes, who spoke, and what they took. Give it what `invoke` resolves to: what comes after the latest message of
 * the customer counts, and another `name` than that of the message before is a handoff.
 * @throws AgentError for an answer that was cut off or filtered, and for a graph that was interrupted
 */
export function fromLangGraph(state: LangGraphState): AgentPart[] {
  const interrupts = membersOf(state).__interrupt__
  if (partList(interrupts).length > 0)
    throw new AgentError(
      `the graph was interrupted and waits for what nobody here can give: ${cutText(errorText(partList(interrupts)[0]?.value ?? 'an answer'), 300)}`,
    )
  const all = listIn(state, 'messages', 'fromLangGraph', 'await what invoke gives')
  const begin = all.findLastIndex((each) => kindOf(each) === 'human') + 1
  const outcomes = new Map(all.slice(begin).flatMap(outcomeOf))
  let speaker = all.slice(0, begin).findLast((each) => kindOf(each) === 'ai' && partText(each.name) !== '')?.name
  const parts = all.slice(begin).flatMap((each): AgentPart[] => {
    if (kindOf(each) !== 'ai') return []
    const name = partText(each.name)
    const isAnother = name !== '' && speaker !== undefined && name !== speaker
    if (name !== '') speaker = name
    return [...(isAnother ? [{ handOff: name }] : []), ...partsOf(each, outcomes)]
  })
  return orEmptyMessage(parts)
}

/** Which message it is; LangChain's classes say it in a member or, in older versions, by a method. */
function kindOf(each: Members): string {
  const { type, role, _getType: ask } = each
  const kind = partText(type) || partText(role) || (typeof ask === 'function' ? partText(ask.call(each)) : '')
  return { user: 'human', assistant: 'ai', AIMessageChunk: 'ai' }[kind] ?? kind
}

function outcomeOf(each: Members): [string, FrameworkOutcome][] {
  if (kindOf(each) !== 'tool') return []
  const [id, output] = [partText(each.tool_call_id), blocksText(each.content)]
  if (each.status === 'error') return [[id, { error: output }]]
  const isKnown = each.status === 'success' || successIn(output) === true
  return [[id, successIn(output) === false ? { error: output } : { output, ...(isKnown ? {} : { unsure: true }) }]]
}

function partsOf(each: Members, outcomes: Map<string, FrameworkOutcome>): AgentPart[] {
  const { content, response_metadata: about, additional_kwargs: more, usage_metadata: usage } = each
  const { model_name, model } = membersOf(about)
  const [calls, unreadable] = [partList(each.tool_calls), partList(each.invalid_tool_calls)]
  refuseUnfinished(endingsIn(each), calls.length + unreadable.length)
  // What ChatOpenAI drops of an answer is in the raw one, which it keeps if it is told to.
  const [choice] = partList(membersOf(membersOf(more).__raw_response).choices)
  const raw = { ...membersOf(choice?.message), ...membersOf(more) } as Members
  const text = withRefusal(blocksText(content), partText(raw.refusal))
  const { input_tokens, output_tokens } = membersOf(usage)
  return [
    ...partList(content).flatMap(({ thinking, reasoning }) => thought(thinking ?? reasoning)),
    ...thought(raw.reasoning_content ?? raw.reasoning),
    ...message(text),
    ...calls.map(({ id, name, args }) => callPart(name, args, outcomes.get(partText(id)))),
    ...unreadable.map(({ id, name, args, error }) =>
      callPart(name, args, outcomes.get(partText(id)) ?? { error: partText(error) || 'its arguments cannot be read' }),
    ),
    ...usagePart(model_name ?? model, input_tokens, output_tokens),
  ]
}

/** The text of a content: a text, or a list of blocks of which some are texts. */
function blocksText(content: unknown): string {
  if (!Array.isArray(content)) return typeof content === 'string' ? content : JSON.stringify(plainValue(content))
  return content
    .map((block) => partText(block) || partText(membersOf(block).text) || partText(membersOf(block).refusal))
    .join('')
}
