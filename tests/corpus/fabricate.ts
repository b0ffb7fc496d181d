import { said } from '../../src/engine/transcript/entries.fixture.ts'
import type { Fact } from '../../src/engine/transcript/facts/fact.ts'
import { findFacts } from '../../src/engine/transcript/facts/find-facts.ts'
import type { HeardDialogue } from './hear.ts'
import { ungroundedIn } from './hear.ts'
import type { Pick } from './pick.ts'

export const fabrications = [
  'a digit changed',
  'a date moved',
  "another customer's id",
  'a refund without the call',
] as const
export type Fabrication = (typeof fabrications)[number]

/** A dialogue in which one reply states something made up. */
export interface Fabricated {
  kind: Fabrication
  dialogue: HeardDialogue
  turn: number
  /** The original text, and its replacement. */
  before: string
  after: string
  /** The surrounding words, for the list of misses. */
  around: string
}

/** Where a fact stands in a reply that is grounded in the original. */
export interface Spot {
  dialogue: HeardDialogue
  turn: number
  entry: number
  fact: Fact
  text: string
}

/** The grounded facts of all replies: those that can be falsified. */
export function spotsOf(dialogue: HeardDialogue): Spot[] {
  const ungroundedFacts = ungroundedIn(dialogue)
  return dialogue.turns.flatMap((entries, turn) =>
    entries.flatMap((item, entry): Spot[] => {
      if (item.type !== 'message' || item.role !== 'assistant') return []
      const [content] = item.content
      if (content?.type !== 'text') return []
      const { text } = content
      const wrong = new Set(ungroundedFacts[turn]?.filter(({ index }) => index === entry).map(({ fact }) => fact.at))
      const facts = findFacts(text, { now: item.timestamp })
      return facts
        .filter((fact) => fact.forms.length > 0 && fact.kind !== 'name' && !wrong.has(fact.at))
        .map((fact) => ({ dialogue, turn, entry, fact, text }))
    }),
  )
}

/** Falsifies a fact of a reply; null if that is not possible. `others` are ids from other dialogues. */
export function fabricate(kind: Fabrication, spot: Spot, others: readonly Spot[], pick: Pick): Fabricated | null {
  const { fact, text } = spot
  const after = kind === 'a refund without the call' ? claim : changed(kind, fact, others, spot, pick)
  if (after === null || after === fact.text) return null
  const whole =
    kind === 'a refund without the call'
      ? `${text} ${claim}`
      : text.slice(0, fact.at) + after + text.slice(fact.at + fact.text.length)
  const turns = spot.dialogue.turns.map((entries, turn) =>
    turn !== spot.turn
      ? entries
      : entries.map((entry, index) =>
          index !== spot.entry || !('timestamp' in entry)
            ? entry
            : { ...said('assistant', whole), timestamp: entry.timestamp },
        ),
  )
  return {
    kind,
    dialogue: { ...spot.dialogue, turns },
    turn: spot.turn,
    before: fact.text,
    after,
    around: aroundOf(whole, fact.at),
  }
}

const aroundOf = (text: string, index: number): string =>
  text.slice(Math.max(0, index - 50), index + 60).replace(/\s+/g, ' ')

const claim = 'Your refund has been issued.'

