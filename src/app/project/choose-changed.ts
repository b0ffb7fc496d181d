import type { JsonObject } from '../../base/json.ts'
import { toNormalForm } from '../../base/normal-form.ts'
import { count, listSome } from '../../base/wording.ts'
import { type BlueprintSources, seeBlueprint } from '../../compare/blueprint/see-blueprint.ts'
import { type AgentState, findDifferences, type StateDifference } from '../../compare/changed/find-differences.ts'
import { type Candidate, selectChanged } from '../../compare/changed/select-changed.ts'
import type { Changed } from '../../compare/comparison.ts'
import type { SideKey } from '../../compare/model/conversation-comparison.ts'
import type { Pairing } from '../../compare/pairing.ts'
import type { Touched } from '../../engine/verdict/touched.ts'
import { nameTarget } from '../../records/history/run-record.ts'
import { plainSaid } from '../../report/document/door.ts'
import { type AgentVersion, phaseOf } from '../../service/workspace/agent.ts'
import { isInFiles, printAgents, reachedFrom } from './agent-prints.ts'
import { insistTwoSides, sourcesOf } from './compare-sides.ts'
import { shown } from './find-suites.ts'
import { askedOfHistory } from './keep-history.ts'
import type { FindVersion } from './load-workspaces.ts'
import { localVersions } from './local-agents.ts'
import type { Project } from './open-run.ts'
import { complain } from './print.ts'
import type { RunSettled } from './settings.ts'
import type { OpenSides, SideSpec } from './sides.ts'

/** The conversations of a comparison, and with `--changed` what differs, and which of them are not run for it. */
interface Chosen {
  pairings: readonly Pairing[]
  changed?: Changed
}

/**
 * The conversations of `--changed`: those that what differs between the sides touches, by what the history has of them,
 * and those of which it has nothing. Says on standard error how many, and why.
 * @throws UsageError where both sides are one
 */
export async function chooseChanged(
  pairings: readonly Pairing[],
  { settled, conceal }: Project,
  sides: Record<SideKey, SideSpec>,
  { a: service }: OpenSides,
): Promise<Required<Chosen>> {
  insistTwoSides('changed', sides)
  const { workspace } = service
  const local = workspace === undefined ? null : await localVersions(workspace, settled.revisions)
  const sources = local === null ? await sourcesOf(service, settled) : null
  const prints = await printAgents('a', service, { pairings, sources, revisions: settled.revisions })
  const history = await readRecords(pairings, prints, settled, nameTarget(service.target.name))
  const known = new Map<string, Pick<Candidate, 'differences' | 'known'>>()
  const candidates = pairings.map(({ id, plans: { a, b } }): Candidate => {
    const key = JSON.stringify([a.agent.value, a.version, b.agent.value, b.version])
    const own =
      known.get(key) ??
      differencesOf(
        { agent: a.agent.value, version: a.version },
        { agent: b.agent.value, version: b.version },
        local,
        sources,
      )
    known.set(key, own)
    const { conversation, everyTurn } = a
    return { ...own, record: history.records.get(id) ?? null, script: JSON.stringify([conversation, everyTurn]) }
  })
  const chosen = selectChanged(candidates)
  const differs = [...new Set(candidates.flatMap(({ differences }) => differences.map(({ what }) => what)))]
  const notRun = pairings.flatMap(({ plans: { a } }, index) =>
    chosen[index] === null
      ? [
          {
            file: a.file,
            line: a.conversation.at.line,
            name: a.conversation.name.value,
            reason: differs.length === 0 ? 'nothing differs' : 'nothing that differs touches it',
          },
        ]
      : [],
  )
  const told = conceal.rest({ differs, notRun })
  const what =
    told.differs.length === 0
      ? `nothing differs between ${sides.a.version} and ${sides.b.version}`
      : `what differs: ${plainSaid(listSome(told.differs, 5), 1_000)}`
  const unknown = chosen.filter((why) => why === 'unknown').length
  const why =
    unknown === 0
      ? ''
      : `; ${unknown} because ${history.why ?? 'the history has no run of them with this script and agent'}`
  complain(
    `--changed: ${pairings.length - notRun.length} of ${count(pairings.length, 'conversation')} run${why}; ${what}\n`,
  )
  return { pairings: pairings.filter((_, index) => chosen[index] !== null), changed: told }
}

