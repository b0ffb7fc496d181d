import type { RecordedLine, Recording } from '../../src/service/workspace/replay-behaviour.ts'

/** A recording in which the agent misbehaves at one turn, in one way. */
export interface Mutant {
  kind: MutationKind
  turn: number
  recording: Recording
}

/** The ways to misbehave. */
export const mutationKinds = [
  'drop a call',
  'change an argument',
  'swap two outputs',
  'drop the reply',
  'add a destructive call',
  'delay',
] as const
export type MutationKind = (typeof mutationKinds)[number]

type Call = RecordedLine & { kind: 'call' }
/** Edits the lines of a turn; null where the edit would change nothing that a suite can see. */
type Edit = (lines: RecordedLine[], opening: boolean) => RecordedLine[] | null

/** A mutant of a kind at a turn chosen by `pick` among those where it changes something; null where the dialogue has none. */
export function mutate(recording: Recording, kind: MutationKind, pick: (count: number) => number): Mutant | null {
  const possible = recording.turns.flatMap(({ user, lines }, turn) => {
    const edited = edits[kind](structuredClone(lines), user === undefined)
    return edited === null ? [] : [{ turn, lines: edited }]
  })
  const chosen = possible[pick(possible.length)]
  if (chosen === undefined) return null
  const turns = recording.turns.map((turn, index) => (index === chosen.turn ? { ...turn, lines: chosen.lines } : turn))
  return { kind, turn: chosen.turn, recording: { ...recording, turns } }
}

const edits: Record<MutationKind, Edit> = {
  'drop a call': (lines) => {
    const at = lines.findLastIndex(({ kind }) => kind === 'call')
    return at === -1 ? null : lines.toSpliced(at, 1)
  },
  'change an argument': (lines) => {
    const call = callsOf(lines).find(({ arguments: given }) => Object.keys(given).length > 0)
    const [key] = Object.keys(call?.arguments ?? {})
    if (call === undefined || key === undefined) return null
    call.arguments = { ...call.arguments, [key]: change(call.arguments[key]) }
    return lines
  },
  'swap two outputs': (lines) => {
    const calls = callsOf(lines).filter(({ output }) => output !== undefined)
    const first = calls[0]
    const second = calls.find(({ output, isError }) => output !== first?.output && isError === first?.isError)
    if (first?.output === undefined || second?.output === undefined) return null
    ;[first.output, second.output] = [second.output, first.output]
    return lines
  },
  'drop the reply': (lines) => {
    const kept = lines.filter(({ kind }) => kind !== 'message')
    return kept.length === lines.length ? null : kept
  },
  'add a destructive call': (lines) => {
    return [
      {
        kind: 'call',
        name: 'delete_everything',
        arguments: { confirm: true },
        callId: 'call_destructive',
        output: 'done',
      },
      ...lines,
    ]
  },
  delay: (lines, opening) => {
    const call = callsOf(lines).find(({ output }) => output !== undefined)
    const message = lines.find((line) => line.kind === 'message')
    if (call !== undefined) call.timeMs = 90_000
    else if (message?.kind === 'message' && !opening) message.afterMs = 90_000
    else return null
    return lines
  },
}

function callsOf(lines: readonly RecordedLine[]): Call[] {
  return lines.filter((line) => line.kind === 'call')
}

function change(value: unknown): string | number {
  return typeof value === 'number'
    ? value + 1
    : `${typeof value === 'string' ? value : JSON.stringify(value)} (changed)`
}
