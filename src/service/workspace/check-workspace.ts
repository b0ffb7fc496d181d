import { suggest } from '../../base/suggest.ts'
import type { Placed } from '../../suite/yaml/place.ts'
import { type Reading, refuse } from '../../suite/yaml/shape.ts'
import type { Agent } from './agent.ts'
import type { StatedWorkspace } from './workspace-shape.ts'

/** Checks the parts of a workspace against each other: names they refer to must exist, and names must be unique. */
export function checkWorkspace(stated: StatedWorkspace, agents: readonly Agent[], reading: Reading): void {
  const { channels = [], workflows = [] } = stated
  for (const { agent, version } of channels) {
    if (agent !== undefined) checkAgent(agent, agents, reading)
    if (version !== undefined && !/^(default|draft|\d+)$/.test(version.value))
      refuse(reading, 'wrong-value', version.at, `"${version.value}" is no version`, 'write default, draft or a number')
  }
  for (const { agent } of workflows) checkAgent(agent, agents, reading)
  checkUnique(
    channels.map(({ at, channel }) => ({ value: channel.name, at })),
    'channel',
    reading,
  )
  checkUnique(
    workflows.map(({ at, id }) => ({ value: id, at })),
    'workflow',
    reading,
  )
  const placed = stated.agents.flatMap(({ at }, index) => {
    const agent = agents[index]
    return agent === undefined ? [] : [{ agent, at }]
  })
  checkUnique(
    placed.map(({ agent, at }) => ({ value: agent.name, at })),
    'agent',
    reading,
  )
  checkUnique(
    placed.map(({ agent, at }) => ({ value: agent.agentId, at })),
    'agent id',
    reading,
  )
}

function checkAgent({ value, at }: Placed<string>, agents: readonly Agent[], reading: Reading): void {
  const names = agents.map(({ name }) => name)
  if (names.includes(value)) return
  const near = suggest(value, names)
  const hint = near === undefined ? `the agents are ${names.join(', ')}` : `did you mean "${near}"?`
  refuse(reading, 'wrong-value', at, `there is no agent "${value}" in this workspace`, hint)
}

function checkUnique(names: readonly Placed<string>[], what: string, reading: Reading): void {
  const seen = new Set<string>()
  for (const { value, at } of names) {
    if (seen.has(value))
      refuse(reading, 'wrong-value', at, `the ${what} "${value}" is here twice`, 'give it another name')
    seen.add(value)
  }
}
