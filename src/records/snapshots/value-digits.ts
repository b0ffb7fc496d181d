import { hash } from 'node:crypto'
import type { Swap } from '../../base/privacy/replace.ts'
import { listSome } from '../../base/text/wording.ts'
import type { SnapshotLine, ValueDigits } from './snapshot.ts'

/** The stand-in that all secrets share in a snapshot. */
export const sharedStandIn = '<secret>'
const saidSecret = `said ${sharedStandIn}`

/** Values with a name of their own, from the environment, chance or the script, and what signs a link. */
const ownNamed = /^(?:env\.|random\.|customer (?:number|email)$|signature$)/

/** Kinds of which a tool gives others in each run: one-time secrets, what a project redacts, addresses of machines. */
const givenAnew = /^(?:secret|key|private|(?:\w+[_ -])?(?:ip|mac)(?:[_ -]?(?:v[46]|addr(?:ess)?))*)$/i

/** Digits for what stands in `lines`; none for `given` values and what a tool gives anew, but which one counts. */
export function digitsOf(
  lines: readonly SnapshotLine[],
  swaps: readonly Swap[],
  texts: readonly string[],
): ValueDigits {
  const values = new Map<string, string>()
  for (const { from, to } of swaps) if (!values.has(to)) values.set(to, from)
  const isGiven = recognise(texts)
  const ofTools = givenByTools(lines)
  const digits: Record<string, string> = {}
  const secrets: Record<string, string[]> = { [sharedStandIn]: [], [saidSecret]: [] }
  for (const { text } of lines)
    for (const name of standInsIn(text)) {
      const value = values.get(name)
      const kind = kindOf(name)
      if (value === undefined || ownNamed.test(kind) || isGiven(value)) continue
      const order = ofTools.get(name)
      if (kind === 'secret') secrets[keyOf(name, text)]?.push(order === undefined ? digitsFor(value) : `#${order}`)
      else if (order === undefined) digits[name] = digitsFor(value)
    }
  for (const [name, each] of Object.entries(secrets))
    if (each.length > 0) digits[name] = hash('sha256', JSON.stringify(each)).slice(0, 2)
  return digits
}

/** The stand-ins for what a tool gave anew, numbered: they stand in an output before they stand in any call. */
function givenByTools(lines: readonly SnapshotLine[]): ReadonlyMap<string, number> {
  const names = new Set<string>()
  const numbers = new Map<string, number>()
  for (const { text } of lines.filter((line) => isCall(line.text)))
    for (const name of standInsIn(text)) {
      if (!names.has(name) && text.startsWith('<- ') && givenAnew.test(kindOf(name)))
        numbers.set(name, numbers.size + 1)
      names.add(name)
    }
  return numbers
}

/** The kind of a stand-in: `email` of `<email 1>`. */
function kindOf(name: string): string {
  return name.slice(1, -1).replace(/ \d+$/, '')
}

/** Two hash digits of a value, one of a short: too few to recover it; of it alone, to tell no more in many files. */
function digitsFor(value: string): string {
  return hash('sha256', value).slice(0, value.length < 7 ? 1 : 2)
}

/** Whether a value is one that the script got from outside, however the agent writes it. */
function recognise(texts: readonly string[]): (value: string) => boolean {
  const numerals = texts.map((each) => ({ text: each.toLowerCase(), number: significant(each) }))
  return (value) => {
    const [text, number] = [value.toLowerCase(), significant(value)]
    return numerals.some(
      (each) =>
        each.text === text ||
        (each.text.length >= 4 && text.includes(each.text)) ||
        (number.length >= 7 &&
          each.number.length >= 7 &&
          (each.number.endsWith(number) || number.endsWith(each.number))),
    )
  }
}

/** The digits of a number without zeros in front, so that it is the same with the code of its country and without. */
function significant(text: string): string {
  return /[^\d +()./-]/.test(text) ? '' : text.replace(/\D/g, '').replace(/^0+/, '')
}

/** Everything in a text that looks like a stand-in, as it is or in a link. */
function standInsIn(text: string): string[] {
  return (text.match(/<[^<>]{1,100}>|%3C(?:(?!%3[CE]).){1,200}%3E/g) ?? []).map((word) =>
    word.startsWith('<') ? word : word.replaceAll('%20', ' ').replace('%3C', '<').replace('%3E', '>'),
  )
}

function isCall(text: string): boolean {
  return text.startsWith('-> ') || text.startsWith('<- ')
}

/** Under which name the digits of a stand-in in a line are kept. */
function keyOf(name: string, text: string): string {
  return name === sharedStandIn || kindOf(name) === 'secret' ? (isCall(text) ? sharedStandIn : saidSecret) : name
}

interface DigitComparison {
  /** The stand-ins behind which other values stand now. */
  otherValues: string[]
  /** Whether some values cannot be compared, because the stored snapshot was taken before there were digits. */
  withoutDigits: boolean
}

/** Compares the digits of stand-ins that stand in `lines`, the stored ones that count. */
export function compareDigits(
  before: ValueDigits | undefined,
  now: ValueDigits | undefined,
  lines: readonly SnapshotLine[],
): DigitComparison {
  const standing = new Set(lines.flatMap(({ text }) => standInsIn(text).map((name) => keyOf(name, text))))
  const common = Object.entries(now ?? {}).filter(([name]) => standing.has(name))
  const others = common.filter(([name, digits]) => before?.[name] !== undefined && before[name] !== digits)
  return {
    otherValues: [...new Set(others.map(([name]) => (name === saidSecret ? sharedStandIn : name)))],
    withoutDigits: common.some(([name]) => before?.[name] === undefined),
  }
}

/** Whether one of these stand-ins stands in a text. */
export function holdsStandIn(text: string, names: readonly string[]): boolean {
  return standInsIn(text).some((name) => names.includes(name))
}

/** A sentence about other values behind stand-ins; `alone` if no line differs. */
export function describeOtherValues(names: readonly string[], alone: boolean): string {
  const stand = names.length === 1 ? 'another value stands' : 'other values stand'
  const behind = names.length === 2 ? names.join(' and ') : listSome(names, 5)
  return [
    `${alone ? 'the lines are the same, but ' : ''}${stand} behind ${behind} than in the snapshot, by the digits`,
    'in its header; tableread run --json --show-private shows what stands there now',
  ].join(' ')
}