function changed(
  kind: Fabrication,
  fact: Fact,
  others: readonly Spot[],
  { dialogue }: Spot,
  pick: Pick,
): string | null {
  if (kind === 'a digit changed') return otherDigit(fact, pick)
  if (kind === 'a date moved') return otherDay(fact.text, pick)
  const strangers = others.filter((each) => each.dialogue.id !== dialogue.id && each.fact.text !== fact.text)
  if (strangers.length === 0) return null
  const text = JSON.stringify(dialogue.turns).toLowerCase()
  for (let tries = 0; tries < 20; tries++) {
    const stranger = strangers[pick(strangers.length)] as Spot
    // An id that occurs in this talk as well is not a stranger's.
    if (!text.includes(stranger.fact.text.toLowerCase().replace(/^#/, ''))) return stranger.fact.text
  }
  return null
}

const digitKinds: ReadonlySet<Fact['kind']> = new Set([
  'number',
  'amount',
  'percentage',
  'time',
  'id',
  'phone',
  'email',
  'address',
])

/** The same with one digit changed; the first digit of a number never becomes 0. */
function otherDigit({ kind, text }: Fact, pick: Pick): string | null {
  if (!digitKinds.has(kind)) return null
  const places = [...text.matchAll(/\d/g)].map(({ index }) => index)
  const at = places[pick(places.length)]
  if (at === undefined) return null
  const least = at === places[0] ? 1 : 0
  const old = Number(text[at])
  const digit = (old + 1 + pick(8)) % 10
  const fresh = digit < least ? (old === 9 ? 1 : 9) : digit
  return fresh === old ? null : text.slice(0, at) + fresh + text.slice(at + 1)
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** Moves it to another day of the month, or to another weekday. */
function otherDay(text: string, pick: Pick): string | null {
  const own = weekdays.findIndex((day) => text.toLowerCase().startsWith(day.toLowerCase()))
  if (own !== -1) return weekdays[(own + 1 + pick(6)) % 7] as string
  const match = [...text.matchAll(/(?<![\d:])(\d{1,2})(?![\d:])/g)].at(-1)
  if (match === undefined) return null
  const day = Number(match[1])
  const moved = ((day + pick(26)) % 28) + 1
  if (moved === day) return null
  const digits = moved < 10 && /^\d{4}-/.test(text) ? `0${moved}` : String(moved)
  return text.slice(0, match.index) + digits + text.slice(match.index + match[0].length)
}

const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const smallNumbers = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ')
const withoutThousands = (text: string): string =>
  text
    .toLowerCase()
    .replace(/(?<=\d),(?=\d{3})/g, '')
    .replace(/(?<=\d)t(?=\d)/g, ' ')

/**
 * Whether the talk up to a reply contains the changed words anyway, by plain search in what users, tools and
 * policy say. Then the reply mixes up two existing things instead of making one up.
 */
export function isHeld({ dialogue, turn, after }: Fabricated): boolean {
  const entries = dialogue.turns.slice(0, turn + 1).flat()
  const others = entries.filter((entry) => entry.type !== 'message' || entry.role !== 'assistant')
  const texts = others.map((entry) =>
    JSON.stringify({ ...entry, timestamp: 'timestamp' in entry ? entry.timestamp.slice(0, 10) : '', call_id: '' }),
  )
  const text = withoutThousands([...texts, JSON.stringify(dialogue.prompt)].join('\n'))
  if (weekdays.some((day) => after.startsWith(day)) && /\b(?:today|tomorrow|yesterday)\b/.test(text)) return true
  return spellings(withoutThousands(after)).some((each) => {
    const literal = each.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    return new RegExp(`(?<![a-z\\d.])${literal}(?![a-z\\d]|\\.\\d)`).test(text)
  })
}

/** How a fact may be spelled in an output: `may 25` as `-05-25`, `5 pm` as `17:00`, `$30` as 30. */
function spellings(after: string): string[] {
  const own = [after.replace(/[.,;:!?-]+$/, '')]
  const [, name = '', day = ''] = /([a-z]{3})[a-z]*\.?\s(\d{1,2})/.exec(after) ?? []
  const month = monthNames.indexOf(name) + 1
  const [, hour, minutes = '00', half] = /^(\d{1,2})(?::(\d\d))?\s?([ap])?/.exec(after) ?? []
  if (month > 0) own.push(`${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`)
  if (hour !== undefined && (half !== undefined || after.includes(':'))) {
    const whole = (Number(hour) % 12) + (half === 'p' ? 12 : 0)
    for (const each of half === undefined ? [Number(hour), whole, whole + 12] : [whole])
      own.push(`${String(each).padStart(2, '0')}:${minutes}`, `${each}:${minutes}`)
  }
  const bare = /^[$€£]?(\d+(?:\.\d+)?)(?:%|-|\s?percent)?$/.exec(own[0] as string)?.[1]
  if (bare !== undefined) own.push(bare, `${bare}.0`, `$${bare}`, smallNumbers[Number(bare)] ?? bare)
  return own
}
