import { resolve } from 'node:path'
import { readText } from '../../base/files/files.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import type { Problem } from '../../suite/yaml/problem.ts'
import type { LintAgents } from './lint-agents.ts'

const at = (agent: string, version: string) => ({ agent, version })

/** Which drafts differ from what is published in a prompt that nothing reads; none where no files tell. */
export async function lintPrompts(plans: readonly Plan[], listing: LintAgents) {
  const pairs = plans.map(({ agent }) => [at(agent.value, 'default'), at(agent.value, 'draft')] as const)
  const find = listing.ok ? listing.local : undefined
  const idle =
    find === undefined ? [] : (await import('../agents/find-idle-prompts.ts')).findIdlePrompts([find, find], pairs)
  const problems = idle.flatMap(({ place, message, hint }): Problem[] =>
    place === undefined ? [] : [{ code: 'idle-prompt', severity: 'warning', ...place, message, hint }],
  )
  return {
    problems,
    /** The files that state them. */
    texts: new Map(problems.map(({ file }) => [file, readText(resolve(file))])),
    /** Those that no file states, in words. */
    unplaced: idle.flatMap(({ place, message, hint }) => (place === undefined ? [`${message}: ${hint}`] : [])),
  }
}
