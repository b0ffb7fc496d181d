import { knownMembers } from '../../../base/json/known-members.ts'
import { mapMembers } from '../../../base/json/walk-json.ts'
import type { Turn } from '../../../suite/language/script/turn.ts'
import type { Plan } from '../../../suite/plan/plan.ts'
import { isPlace, type Place } from '../../../suite/yaml/place.ts'
import type { Edit } from './edit-shape.ts'

export type { Edit } from './edit-shape.ts'

export interface VariedConversation {
  plan: Plan
  /** Turns whose calls are compared together with those of a later turn, by place: `12:9` to `15:9`. */
  joined: ReadonlyMap<string, string>
  /** What each value became; only swapped values change. */
  swaps: ReadonlyMap<string, string>
}

/** A turn as a key; both parts of a split message keep the place of the turn. */
export function turnKey({ line, column }: Pick<Place, 'line' | 'column'>): string {
  return `${line}:${column}`
}

/** Applies edits in any order; expectations stay, except for swapped values. */
export function applyEdits(plan: Plan, edits: readonly Edit[]): VariedConversation {
  const nextByPlace = new Map<string, string>()
  const turns: Turn[] = []
  const { turns: scriptTurns } = plan.conversation
  let before: { turn: Turn; glue: string } | null = null
  for (const [index, turn] of scriptTurns.entries()) {
    const parts = partsOf(turn, textEdits(edits, index))
    const [first] = parts
    if (before !== null && first !== undefined) {
      parts[0] = withUser(first, `${before.turn.user?.value ?? ''}${before.glue}${first.user?.value ?? ''}`)
      nextByPlace.set(turnKey(before.turn.at), turnKey(turn.at))
    }
    const join = edits.find((edit) => edit.kind === 'join' && edit.turn === index)
    const last = join === undefined ? undefined : parts.at(-1)
    before = last === undefined || join?.kind !== 'join' ? null : { turn: last, glue: join.now }
    turns.push(...(before === null ? parts : parts.slice(0, -1)))
  }
  if (before !== null) turns.push(before.turn)
  const swaps = new Map(edits.flatMap((edit) => (edit.kind === 'swap' ? [[edit.was, edit.now] as const] : [])))
  const varied = { ...plan, conversation: { ...plan.conversation, turns } }
  return { plan: swaps.size === 0 ? varied : swapped(varied, swaps), joined: nextByPlace, swaps }
}

type TextEdit = Extract<Edit, { at: number }>

function textEdits(edits: readonly Edit[], turn: number): TextEdit[] {
  return edits
    .filter((edit): edit is TextEdit => (edit.kind === 'replace' || edit.kind === 'split') && edit.turn === turn)
    .sort((one, other) => one.at - other.at)
}

/** The messages that a turn becomes. Its expectations, captures and attachments belong to the last of them. */
function partsOf(turn: Turn, edits: readonly TextEdit[]): Turn[] {
  if (turn.user === null || edits.length === 0) return [turn]
  const texts = ['']
  let done = 0
  for (const edit of edits) {
    texts.push(`${texts.pop()}${turn.user.value.slice(done, edit.at)}`)
    if (edit.kind === 'split') texts.push('')
    else texts.push(`${texts.pop()}${edit.now}`)
    done = edit.at + edit.was.length
  }
  const last = `${texts.pop()}${turn.user.value.slice(done)}`
  const { at, user, requires, context, metadata } = turn
  const first = { at, ...knownMembers({ requires, context, metadata }) }
  const { requires: _, ...rest } = turn
  return [
    ...texts.map((value, index) => ({ ...(index === 0 ? first : { at }), user: { value, at: user.at } })),
    withUser(texts.length === 0 ? turn : rest, last),
  ]
}

const withUser = (turn: Turn, value: string): Turn => ({ ...turn, user: { value, at: turn.user?.at ?? turn.at } })

/** Replaces every swapped value in a text; a value is never matched inside a longer word. */
export function swapText(text: string, swaps: ReadonlyMap<string, string>): string {
  let swappedText = text
  for (const [was, now] of swaps) swappedText = swappedText.replace(wholeValue(was), () => now)
  return swappedText
}

/** Whether a text contains a value where it would be swapped. */
export function standsIn(text: string, value: string): boolean {
  return wholeValue(value).test(text)
}

/** A value where no letter or digit is beside it. */
export function wholeValue(value: string, flags = 'gu'): RegExp {
  const literal = value.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
  return new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, flags)
}

function swapped(plan: Plan, swaps: ReadonlyMap<string, string>): Plan {
  const { conversation, metadata, variables, customer, everyTurn, written } = plan
  const swap = <T>(data: T): T => swapIn(data, swaps) as T
  const { name, ...rest } = conversation
  return {
    ...plan,
    conversation: { ...swap(rest), name },
    metadata: swap(metadata),
    variables: swap(variables),
    customer: swap(customer),
    everyTurn: swap(everyTurn),
    written: swap(written),
  }
}

function swapIn(data: unknown, swaps: ReadonlyMap<string, string>): unknown {
  if (typeof data === 'string') return swapText(data, swaps)
  return mapMembers(data, (value, key) =>
    key === 'kind' || (key === 'at' && isPlace(value)) ? value : swapIn(value, swaps),
  )
}

function showText(text: string): string {
  if (!/^\s+$/.test(text)) return JSON.stringify(text)
  if (text.includes('\n')) return 'a new line'
  return text.length === 1 ? 'a space' : `${text.length} spaces`
}

/** An edit in words: `types "pls" for "please"`. */
export function describeEdit(edit: Edit): string {
  switch (edit.kind) {
    case 'replace': {
      const [was, now] = [edit.was, edit.now].map(showText)
      if (edit.was === '') return `adds ${now}`
      return edit.now === '' ? `leaves out ${was}` : `types ${now} for ${was}`
    }
    case 'split':
      return 'sends it as two messages'
    case 'join':
      return 'sends it in one message with the next'
    case 'swap':
      return `${JSON.stringify(edit.now)} in the place of ${JSON.stringify(edit.was)}, everywhere`
  }
}
