import { copyJson } from '../../base/json/walk-json.ts'
import { priceUsage, sumUsage, type Usage } from '../../wire/api/usage.ts'
import { performReplay } from '../agents/perform-replay.ts'
import { performScripted, type Scene } from '../agents/perform-scripted.ts'
import type { Thought, think as thinkAbout } from '../agents/thinking/think.ts'
import type { Line, Performance } from '../agents/write-entries.ts'
import type { Refusal } from '../answer/answer.ts'
import type { ServiceContext } from '../context/context.ts'
import type { SessionRecord } from '../store/store.ts'
import { showInstant } from '../time/clock.ts'
import type { Agent, ThinkingBehaviour, VersionedAgent } from '../workspace/agent.ts'
import type { AgentTurn } from '../workspace/agent-function.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { demandThought, type ThoughtQuestion } from './carry-out.ts'

/** The agent that plays a turn, and its input. */
export interface TurnCue {
  agentName: string
  version: VersionedAgent
  /** Null when the agent opens. */
  message: string | null
  /** Instructions for this reply only. */
  context?: string | null
  /** What the agent opens with instead of its initial message. */
  opening?: string | null
  /** Addresses of the user's attachments. */
  attachments?: readonly string[]
  /** Whether the agent writes from its instructions, which opening with its initial message would ignore (WAO-01). */
  writes?: boolean
  /** The agents that have handed over without a word in this turn. The functions of the phase pre ran with the first. */
  silent?: readonly string[]
}

/** Performs a turn; after a handoff the new agent plays it (TRN-08), after one without a word it answers. */
export function perform(
  context: ServiceContext,
  workspace: Workspace,
  session: SessionRecord,
  cue: TurnCue,
): Performance | Refusal {
  const handed = speakerOf(workspace, session, cue)
  const speaker = session.state.speaker ?? cue.agentName
  const performed = performAs(context, session, handed)
  if ('errorCode' in performed || performed.ended || performed.lines.some(isSaid)) return performed
  const next = session.state.speaker ?? cue.agentName
  if (next === speaker) return performed
  const trace: Line = { kind: 'thinking', text: `(hands over to ${String(next)} without a word)` }
  const before = { ...performed, lines: [...performed.lines, trace] }
  const silent = [...(cue.silent ?? []), handed.agentName]
  if (silent.includes(speakerOf(workspace, session, cue).agentName)) return before
  const rest = perform(context, workspace, session, { ...cue, silent })
  return 'errorCode' in rest ? rest : joinPerformances(before, rest)
}

function isSaid(line: Line): boolean {
  return line.kind === 'message' && line.role === 'assistant'
}

/** What two agents did in one turn: the second measured from its own beginning, so its lines follow one by one. */
function joinPerformances(first: Performance, second: Performance): Performance {
  let passedMs = 0
  const later = second.lines.map((line): Line => {
    const { atMs = passedMs, ...rest } = line
    const afterMs = line.atMs === undefined ? (line.afterMs ?? 1) : Math.max(0, atMs - passedMs)
    if (rest.kind !== 'call') {
      passedMs = atMs
      return { ...rest, afterMs }
    }
    const { doneMs = atMs + (rest.timeMs ?? 0), ...call } = rest
    passedMs = doneMs
    return { ...call, afterMs }
  })
  return { ...second, ...first, ended: second.ended, lines: [...first.lines, ...later] }
}

function performAs(context: ServiceContext, session: SessionRecord, handed: TurnCue): Performance | Refusal {
  const { agentName, version, message } = handed
  const { variables, state, turns } = session
  if (version.behaviour.kind === 'replay') {
    const opening = handed.opening ?? version.config.agentInstructions.initialMessage.messageContent
    const scene = { agentName, message, variables, turn: turns, state, opening: opening === '' ? 'Hello!' : opening }
    const replayed = performReplay(version.behaviour, scene)
    return replayed.ok ? replayed.performance : { errorCode: 'localReplayExhausted', message: replayed.reason }
  }
  if (isThinking(version.behaviour)) {
    const own = handed.writes === true && (handed.context ?? '').trim() !== '' ? withoutOpening(handed) : handed
    const thought = thoughtOf(context, session, own, version.behaviour, message === null ? 'open' : 'reply')
    if ('errorCode' in thought) return thought
    const { performance } = thought
    session.state =
      performance.speaker === undefined ? thought.state : { ...thought.state, speaker: performance.speaker }
    return performance
  }
  if (version.behaviour.unfilled === true) return refuseUnfilled(agentName, version)
  const scene = sceneOf(session, handed)
  const performance = performScripted(version.behaviour, scene)
  if (scene.speaker.agentName !== agentName) state.speaker = scene.speaker.agentName
  return performance
}

/** Drops the initial message, so that an agent that thinks chooses its own words for the opening. */
function withoutOpening(cue: TurnCue): TurnCue {
  const { config } = cue.version
  const { initialMessage } = config.agentInstructions
  const agentInstructions = { ...config.agentInstructions, initialMessage: { ...initialMessage, messageContent: '' } }
  return { ...cue, version: { ...cue.version, config: { ...config, agentInstructions } } }
}

