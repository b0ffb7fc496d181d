import { parseScript } from '../language/script/parse.ts'
import type { Script } from '../language/script/script.ts'
import { planScript } from '../plan/plan.ts'
import type { Problem } from '../yaml/problem.ts'
import type { AgentFound, KnownAgent, KnownAgents } from './known-agents.ts'
import { lintPlans } from './lint-plans.ts'

/** Reads a suite as a test writes it. @throws when it is already invalid before lint */
export function readSuite(yaml: string, file = 'suite.yaml'): Script {
  const parsed = parseScript(yaml, file)
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  return parsed.script
}

/** The findings of lint for one suite, as `code: the text it points at`, warnings marked. */
export function lintText(yaml: string, agents: KnownAgents | null = null, versions: string[] = ['default']): string[] {
  const lines = yaml.split('\n')
  return lintScript(readSuite(yaml), agents, versions).map(({ at, code, severity }) => {
    const text = lines[at.line - 1]?.slice(at.column - 1, at.column - 1 + at.length)
    return `${severity === undefined ? '' : `${severity} `}${code}: ${text}`
  })
}

/** The findings of lint for one suite. */
export function lintScript(script: Script, agents: KnownAgents | null, versions: string[] = ['default']): Problem[] {
  const defaults = { versions, versionsGiven: true, timeLimitMs: 1_000, stopAfterFailure: true }
  return lintPlans([script], planScript(script, defaults), agents).problems
}

/** Facts of an agent with these functions. */
export function facts(
  { pre = [], during = [], post = [] }: { pre?: string[]; during?: string[]; post?: string[] },
  rest: Partial<KnownAgent> = {},
): KnownAgent {
  const tools = new Map<string, Set<'pre' | 'during' | 'post'>>()
  for (const name of pre) tools.set(name, new Set(['pre']))
  for (const name of during) tools.set(name, new Set([...(tools.get(name) ?? []), 'during']))
  for (const name of post) tools.set(name, new Set([...(tools.get(name) ?? []), 'post']))
  return { tools, variables: [], handsOffTo: [], ...rest }
}

/** Agents by `name version`; `otherwise` is the answer for any other. */
export function agentsWith(
  factsByAgent: Record<string, KnownAgent>,
  otherwise: AgentFound = { kind: 'not listed' },
): KnownAgents {
  return {
    source: 'the test',
    unlisted: 'nobody lists it',
    tools: () => new Set(Object.values(factsByAgent).flatMap(({ tools }) => [...tools.keys()])),
    find(agent, version) {
      const entry = factsByAgent[`${agent} ${version}`]
      return entry === undefined ? otherwise : { kind: 'known', facts: entry }
    },
  }
}
