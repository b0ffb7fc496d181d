import { visitJson } from '../../base/json/walk-json.ts'
import type { MessageView, TurnView } from '../../engine/transcript/turn-view.ts'
import { findLeak, type Leak } from './find-leak.ts'

type Answer = Pick<TurnView, 'assistant' | 'background'>

/** What a customer comes across in an answer: its texts, then what else is shown, and what lies behind that. */
const kinds = ['text', 'shown', 'payload', 'link', 'format'] as const

interface Part {
  kind: (typeof kinds)[number]
  text: string
}

/** Everything in an answer that a customer may see, as it is shown, and then the payloads and links of its items. */
export function readIn(answer: Answer): string {
  return joinAll(partsOf(answer))
}

function joinAll(parts: readonly Part[]): string {
  const behind = kinds.slice(2).flatMap((kind) => parts.filter((part) => part.kind === kind))
  return join([...parts.filter((part) => !behind.includes(part)), ...behind])
}

/** Finds a text that answers tell: each as read, or divided between texts, captions and names, payloads, or links. */
export function findTold(text: string, answers: readonly Answer[]): Leak | null {
  const parts = answers.map(partsOf)
  const wholeParts = parts.map(joinAll)
  const match = findLeak(text, wholeParts)
  if (match !== null) return match
  for (const kind of ['shown', 'payload', 'link']) {
    if (!parts.some((all) => all.some((part) => part.kind === kind))) continue
    const divided = parts.map((all) => join([...all.filter((part) => part.kind === 'text'), ...of(kind, all)]))
    const leak = divided.every((each, index) => each === wholeParts[index]) ? null : findLeak(text, divided)
    if (leak !== null) return leak
  }
  return null
}

const join = (parts: readonly Part[]): string => parts.map(({ text }) => text).join('\n')

/** The parts of one kind; of a link, what follows the name of its host. */
function of(kind: string, parts: readonly Part[]): Part[] {
  const all = parts.filter((part) => part.kind === kind)
  return kind === 'link' ? all.map((part) => ({ ...part, text: part.text.replace(/^\w+:\/\/[^/?#]*/, '') })) : all
}

function partsOf({ assistant, background }: Answer): Part[] {
  const messages = [...assistant, ...background].sort((one, other) => one.index - other.index)
  return messages.flatMap(({ items }) => items.flatMap(partsOfItem)).filter(({ text }) => text !== '')
}

/** The texts of an item, also of one whose type the interface does not list. */
function partsOfItem(item: MessageView['items'][number]): Part[] {
  const content: object = item.type === 'unknown' ? { original: item.original } : item
  return Object.entries(content).flatMap(([name, value]) => {
    const kind = item.type === 'text' && name === 'text' ? 'text' : (kindOfMember[name] ?? 'shown')
    return name === 'type' ? [] : textsIn(value).map((text) => ({ kind, text }))
  })
}

const kindOfMember: Readonly<Record<string, Part['kind']>> = { payload: 'payload', url: 'link', mimeType: 'format' }

function textsIn(value: unknown): string[] {
  const texts: string[] = []
  visitJson(value, (each, name) => {
    if (typeof each === 'string' && name !== 'type') texts.push(each)
    return name !== 'type'
  })
  return texts
}