/** Whether an agent needs real time for a turn. */
export function isThinking(behaviour: VersionedAgent['behaviour']): behaviour is ThinkingBehaviour {
  return behaviour.kind !== 'scripted' && behaviour.kind !== 'replay'
}

/** Loaded with the first agent that thinks: most services have only scripted ones. */
let thinker: typeof thinkAbout | undefined

/** The thought of an agent for this turn of a session; see `carryOut` for when the agent thinks it. */
export function thoughtOf(
  context: ServiceContext,
  session: SessionRecord,
  cue: TurnCue,
  behaviour: ThinkingBehaviour,
  occasion: AgentTurn['occasion'],
): Thought {
  const thought = demandThought(context, questionOf(context, session, cue, behaviour, occasion))
  spend(context, session, thought.usage)
  return thought
}

/** The question `perform` will put to an agent that thinks; null for none, or unknown. Needs the customer's details. */
export function foresee(
  context: ServiceContext,
  workspace: Workspace,
  session: SessionRecord,
  cue: TurnCue,
): ThoughtQuestion | null {
  const handed = speakerOf(workspace, session, cue)
  const { behaviour } = handed.version
  if (!isThinking(behaviour)) return null
  return questionOf(context, session, handed, behaviour, handed.message === null ? 'open' : 'reply')
}

function questionOf(
  context: ServiceContext,
  session: SessionRecord,
  { agentName, version, message, context: instructions = null, opening = null, attachments = [], silent }: TurnCue,
  behaviour: ThinkingBehaviour,
  occasion: AgentTurn['occasion'],
): ThoughtQuestion {
  const { sessionId, turns } = session
  const think = async (): Promise<Thought> => {
    const startedAt = context.clock.now()
    const { speaker } = session.state
    thinker ??= (await import('../agents/thinking/think.ts')).think
    const thought = await thinker(
      behaviour,
      {
        occasion,
        message,
        attachments,
        sessionId,
        agentName: typeof speaker === 'string' ? speaker : agentName,
        version: version.label,
        // a getter: few code agents read it, and a store in a file reads it anew each time
        history: () => [...context.store.transcript(sessionId)],
        variables: copyJson(session.variables),
        context: instructions,
        opening,
        state: session.state,
        now: showInstant(startedAt),
        first: turns === 0 && silent === undefined,
        config: version.config,
      },
      context.closing,
      context.mcpServers,
      context.agentCode,
    )
    if (!('errorCode' in thought)) thought.performance.startedAt = startedAt
    return thought
  }
  return { key: `${occasion} ${sessionId} ${turns} ${agentName} ${version.label}`, think }
}

/** Refuses a turn of an agent without a behaviour, so that no expectation is met by accident. */
function refuseUnfilled(agentName: string, { label }: VersionedAgent): Refusal {
  const which = label === 'draft' ? 'the draft' : `version ${label}`
  const mend = 'write a model:, rules: or recordings: into its file, where it says "not filled in"'
  const message = `${agentName} has no behaviour yet in ${which}: ${mend}`
  return { errorCode: 'localAgentErrored', message, layer: 'script' }
}

export function sceneOf(session: SessionRecord, cue: TurnCue): Scene {
  const { agentName, version, message, context = null, opening = null, silent } = cue
  const { variables, state, turns } = session
  const speaker = { agentName: typeof state.speaker === 'string' ? state.speaker : agentName }
  const first = turns === 0 && silent === undefined
  return { version, message, first, variables, state, speaker, context, opening }
}

/** The current speaker at agentsList's version; one outside the workspace, as a person, only lends its name. */
export function speakerOf({ agents }: Workspace, { state }: SessionRecord, cue: TurnCue): TurnCue {
  const agent = agents.find(({ name }) => name === state.speaker)
  if (agent === undefined || agent.name === cue.agentName) return cue
  const entry = cue.version.config.agentsList.find(({ transferTo }) => transferTo === agent.name)
  const version = listedVersion(agent, entry?.agentVersion ?? 'DEFAULT')
  return version === undefined ? cue : { ...cue, agentName: agent.name, version }
}

/** Resolves a version as spelled in agentsList, in capitals (BLU-14). */
function listedVersion(agent: Agent, label: string): VersionedAgent | undefined {
  if (label === 'DRAFT') return agent.draft ?? undefined
  const number = label === 'DEFAULT' ? agent.published : Number(label)
  return number === null ? undefined : agent.versions.get(number)
}

/** Adds usage, priced, to session and work. Call wherever a model worked, once the work will certainly be stored. */
function spend({ directory, work }: ServiceContext, session: SessionRecord, usage: readonly Usage[]): void {
  if (usage.length === 0) return
  const priced = priceUsage(usage, directory.find(session.workspace)?.prices ?? {})
  session.usage = sumUsage([...(session.usage ?? []), ...priced])
  if (work !== null) work.usage = sumUsage([...work.usage, ...priced])
}
