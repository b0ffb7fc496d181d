import { count } from '../../base/count.ts'
import type { JsonObject } from '../../base/json.ts'
import type { RecordedLine, Recording, ReplayBehaviour } from '../workspace/replay-behaviour.ts'
import type { Line, Performance } from './line.ts'
import { substitute } from './substitute.ts'

/** A replayed turn, or why there is none. */
export type Replayed = { ok: true; performance: Performance } | { ok: false; reason: string }

/** What decides which recording a session follows, and where it stands. */
export interface ReplayScene {
  agentName: string
  message: string | null
  variables: JsonObject
  turn: number
  state: JsonObject
  /** What the agent says when it opens and the recording begins with the customer. */
  opening: string
}

/** Repeats the turn at the session's position. A recording that is over refuses further turns, since there is nothing to repeat. */
export function performReplay({ recordings }: ReplayBehaviour, scene: ReplayScene): Replayed {
  const recording = chooseRecording(recordings, scene)
  if (recording === undefined)
    return { ok: false, reason: 'no recording begins with this message; name one as metadata.recording' }
  scene.state.recording = recording.id
  const at = scene.turn - (scene.state.opened === true ? 1 : 0)
  const turn = recording.turns[at]
  if (scene.message === null && turn?.user !== undefined) {
    scene.state.opened = true
    const items = [{ type: 'text' as const, text: substitute(scene.opening, scene.variables) }]
    return {
      ok: true,
      performance: { lines: [{ kind: 'message', role: 'assistant', items, agentName: scene.agentName }], ended: false },
    }
  }
  if (turn === undefined)
    return {
      ok: false,
      reason: `the recording ${recording.id} has ${count(recording.turns.length, 'turn')} and is over`,
    }
  const lines = turn.lines.map((line) => toLine(line, scene.agentName))
  return { ok: true, performance: { lines, ended: false } }
}

/** The recording that a session follows: the one it began with, one that is named, the only one, or the one that begins with these words. */
export function chooseRecording(
  recordings: readonly Recording[],
  { message, variables, state, turn }: Pick<ReplayScene, 'message' | 'variables' | 'state' | 'turn'>,
): Recording | undefined {
  const named = turn > 0 ? state.recording : variables.recording
  if (typeof named === 'string') return recordings.find(({ id }) => id === named)
  return recordings.length === 1 ? recordings[0] : recordings.find(({ turns }) => (turns[0]?.user ?? null) === message)
}

function toLine(line: RecordedLine, agentName: string): Line {
  if (line.kind === 'message') {
    const after = line.afterMs === undefined ? {} : { afterMs: line.afterMs }
    return { kind: 'message', role: 'assistant', items: [{ type: 'text', text: line.text }], agentName, ...after }
  }
  const { name, callId, output, isError = false, phase = 'during', timeMs = 1 } = line
  return {
    kind: 'call',
    name,
    arguments: line.arguments,
    phase,
    isError,
    timeMs,
    ...(callId === undefined ? {} : { callId }),
    ...(output === undefined ? {} : { output }),
  }
}
