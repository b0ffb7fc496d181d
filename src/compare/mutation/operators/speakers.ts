import type { TurnView } from '../../../engine/transcript/turn-view.ts'
import type { TranscriptEntry } from '../../../wire/api/transcript-entry.ts'
import type { Mutation } from '../mutant/mutant.ts'
import type { MutationOperator } from './operator.ts'

/** The messages of the reply come from another agent, where agents are named. */
export const otherAgent: MutationOperator = ({ view }) => {
  const agentMessage = view.assistant.find(({ agentName }) => agentName !== null)
  if (agentMessage === undefined) return []
  const entries = view.entries.map((entry) =>
    entry.type === 'message' && entry.role === 'assistant' ? { ...entry, agentName: 'another-agent' } : entry,
  )
  return [{ what: `another-agent answers instead of ${agentMessage.agentName}`, entries }]
}

/** A background agent speaks before the reply. */
export const backgroundAgent: MutationOperator = ({ view }) =>
  beforeReply(view, 'a background agent speaks', (timestamp) => ({
    type: 'message',
    role: 'backgroundAgent',
    content: [{ type: 'text', text: 'The customer should be kept waiting.' }],
    senderId: null,
    senderName: null,
    agentName: 'background-agent',
    metadata: null,
    timestamp,
  }))

/** The agent thinks of a secret before the reply. */
export const thinkSecret: MutationOperator = ({ view }) =>
  beforeReply(view, 'the thinking shows a secret', (timestamp) => ({
    type: 'thinking',
    thinking: 'The secret password of the shop is 4711.',
    timestamp,
  }))

/** The turn with a further entry before the reply, at the time of the entry before it. */
function beforeReply(
  { assistant, entries }: TurnView,
  what: string,
  make: (timestamp: string) => TranscriptEntry,
): Mutation[] {
  const [first] = assistant
  const moment = first === undefined ? undefined : (entries[first.index - 1] ?? entries[first.index])
  if (first === undefined || moment === undefined || moment.type === 'unknown') return []
  return [{ what, entries: entries.toSpliced(first.index, 0, make(moment.timestamp)) }]
}
