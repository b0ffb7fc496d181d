import type { JsonObject } from '../../base/json/json.ts'
import { count } from '../../base/text/wording.ts'
import type { ReplayBehaviour } from '../workspace/agent.ts'
import type { RecordedCall, RecordedEnd, RecordedMessage, Recording } from '../workspace/recordings-file.ts'
import { mediaItem } from './content-items.ts'
import { substitute } from './fill-template.ts'
import type { Line, Performance } from './write-entries.ts'

export type ReplayOutcome = { ok: true; performance: Performance } | { ok: false; reason: string }

/** What decides which recording a session follows, and its position in it. */
export interface ReplayScene {
  agentName: string
  message: string | null
  variables: JsonObject
  turn: number
  state: JsonObject
  /** What the agent says when it has to open but the recording starts with the customer. */
  opening: string
}

/** Replays the turn at the session's position. After the end of the recording, further turns are refused. */
export function performReplay({ recordings }: ReplayBehaviour, scene: ReplayScene): ReplayOutcome {
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
  const lines = turn.lines.map((line) => (line.kind === 'message' ? toMessage(line, scene.agentName) : toCall(line)))
  return { ok: true, performance: { lines, ended: recording.end !== undefined && at === recording.turns.length - 1 } }
}

/** The recorded end after the last turn of a session's recording; null before, or if none was recorded. */
export function replayEnd({ recordings }: ReplayBehaviour, state: JsonObject, turns: number): RecordedEnd | null {
  const recording = recordings.find(({ id }) => id === state.recording)
  const played = turns - (state.opened === true ? 1 : 0)
  return recording === undefined || played < recording.turns.length ? null : (recording.end ?? null)
}

export function replayAfter({ calls = [] }: RecordedEnd): Line[] {
  return calls.map((call) => toCall({ ...call, phase: call.phase ?? 'post' }))
}

/** The recording a session follows: its own, the one named, the only one, or the one with these first words. */
export function chooseRecording(
  recordings: readonly Recording[],
  { message, variables, state, turn }: Pick<ReplayScene, 'message' | 'variables' | 'state' | 'turn'>,
): Recording | undefined {
  const recordingId = turn > 0 ? state.recording : variables.recording
  if (typeof recordingId === 'string') return recordings.find(({ id }) => id === recordingId)
  return recordings.length === 1 ? recordings[0] : recordings.find(({ turns }) => (turns[0]?.user ?? null) === message)
}

function toMessage({ text, items = [], ...line }: RecordedMessage, own: string): Line {
  const texts = text === '' && items.length > 0 ? [] : [{ type: 'text' as const, text }]
  return { role: 'assistant', agentName: own, ...line, items: [...texts, ...items.map(mediaItem)] }
}

function toCall(call: RecordedCall): Line {
  return { phase: 'during', isError: false, timeMs: 1, ...call }
}
