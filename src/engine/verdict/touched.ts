import { hashJson } from '../../base/json/hash-json.ts'
import { toNormalForm } from '../../base/text/normal-form.ts'
import type { ConversationResult } from './conversation-result.ts'

/** Hashes of names (`hashName`), each once: services choose the names, and may put something private into them. */
export interface TouchedParts {
  /** The tools that were called, in any phase and by any agent. */
  tools: string[]
  /** The agents that spoke. */
  agents: string[]
  /** Whether a run got to its end, so that nothing further is known to be missing. */
  whole: boolean
}

/** How a name is kept, whichever of Unicode's forms it has. */
export const hashName = (name: string): string => hashJson(toNormalForm(name, 'NFC'))

const hashesOf = (names: readonly string[]): string[] => [...new Set(names)].map(hashName)

/** What one run touched. Its transcript must still be there, else it is not whole. */
export function touchedIn({ turns, afterTurns }: Pick<ConversationResult, 'turns' | 'afterTurns'>): TouchedParts {
  const entries = [...turns.flatMap((turn) => turn.entries), ...afterTurns]
  const tools = entries.flatMap((each) => (each.type === 'function_call' ? [each.name] : []))
  const agents = entries.flatMap((each) => (each.type === 'message' && each.role === 'assistant' ? each.agentName : []))
  const answered = turns.filter(
    ({ turnMs, failure, entries: own, unseen, step }) =>
      turnMs !== null && failure === null && unseen === undefined && (own.length > 0 || step !== undefined),
  )
  return joinTouched([
    {
      tools: hashesOf(tools),
      agents: hashesOf(agents.filter((name) => name !== null)),
      whole: answered.length > 0 && answered.length === turns.length,
    },
  ])
}

export function joinTouched(all: readonly TouchedParts[]): TouchedParts {
  const each = (hashes: readonly string[]): string[] => [...new Set(hashes)].sort()
  return {
    tools: each(all.flatMap(({ tools }) => tools)),
    agents: each(all.flatMap(({ agents }) => agents)),
    whole: all.some(({ whole }) => whole),
  }
}
