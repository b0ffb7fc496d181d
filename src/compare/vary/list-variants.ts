import { chooseBy } from '../../base/choose-by.ts'
import { groupBy } from '../../base/group-by.ts'
import { fillJson } from '../../suite/language/matchers/fill-text.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import { losesMeaning } from './keeps-meaning.ts'
import { formOperators } from './operators/form.ts'
import { habitOperators } from './operators/habits.ts'
import { letterOperators } from './operators/letters.ts'
import { notationOperators } from './operators/notation.ts'
import type { Family, VariantOperator } from './operators/operator.ts'
import { placeOperators } from './operators/places.ts'
import { talkOperators } from './operators/talk.ts'
import { typingOperators } from './operators/typing.ts'
import { wordOperators } from './operators/words.ts'
import { readTyped, type TypedConversation } from './typed/about.ts'
import { applyEdits, type Edit, swapText, type VariedConversation } from './typed/edit.ts'

/** All operators that need no model. */
export const allOperators: readonly VariantOperator[] = [
  ...typingOperators,
  ...formOperators,
  ...wordOperators,
  ...notationOperators,
  ...talkOperators,
  ...placeOperators,
  ...letterOperators,
  ...habitOperators,
]

/** A conversation as somebody else would type it, by one operator. */
export interface Variant {
  /** The operator and the number of the variant, from 1: `small letters 1`; unique in a conversation. */
  id: string
  operator: string
  family: Family
  edits: Edit[]
  varied: VariedConversation
}

export interface VariantList {
  variants: Variant[]
  /** Variants that may not mean the same and are never sent; `early`: would answer what was not asked yet. */
  dropped: { id: string; family: Family; text: string; reason: string; early?: true }[]
  /** How many more there are than were asked for. */
  left: number
  language: string | null
}

export interface VariantSettings {
  seed: string
  operators: readonly VariantOperator[]
  /** The most variants of one conversation. */
  most: number
  alike?: Readonly<Record<string, readonly string[]>>
  /** Other wordings of turns by a model: a list for each turn of the script. */
  paraphrases?: ReadonlyMap<number, readonly string[]>
  /** The turns whose replies ask for something; only where the conversation was run as it is written. */
  asking?: ReadonlySet<number>
}

/** A conversation's variants, the same for one seed, each checked to mean the same; equal texts only once. */
export function listVariants(plan: Plan, settings: VariantSettings): VariantList {
  const { seed, operators, most, alike = {} } = settings
  const typed = readTyped(plan, settings.asking)
  const shapes = new Set([shapeOf(applyEdits(plan, []))])
  const list: VariantList = { variants: [], dropped: [], left: 0, language: typed.language }
  const rounds = Math.max(0, ...operators.map(({ variants }) => variants))
  for (let number = 0; number < rounds; number += 1) {
    for (const operator of operators) {
      const fits = operator.languages?.includes(typed.language ?? '') ?? true
      if (number >= operator.variants || !fits) continue
      const choose = chooseBy(`${seed} ${plan.suite} > ${plan.conversation.name.value} ${operator.name} ${number}`)
      // Thirds are drawn once for all variants of an operator, so that together these change every word.
      const shared = chooseBy(`${seed} ${plan.suite} > ${plan.conversation.name.value} ${operator.name}`)
      const edits = operator.edits(typed, {
        number,
        alike,
        choose: (among, ...occasion) => (occasion[0] === 'third' ? shared : choose)(among, ...occasion),
      })
      if (edits.length > 0) add(list, shapes, typed, { operator, edits, id: `${operator.name} ${number + 1}` })
    }
  }
  addParaphrases(list, shapes, typed, settings)
  const selection = new Set(byRank(list.variants, ({ family }) => family).slice(0, most))
  const sample = list.variants.filter((variant) => selection.has(variant))
  return { ...list, variants: sample, left: list.variants.length - sample.length }
}

/** The first of each group before the second of any. */
export function byRank<T>(items: readonly T[], groupOf: (item: T) => string): T[] {
  const ranks = new Map(groupBy(items, groupOf).flatMap((group) => group.map((item, rank) => [item, rank] as const)))
  return items.toSorted((one, other) => (ranks.get(one) ?? 0) - (ranks.get(other) ?? 0))
}

interface Drawn {
  operator: Pick<VariantOperator, 'name' | 'family'>
  edits: Edit[]
  id: string
}

function add(list: VariantList, shapes: Set<string>, typed: TypedConversation, { operator, edits, id }: Drawn): void {
  const varied = applyEdits(typed.plan, edits)
  const text = typedText(varied.plan)
  const isSwap = edits.some(({ kind }) => kind === 'swap')
  if (isSwap && sentOf(varied.plan) === sentOf(typed.plan)) return
  const key = isSwap ? `${text} ${JSON.stringify([...varied.swaps])}` : shapeOf(varied)
  if (shapes.has(key)) return
  shapes.add(key)
  const { family } = operator
  const early = edits.some((edit) => displacesAnswer(edit, family, typed))
  const reason = losesMeaning(swapText(typedText(typed.plan), varied.swaps), text, keptTexts(typed))
  if (early) list.dropped.push({ id, family, text, reason: 'it may answer what was not asked yet', early })
  else if (reason !== null) list.dropped.push({ id, family, text, reason })
  else list.variants.push({ id, operator: operator.name, family, edits, varied })
}

/** Whether an edit takes a message that may answer a question from behind it, sends it in parts, or reorders it. */
function displacesAnswer(edit: Edit, family: Family, { turns }: TypedConversation): boolean {
  if (edit.kind === 'swap' || (edit.kind === 'replace' && family !== 'order')) return false
  const place = edit.kind === 'join' ? edit.turn + 1 : edit.turn
  return turns.some(({ turn, answers }) => turn === place && answers)
}

/** The messages as a list, so that split or joined messages differ from those that only contain a new line. */
function shapeOf({ plan }: VariedConversation): string {
  return JSON.stringify(plan.conversation.turns.map(({ user }) => user?.value))
}

/** Everything that is sent in a conversation; a variant that changes none of it is dropped. */
function sentOf({ conversation, customer, metadata, variables, numerals }: Plan): string {
  const turns = conversation.turns.map(({ expect: _, requires: __, capture: ___, ...sent }) => sent)
  return JSON.stringify(fillJson({ turns, customer, metadata }, variables, numerals))
}

/** Everything that the user types in a conversation, one message per line. */
export function typedText(plan: Plan): string {
  return plan.conversation.turns.flatMap(({ user }) => (user === null ? [] : [user.value])).join('\n')
}

/** Quoted texts, which must stay byte for byte even when values are swapped. */
function keptTexts({ turns }: TypedConversation): string[] {
  return turns.flatMap(({ text, sealed }) => sealed.map(({ from, to }) => text.slice(from, to)))
}

function addParaphrases(
  list: VariantList,
  shapes: Set<string>,
  typed: TypedConversation,
  { paraphrases }: VariantSettings,
): void {
  if (paraphrases === undefined) return
  const rounds = Math.max(0, ...[...paraphrases.values()].map((each) => each.length))
  for (let number = 0; number < rounds; number += 1) {
    const edits = typed.turns.flatMap(({ turn, text }): Edit[] => {
      const now = paraphrases.get(turn)?.[number]
      return now === undefined || now === text ? [] : [{ kind: 'replace', turn, at: 0, was: text, now }]
    })
    if (edits.length === 0) continue
    const operator = { name: 'paraphrase', family: 'paraphrase' } as const
    add(list, shapes, typed, { operator, edits, id: `paraphrase ${number + 1}` })
  }
}
