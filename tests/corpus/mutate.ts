import type { RecordedTurn, Recording } from '../../src/service/workspace/recordings-file.ts'
import {
  addDestructiveCalls,
  changeArguments,
  delays,
  dropCalls,
  dropReplies,
  type Edit,
  swapOutputs,
} from './edits.ts'
import type { Pick } from './pick.ts'

/** A recording in which the agent misbehaves in one way; `turn` is the first turn in which that shows. */
export interface Mutant {
  kind: MutationKind
  turn: number
  recording: Recording
}

export const mutationKinds = [
  'drop a call',
  'change an argument',
  'swap two outputs',
  'drop the reply',
  'add a destructive call',
  'delay',
] as const
export type MutationKind = (typeof mutationKinds)[number]

/** What a dialogue lacks if a kind of mutation does not apply to it. */
export const lacking: Record<MutationKind, string> = {
  'drop a call': 'no call',
  'change an argument': 'no call',
  'swap two outputs': 'no two different outputs',
  'drop the reply': 'no reply',
  'add a destructive call': 'no turn',
  delay: 'neither a finished call nor an answer',
}

const editsOf: Record<MutationKind, (turns: readonly RecordedTurn[]) => Edit[]> = {
  'drop a call': dropCalls,
  'change an argument': changeArguments,
  'swap two outputs': swapOutputs,
  'drop the reply': dropReplies,
  'add a destructive call': addDestructiveCalls,
  delay: delays,
}

/** A mutant of a kind, at a place chosen by `pick` where it changes something; null if there is none. */
export function mutate(recording: Recording, kind: MutationKind, pick: Pick): Mutant | null {
  const edits = editsOf[kind](recording.turns)
  const edit = edits[pick(edits.length)]
  if (edit === undefined) return null
  const turns = structuredClone(recording.turns)
  edit.perform(turns, pick)
  return { kind, turn: edit.turn, recording: { ...recording, turns } }
}
