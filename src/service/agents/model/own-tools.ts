import type { JsonObject } from '../../../base/json/json.ts'
import type { ModelTool } from '../../../wire/models/model.ts'
import type { AgentPart } from '../../workspace/agent-function.ts'

/** A function of Tableread's own: it acts on the conversation itself, and leaves no entries. */
export interface OwnTool {
  tool: ModelTool
  /** What the agent does for these arguments, after which its turn is over; or what is wrong with the arguments. */
  perform(given: JsonObject): { parts: AgentPart[] } | { problem: string }
}

export interface OwnToolsGiven {
  handsOffTo: readonly string[]
  mayEnd: boolean
  /** Names already used by the version's functions. */
  names: readonly string[]
}

const say = {
  type: 'string',
  description: 'What you tell the customer before. Leave it empty if you have just told them.',
}
const silent = { ...say, description: `${say.description} Without it, the other agent speaks at once.` }

export function ownTools({ handsOffTo, mayEnd, names }: OwnToolsGiven): OwnTool[] {
  const free = (name: string): string => (names.includes(name) ? free(`${name}_`) : name)
  const handOff: OwnTool = {
    tool: {
      name: free('hand_off'),
      description: 'Hands the conversation over to another agent, who speaks from then on.',
      parameters: {
        type: 'object',
        properties: { agent: { type: 'string', enum: [...handsOffTo] }, say: silent },
        required: ['agent'],
      },
    },
    perform({ agent, say }) {
      if (typeof agent !== 'string' || !handsOffTo.includes(agent))
        return {
          problem: `there is no agent ${JSON.stringify(agent ?? null)} to hand over to: ${handsOffTo.join(', ')}`,
        }
      return { parts: [...saying(say), { handOff: agent }] }
    },
  }
  const end: OwnTool = {
    tool: {
      name: free('end_conversation'),
      description: 'Ends the conversation, once the customer needs nothing more.',
      parameters: { type: 'object', properties: { say }, required: ['say'] },
    },
    perform: ({ say }) => ({ parts: [...saying(say), { end: true }] }),
  }
  return [...(handsOffTo.length === 0 ? [] : [handOff]), ...(mayEnd ? [end] : [])]
}

function saying(text: unknown): AgentPart[] {
  return typeof text === 'string' && text.trim() !== '' ? [text.trim()] : []
}
