import { cleanConfig } from '../../compare/blueprint/clean-config.ts'
import { compareBlueprints } from '../../compare/blueprint/compare-blueprints.ts'
import { idlePromptHint } from '../../compare/blueprint/idle-prompt.ts'
import type { BlueprintSight } from '../../compare/blueprint/see-blueprint.ts'
import type { RemoteBehaviour, VersionedAgent } from '../../service/workspace/agent.ts'
import { argumentsIn } from '../../service/workspace/request-template.ts'
import type { Place } from '../../suite/yaml/place.ts'
import type { FindVersion } from './load-workspaces.ts'
import type { AskedVersion } from './local-agents.ts'

/** The prompts that differ and that no turn of the second version shows, each once (see `isIdlePrompt`). */
export function findIdlePrompts(
  finds: readonly [FindVersion, FindVersion],
  pairs: readonly (readonly [AskedVersion, AskedVersion])[],
): IdlePrompt[] {
  const idle = pairs.flatMap((pair): [string, IdlePrompt][] => {
    if (!isIdlePrompt(finds, pair)) return []
    const [a, b] = pair
    const place = finds[1](b.agent, b.version)?.promptAt ?? finds[0](a.agent, a.version)?.promptAt
    const message = `${b.agent}: the prompt of ${b.version} differs, but what answers is not given it, so no turn shows it`
    return [[message, { message, hint: idlePromptHint, ...(place === undefined ? {} : { place }) }]]
  })
  return [...new Map(idle).values()]
}

/** What is said of a prompt that no turn shows, and where it stands. */
interface IdlePrompt {
  message: string
  hint: string
  place?: { file: string; at: Place }
}

/** Whether the prompts of two versions differ and what answers for the second is not given its own, whatever else differs. */
export function isIdlePrompt(
  finds: readonly [FindVersion, FindVersion],
  [a, b]: readonly [AskedVersion, AskedVersion],
): boolean {
  const [one, other] = [finds[0](a.agent, a.version), finds[1](b.agent, b.version)]
  if (one === undefined || other === undefined || mayKnowPrompt(one.behaviour, other.behaviour)) return false
  const sightOf = ({ label, config }: VersionedAgent): BlueprintSight => ({
    ...{ kind: 'seen', label, config: cleanConfig(config) },
  })
  const { changes } = compareBlueprints(b.agent, sightOf(one), sightOf(other))
  return changes.some(({ path }) => path.startsWith('prompts') && !spoken.includes(path))
}

/** Members beside prompts that whatever answers speaks, or that nothing here reads. */
const spoken = ['prompts.initialMessage', 'prompts.analytics']

type Behaviour = VersionedAgent['behaviour']

/** Rules and recordings read no prompt. Code, and what runs elsewhere, may have its own where it is not the same on both sides. */
function mayKnowPrompt(before: Behaviour, behaviour: Behaviour): boolean {
  if (behaviour.kind === 'scripted' || behaviour.kind === 'replay') return false
  const isTold = behaviour.kind === 'model' || (behaviour.kind === 'remote' && isToldVersion(behaviour))
  return isTold || JSON.stringify(answererOf(before)) !== JSON.stringify(answererOf(behaviour))
}

function isToldVersion({ protocol, http }: RemoteBehaviour): boolean {
  const { url = null, headers = null, body = null } = http?.request ?? {}
  return protocol === 'chat completions' || argumentsIn([url, headers, body]).includes('version')
}

/** What answers, without the tools that it may call. */
function answererOf(behaviour: Behaviour): unknown {
  if (behaviour.kind === 'code') return behaviour.from
  if (behaviour.kind !== 'remote') return behaviour.kind
  const { protocol, url, headers, model, body, http } = behaviour
  return [protocol, url, headers, model, body, http?.request]
}
