import { unique } from '../../base/group-by.ts'
import { didYouMean } from '../../base/text/suggest.ts'
import { listKnown } from '../../base/text/wording.ts'
import { refuse } from '../../suite/yaml/shape.ts'
import { type Agent, type VersionedAgent, versionsOf } from './agent.ts'
import type { StatedAgent, StatedVersion } from './agent-shape.ts'
import { type AgentSource, shownPath } from './loading.ts'

/** Refuses functions without a tool at any version; where an agent may have its own, only near misses of a tool. */
export function checkFunctions(
  definition: Pick<StatedAgent, 'versions' | 'draft'>,
  agent: Agent,
  source: AgentSource,
): void {
  const reading = { file: shownPath(source.path), problems: source.loading.problems }
  const toolNames = unique(
    versionsOf(agent).flatMap(({ behaviour }) =>
      behaviour.kind === 'replay' ? [] : behaviour.tools.map(({ name }) => name),
    ),
  )
  if (toolNames.length === 0) return
  const check = ({ functions }: StatedVersion, version: VersionedAgent | null | undefined): void => {
    const kind = version?.behaviour.kind ?? 'replay'
    if (functions === undefined || kind === 'replay') return
    const isOpen = kind === 'code' || kind === 'remote'
    const { pre = [], during = [], post = [] } = functions
    for (const { value, at } of [...pre, ...during, ...post]) {
      if (toolNames.includes(value) || (isOpen && !toolNames.some((name) => bare(name) === bare(value)))) continue
      const hint =
        didYouMean(value, toolNames, String) ?? `write it under tools:, or take it out; ${listKnown(toolNames)}`
      refuse(reading, 'unknown-tool', at, `the agent has no tool ${value}`, hint)
    }
  }
  for (const { name, value } of definition.versions) check(value, agent.versions.get(Number(name)))
  if (definition.draft !== undefined) check(definition.draft, agent.draft)
}

const bare = (name: string): string => name.toLowerCase().replace(/[\s_-]/g, '')