/** What the history has of them, and why it has nothing. */
async function readRecords(
  pairings: readonly Pairing[],
  prints: ReadonlyMap<string, string>,
  { history, folder }: Pick<RunSettled, 'history' | 'folder'>,
  target: string,
): Promise<{ records: ReadonlyMap<string, Touched>; why: string | null }> {
  const none = (why: string) => ({ records: new Map<string, Touched>(), why })
  if (history === null) return none('no history is kept')
  const file = shown(history, folder)
  try {
    const { readTouched } = await import('../../records/history/read-touched.ts')
    const read = readTouched(history, await askedOfHistory(pairings, prints, target))
    if (!read.ok) return none(`the history cannot be read (${file}: ${read.trouble.message})`)
    return read.read.size > 0
      ? { records: read.read, why: null }
      : none(`${file} has no whole run of them with this script and agent`)
  } catch (error) {
    return none(`the history cannot be read (${file}: ${(error as Error).message})`)
  }
}

interface AgentAt {
  agent: string
  version: string
}

/** What differs between two versions, and whose differences that covers; anything that cannot be seen differs. */
function differencesOf(
  a: AgentAt,
  b: AgentAt,
  local: FindVersion | null,
  sources: BlueprintSources | null,
): Pick<Candidate, 'differences' | 'known'> {
  const known = new Set([a.agent].map((name) => toNormalForm(name, 'NFC')))
  const all = (what: string) => ({ differences: [{ what, touches: null }], known })
  if (a.agent !== b.agent) return all(`the agent: ${a.agent} and ${b.agent}`)
  if (local !== null) return localDifferences(a, b, local)
  const [one, other] = [a, b].map(({ agent, version }) =>
    seeBlueprint(agent, version, sources ?? { listed: null, findKept: () => null }),
  )
  for (const sight of [one, other]) if (sight?.kind !== 'seen') return all(sight?.reason ?? 'an agent that is not seen')
  if (one?.kind !== 'seen' || other?.kind !== 'seen') return all('an agent that is not seen')
  if (one.label === other.label) return { differences: [], known }
  const found = findDifferences(stateOfBlueprint(one.config), stateOfBlueprint(other.config))
  const handsOver = [one, other].some(
    ({ config: { agentsList } }) => Array.isArray(agentsList) && agentsList.length > 0,
  )
  if (handsOver) return all('the agents that it hands over to, of which the service does not show the versions')
  return found.length === 0
    ? all('nothing that the service shows, though they are two versions')
    : { differences: found, known }
}

function localDifferences(a: AgentAt, b: AgentAt, find: FindVersion): Pick<Candidate, 'differences' | 'known'> {
  const [before, after] = [a, b].map(({ agent, version }) => reachedFrom(find, agent, version))
  const reached = [...(before ?? []), ...(after ?? [])]
  const known = new Set(reached.map(({ name }) => toNormalForm(name, 'NFC')))
  const hidden = reached.find(({ version }) => !isInFiles(version))
  if (hidden !== undefined)
    return { differences: [{ what: `what runs outside of the files of ${hidden.name}`, touches: null }], known }
  const names = [...new Set(reached.map(({ name }) => name))]
  const differences = names.flatMap((name): StateDifference[] => {
    const [own = [], other = []] = [before, after].map((some = []) => some.filter((each) => each.name === name))
    const [one, two] = [own[0]?.version, other[0]?.version]
    if (own.length === 1 && other.length === 1 && one !== undefined && two !== undefined)
      return one === two ? [] : findDifferences(stateOfVersion(one), stateOfVersion(two))
    return [{ what: `the agent ${name}, at other versions`, touches: null }]
  })
  return { differences, known }
}

function stateOfBlueprint(config: JsonObject): AgentState {
  return { config, tools: new Map(), always: [], rest: null }
}

function stateOfVersion({ config, behaviour }: AgentVersion): AgentState {
  const blueprint = config as unknown as JsonObject
  if (behaviour.kind === 'replay') return { config: blueprint, tools: new Map(), always: [], rest: behaviour }
  const { tools, ...rest } = behaviour
  const steps = [...behaviour.before, ...behaviour.after].flatMap((step) => (step.kind === 'call' ? [step.name] : []))
  const always = tools
    .filter((tool) => ['pre', 'post'].includes(phaseOf(tool, config.functionSettings) ?? ''))
    .map(({ name }) => name)
  return {
    config: blueprint,
    tools: new Map(tools.map((tool) => [tool.name, tool])),
    always: [...always, ...steps],
    rest,
  }
}
