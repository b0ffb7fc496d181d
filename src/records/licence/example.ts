import { hashJson } from '../../base/json/hash-json.ts'
import { listEntries } from '../../engine/judge/compose-question.ts'
import type { ShownTurn } from '../../engine/judge/judges.ts'
import type { JudgeFinding } from '../../suite/language/expectations/judge-expectation.ts'
import type { Place } from '../../suite/yaml/place.ts'
import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import type { LabelledTurn } from './label-shape.ts'

/** A labelled example whose transcript was found. */
export interface Example {
  /** The label file, as messages show it. */
  file: string
  at: Place
  /** The criterion as suites write it, and with its variables filled in. */
  asWritten: string
  criterion: string
  /** Undefined for criteria that look at either. */
  looksAt?: 'turn' | 'conversation'
  verdict: JudgeFinding
  by: string | null
  note: string | null
  /** All turns up to and including the one that is judged. */
  turns: ShownTurn[]
}

/** The turns of an example in the form in which a service reports them. */
export function turnsOf(labelTurns: readonly LabelledTurn[]): ShownTurn[] {
  return labelTurns.map((turn, index) => {
    const parts = [turn, ...(turn.inOrder ?? [])]
    const user = parts.find((part) => part.user !== undefined)?.user ?? null
    return { index, user, entries: parts.flatMap((part, position) => entriesOf(part, `${index + 1}.${position}`)) }
  })
}

function entriesOf({ user, calls = [], agent = [], name: speaker }: Part, id: string): TranscriptEntry[] {
  const message = (role: 'user' | 'assistant', text: string, agentName: string | null): TranscriptEntry => ({
    type: 'message',
    role,
    content: [{ type: 'text', text }],
    senderId: null,
    senderName: null,
    agentName,
    metadata: null,
    timestamp: '',
  })
  const called = calls.flatMap(({ name, arguments: args = {}, output, error }, position): TranscriptEntry[] => {
    const common = { name, call_id: `${id}.${position + 1}`, phase: null, timestamp: '' }
    const text = error ?? (typeof output === 'string' ? output : JSON.stringify(output))
    const call = { type: 'function_call', arguments: args, ...common } as const
    if (text === undefined) return [call]
    const out = { type: 'function_call_output', is_error: error !== undefined, executionTimeMs: null } as const
    return [call, { ...out, output: text, ...common }]
  })
  return [
    ...(user === undefined ? [] : [message('user', user, null)]),
    ...called,
    ...agent.map((text) => message('assistant', text, speaker ?? null)),
  ]
}

type Part = Omit<LabelledTurn, 'inOrder'>

/** Turns as a person would write them, shown to a judge the same; null where a label file cannot express them. */
export function writeTurns(turns: readonly ShownTurn[]): LabelledTurn[] | null {
  const labelTurns = turns.map(({ entries }): LabelledTurn => {
    const inOrder: Part[] = []
    for (const [index, entry] of entries.entries()) {
      const part = writePart(entry, entries[index + 1])
      if (part !== null) inOrder.push(part)
    }
    return joinParts(inOrder)
  })
  const hashOf = (all: readonly ShownTurn[]): string => hashJson(listEntries(all).map((entry) => entry.shown))
  return hashOf(turnsOf(labelTurns)) === hashOf(turns) ? labelTurns : null
}

function writePart(entry: TranscriptEntry, next: TranscriptEntry | undefined): Part | null {
  if (entry.type === 'message') {
    const [item] = entry.content
    const text = item?.type === 'text' ? item.text : ''
    if (text === '') return null
    if (entry.role === 'user') return { user: text }
    return { agent: [text], ...(entry.agentName === null ? {} : { name: entry.agentName }) }
  }
  if (entry.type !== 'function_call') return null
  const args = Object.keys(entry.arguments).length === 0 ? {} : { arguments: entry.arguments }
  if (next?.type !== 'function_call_output') return { calls: [{ name: entry.name, ...args }] }
  return {
    calls: [{ name: entry.name, ...args, ...(next.is_error ? { error: next.output } : { output: next.output }) }],
  }
}

/** Parts in the usual order as one turn. */
function joinParts(parts: readonly Part[]): LabelledTurn {
  const kinds = parts.map(({ user, calls }) => (user !== undefined ? 0 : calls !== undefined ? 1 : 2))
  const names = new Set(parts.filter(({ agent }) => agent !== undefined).map(({ name }) => name))
  const usual = kinds.every(
    (kind, index) => index === 0 || kind > (kinds[index - 1] ?? 0) || (kind === kinds[index - 1] && kind > 0),
  )
  if (!usual || names.size > 1) return { inOrder: [...parts] }
  const [name] = names
  const [user, calls, agent] = [
    parts[0]?.user,
    parts.flatMap((part) => part.calls ?? []),
    parts.flatMap((part) => part.agent ?? []),
  ]
  return {
    ...(user === undefined ? {} : { user }),
    ...(calls.length === 0 ? {} : { calls }),
    ...(agent.length === 0 ? {} : { agent }),
    ...(name === undefined ? {} : { name }),
  }
}
