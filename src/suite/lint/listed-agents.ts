import type { Blueprint } from '../../wire/api/blueprint.ts'
import { agentFacts } from './agent-facts.ts'
import type { KnownAgents } from './known-agents.ts'

/**
 * The agents of a blueprint listing. The interface does not link an agentId to the name that triggers use (BLU-13), so
 * only an agent whose id is its name is found, and of the others nothing is said: not even that they do not exist. The
 * listing holds published versions (BLU-04); an agent that it lists more than once (BLU-12) is known by its numbers only.
 */
export function listedAgents(source: string, blueprints: readonly Blueprint[]): KnownAgents {
  return {
    source,
    find(name, version) {
      const listed = blueprints.filter(({ agentId }) => agentId === name)
      const asked = listed.filter(({ version: { number } }) =>
        version === 'default' ? listed.length === 1 : String(number) === version,
      )
      const [blueprint] = asked
      return blueprint === undefined ? { kind: 'not listed' } : { kind: 'known', facts: agentFacts(blueprint.config) }
    },
  }
}
