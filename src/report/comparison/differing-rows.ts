import { showFlow } from '../../base/json/quoting.ts'
import type { ConversationComparison, SideKey } from '../../compare/model/conversation-comparison.ts'
import type {
  CallDifference,
  RowComparison,
  TextDifference,
  ValueDifference,
} from '../../compare/model/turn-comparison.ts'
import { viewTurn } from '../../engine/transcript/turn-view.ts'
import type { TurnResult } from '../../engine/verdict/conversation-result.ts'
import { findCrash } from '../../engine/verdict/find-crash.ts'
import { callAt, showEntry } from '../text/show-entry.ts'

/** A line of a diff: something only one side has, two texts compared word by word, or a fact with two values. */
export type DiffLine =
  | { kind: 'removed'; of: 'call' | 'message' | 'entry'; text: string }
  | { kind: 'added'; of: 'call' | 'message' | 'entry'; text: string }
  | { kind: 'words'; label: string; words: TextDifference }
  | { kind: 'values'; label: string; a: string; b: string }

/** A turn in which the shown runs differ. */
export interface DiffTurn {
  /** `turn 2`, or `turn 2 on default, 3 on draft`; counted from 1. */
  title: string
  user: string | null
  lines: DiffLine[]
  /** What the agent's own code threw on a side that gave no answer. */
  crash: Record<SideKey, string | null>
}

/** The differences between the shown runs of a conversation, turn by turn; turns without any are left out. */
export function differingTurns(
  { turns, shown, agent }: Pick<ConversationComparison, 'turns' | 'shown' | 'agent'>,
  labels: Record<SideKey, string>,
): DiffTurn[] {
  return turns.flatMap((turn): DiffTurn[] => {
    const a = turn.a === null ? undefined : shown.a?.turns[turn.a]
    const b = turn.b === null ? undefined : shown.b?.turns[turn.b]
    const lines = turn.rows.flatMap((row) => describeRow(row, a, b, agent))
    if (lines.length === 0) return []
    const crash = {
      a: a === undefined ? null : findCrash({ turns: [a] }),
      b: b === undefined ? null : findCrash({ turns: [b] }),
    }
    return [{ title: nameTurn(a, b, labels), user: (a ?? b)?.user ?? null, lines, crash }]
  })
}

/** A turn by its number, with the side if the sides differ: `turn 2, on draft alone`. */
export function nameTurn(
  a: Pick<TurnResult, 'index'> | undefined,
  b: Pick<TurnResult, 'index'> | undefined,
  labels: Record<SideKey, string>,
): string {
  if (a === undefined) return b === undefined ? 'turn' : `turn ${b.index + 1}, on ${labels.b} alone`
  if (b === undefined) return `turn ${a.index + 1}, on ${labels.a} alone`
  if (a.index === b.index) return `turn ${a.index + 1}`
  return `turn ${a.index + 1} on ${labels.a}, ${b.index + 1} on ${labels.b}`
}

function describeRow(
  row: RowComparison,
  a: TurnResult | undefined,
  b: TurnResult | undefined,
  agent: string,
): DiffLine[] {
  switch (row.kind) {
    case 'same':
    case 'not sent':
      return []
    case 'only a':
      return isSentToBoth(a, row.a, b) ? [] : show(a, row.a, agent, 'removed')
    case 'only b':
      return isSentToBoth(b, row.b, a) ? [] : show(b, row.b, agent, 'added')
    case 'message':
      return [
        ...(row.agents === null ? [] : [values('speaker', row.agents[0], row.agents[1])]),
        ...(row.words.every(({ kind }) => kind === 'same')
          ? []
          : [{ kind: 'words', label: speaker(a, row.a), words: row.words } as const]),
        ...row.items.map((item) => values('item', item.a, item.b)),
      ]
    case 'call':
      return describeCall(row.call, nameOf(a, row.a))
    case 'other':
      return [{ kind: 'words', label: a?.entries[row.a ?? -1]?.type ?? 'entry', words: row.words }]
  }
}

/** Whether it is what the user said, which the other side was told too, though its turn broke off before it kept that. */
function isSentToBoth(turn: TurnResult | undefined, index: number | null, other: TurnResult | undefined): boolean {
  const entry = index === null ? undefined : turn?.entries[index]
  return entry?.type === 'message' && entry.role === 'user' && other?.entries.length === 0 && other.user === turn?.user
}

function show(
  turn: TurnResult | undefined,
  index: number | null,
  agent: string,
  kind: 'removed' | 'added',
): DiffLine[] {
  const entry = index === null ? undefined : turn?.entries[index]
  if (turn === undefined || entry === undefined) return []
  const call = index === null ? undefined : callAt(viewTurn(turn.entries).calls, index)
  const text = showEntry(entry, call, agent)
  const of = call !== undefined ? 'call' : entry.type === 'message' ? 'message' : 'entry'
  return text === null ? [] : [{ kind, of, text }]
}

function describeCall(call: CallDifference, name: string): DiffLine[] {
  const own = call.name?.[0] ?? name
  return [
    ...(call.name === undefined ? [] : [values('call', call.name[0], call.name[1])]),
    ...(call.moved === true ? [values(own, 'called here', 'called at another place')] : []),
    ...(call.arguments ?? []).map((value) => describeValue(own, value)),
    ...(call.output ?? []).map((value) => describeValue(`${own} output`, value)),
    ...(call.isError === undefined
      ? []
      : [values(`${own} is_error`, flagText(call.isError[0]), flagText(call.isError[1]))]),
    ...(call.phase === undefined ? [] : [values(`${own} phase`, call.phase[0], call.phase[1])]),
  ]
}

function describeValue(of: string, { path, a, b, words }: ValueDifference): DiffLine {
  const label = path === '' ? of : `${of} ${path}`
  if (words !== undefined) return { kind: 'words', label, words }
  return values(label, a === undefined ? null : showFlow(a), b === undefined ? null : showFlow(b))
}

function values(label: string, a: string | null, b: string | null): DiffLine {
  return { kind: 'values', label, a: a ?? 'none', b: b ?? 'none' }
}

const flagText = (value: boolean | null): string | null => (value === null ? null : String(value))

function speaker(turn: TurnResult | undefined, index: number | null): string {
  const entry = index === null ? undefined : turn?.entries[index]
  if (entry?.type !== 'message') return 'message'
  return { user: 'user', assistant: 'reply', backgroundAgent: 'background' }[entry.role]
}

function nameOf(turn: TurnResult | undefined, index: number | null): string {
  const entry = index === null ? undefined : turn?.entries[index]
  return entry?.type === 'function_call' || entry?.type === 'function_call_output' ? entry.name : 'call'
}
