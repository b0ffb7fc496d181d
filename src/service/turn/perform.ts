import { performReplay } from '../agents/perform-replay.ts'
import { performScripted, type Scene } from '../agents/perform-scripted.ts'
import type { Performance } from '../agents/write-entries.ts'
import type { Refusal } from '../answer/answer.ts'
import type { SessionRecord } from '../store/store.ts'
import type { Agent, AgentVersion } from '../workspace/agent.ts'
import type { Workspace } from '../workspace/workspace.ts'

/** The agent that plays a turn, and its input. */
export interface TurnCue {
  agentName: string
  version: AgentVersion
  /** Null when the agent opens. */
  message: string | null
  /** Instructions for this reply only. */
  context: string | null
  /** What the agent opens with instead of its initial message. */
  opening: string | null
}

/** Performs the agent's turn. After a handoff, the new agent plays it in place of the requested one (TRN-08). */
export function perform(workspace: Workspace, session: SessionRecord, cue: TurnCue): Performance | Refusal {
  const { agentName, version, message } = handOver(workspace, session, cue)
  const { variables, state, turns } = session
  if (version.behaviour.kind === 'replay') {
    const opening = cue.opening ?? version.config.agentInstructions.initialMessage.messageContent
    const scene = { agentName, message, variables, turn: turns, state, opening: opening === '' ? 'Hello!' : opening }
    const replayed = performReplay(version.behaviour, scene)
    return replayed.ok ? replayed.performance : { errorCode: 'localReplayExhausted', message: replayed.reason }
  }
  if (version.behaviour.unfilled === true) return refuseUnfilled(agentName, version)
  const scene = sceneOf(session, { ...cue, agentName, version })
  const performance = performScripted(version.behaviour, scene)
  if (scene.speaker.agentName !== agentName) state.speaker = scene.speaker.agentName
  return performance
}

/** An agent without a behaviour answers nothing, so that no expectation can be met by accident. */
function refuseUnfilled(agentName: string, { label }: AgentVersion): Refusal {
  const which = label === 'draft' ? 'the draft' : `version ${label}`
  const mend = 'write a model:, rules: or recordings: into its file, where it says "not filled in"'
  return { errorCode: 'localAgentErrored', message: `${agentName} has no behaviour yet in ${which}: ${mend}` }
}

/** The parts of a session that a scripted agent needs. */
export function sceneOf(session: SessionRecord, { agentName, version, message, context, opening }: TurnCue): Scene {
  const { variables, state, turns } = session
  const speaker = { agentName: typeof state.speaker === 'string' ? state.speaker : agentName }
  return { version, message, first: turns === 0, variables, state, speaker, context, opening }
}

/**
 * The current speaker, at the version that agentsList names; one outside the workspace, such as a person, only lends
 * its name.
 */
function handOver({ agents }: Workspace, { state }: SessionRecord, cue: TurnCue): TurnCue {
  const agent = agents.find(({ name }) => name === state.speaker)
  if (agent === undefined || agent.name === cue.agentName) return cue
  const entry = cue.version.config.agentsList.find(({ transferTo }) => transferTo === agent.name)
  const version = listedVersion(agent, entry?.agentVersion ?? 'DEFAULT')
  return version === undefined ? cue : { ...cue, agentName: agent.name, version }
}

/** Resolves a version as spelled in agentsList, in capitals (BLU-14). */
function listedVersion(agent: Agent, listed: string): AgentVersion | undefined {
  if (listed === 'DRAFT') return agent.draft ?? undefined
  const number = listed === 'DEFAULT' ? agent.published : Number(listed)
  return number === null ? undefined : agent.versions.get(number)
}
