import { describeBreakdown } from '../../base/text/wording.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import type { Problem } from '../../suite/yaml/problem.ts'
import type { ConversationResult } from '../verdict/conversation-result.ts'
import type { KnownFunctions } from '../verdict/known-functions.ts'
import { type CalledNames, gatherCalls } from '../verdict/warnings.ts'
import { type AgentCount, type AgentCoverage, countAgent } from './agent-coverage.ts'
import type { Coverage } from './coverage-shape.ts'

export type { Coverage } from './coverage-shape.ts'

/** Gathers coverage during a run. It keeps only counts, so a long run needs no more memory than a short one. */
export interface CoverageCount {
  /** The result must still have its transcript. Returns problems where it cannot be counted. */
  add(result: ConversationResult, plan: Plan): Problem[]
  read(): Coverage
  called(): CalledNames
}

/** Given the functions of published agents, it names those that the default version never called. */
export function createCoverage(functions: KnownFunctions = new Map()): CoverageCount {
  const agents = new Map<string, AgentCount>()
  const calls = gatherCalls()
  return {
    add(result, plan) {
      if (result.turns.every(({ turnMs }) => turnMs === null)) return []
      const { agent, version } = result
      const key = `${version} ${agent}`
      let count = agents.get(key)
      if (count === undefined) {
        count = countAgent(agent, version, version === 'default' ? functions.get(agent) : undefined)
        agents.set(key, count)
      }
      try {
        count.add(result, plan)
        calls.add(result)
        return []
      } catch (error) {
        const message = `what this conversation made its agent do could not be counted: ${describeBreakdown(error)}`
        return [{ code: 'unreadable', file: result.file, at: result.at, message }]
      }
    },
    called: calls.read,
    read: () => ({ agents: [...agents.values()].map((count) => count.read()).sort(byAgentAndVersion) }),
  }
}

/** What was called, without the names of arguments. */
export function calledTools(...all: readonly Coverage[]): CalledNames {
  return new Map(all.flatMap(({ agents }) => agents.flatMap(({ tools }) => tools.map(({ name }) => [name, new Map()]))))
}

function byAgentAndVersion(a: AgentCoverage, b: AgentCoverage): number {
  if (a.agent !== b.agent) return a.agent < b.agent ? -1 : 1
  return a.version < b.version ? -1 : 1
}
