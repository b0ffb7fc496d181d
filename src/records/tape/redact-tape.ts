import { createHash } from 'node:crypto'
import { isJsonObject, type JsonValue } from '../../base/json.ts'
import { findPrivate, isDigits, type PrivateRules, type PrivateValue } from '../../privacy/find-private.ts'
import type { Swap } from '../../privacy/match-values.ts'
import { namePrivate, type StandIns } from '../../privacy/name-private.ts'
import { createSwapper } from '../../privacy/swap-values.ts'
import type { Tape, TapedExchange, TapeHeader } from './tape.ts'

/** What is known of the talk beside what was recorded. */
export interface ScriptFacts {
  /** What the script sends, and then what it expects: values in it get their stand-ins first. */
  script: JsonValue
  rules: PrivateRules
}

/** Takes everything private out of a recording, by value: where one was found, all of its like go, those in requests too. */
export function redactTape(tape: Tape, { script, rules }: ScriptFacts, origin: string | null): Tape {
  const said = { ...textsOf(tape.header), attempts: tape.attempts } as unknown as JsonValue
  const found = [script, said].flatMap((value) => findPrivate(value, rules))
  const { swaps, byKind } = namePrivate([...found, ...numbersOf(rules)])
  const host = origin === null ? [] : [{ from: new URL(origin).host, to: new URL(origin).hostname, digits: false }]
  const swap = createSwapper([...host, ...swaps, ...nameIds(tape.attempts, JSON.stringify(script))])
  const { attempts, functions, ...texts } = swap(said) as unknown as Pick<Tape, 'attempts'> & HeaderTexts
  const { blueprint } = tape.header
  const left = JSON.stringify(attempts)
  return {
    header: {
      ...tape.header,
      ...texts,
      blueprint: blueprint === null || functions === null ? null : { ...blueprint, functions },
    },
    redacted: {
      ...tape.redacted,
      ...Object.fromEntries(
        Object.entries(byKind)
          .map(([kind, names]): [string, string[]] => [kind, names.filter((name) => stands(name, left))])
          .filter(([, names]) => names.length > 0),
      ),
    },
    attempts,
  }
}

/** The members of a header that hold what people wrote. */
type HeaderTexts = ReturnType<typeof textsOf>

function textsOf({ suite, conversation, agent, answered, service, blueprint }: TapeHeader) {
  return { suite, conversation, agent, answered, service, functions: blueprint?.functions ?? null }
}

/** Numbers that have names may stand elsewhere without their plus. They come last, since the environment decides which there are. */
function numbersOf({ named }: PrivateRules): PrivateValue[] {
  return named.filter(({ value }) => isDigits(value)).map(({ value }) => ({ kind: 'phone', value }))
}

/** Whether a stand-in is in a text; digits may stand there in groups. */
function stands(standIn: string, text: string): boolean {
  if (!/^\d+$/.test(standIn)) return text.includes(standIn)
  return new RegExp([...standIn].join('[ ().-]{0,2}')).test(text)
}

/** What stands for the private values that a script names itself: they can be given back when its tape is replayed. */
export function nameScriptValues({ script, rules }: ScriptFacts): StandIns {
  return namePrivate(findPrivate(script, rules))
}

/**
 * Four digits that stand for the private values that a script names, in order; null for none. Few enough that nobody can
 * find a number from them, and enough to see that one changed.
 */
export function digestPrivate(facts: ScriptFacts): string | null {
  const values = nameScriptValues(facts).swaps.filter(({ to }) => !/^<(?:env|random)\./.test(to))
  if (values.length === 0) return null
  const text = JSON.stringify(values.map(({ from }) => from))
  return createHash('sha256').update(text).digest('hex').slice(0, 4)
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi
const idName = /^(?:session|call|message|request)_?id$/i
/** An id that a machine made up: `call_9fK2…`, long and with a digit. */
const madeUp = /^([a-z]+[_-])?(?=[A-Za-z-]*\d)[A-Za-z0-9-]{8,}$/i

/**
 * Numbers the ids that the service made up, in the order in which they come, each in its own form: another recording of the
 * same talk gives the same tape. Ids that the script sends, or that `known` holds, are nobody's invention and stay.
 */
function nameIds(attempts: readonly (readonly TapedExchange[])[], known: string): Swap[] {
  const swaps = new Map<string, Swap>()
  const sent = new Set<string>()
  const add = (id: string, to: (count: number) => string): void => {
    if (sent.has(id) || swaps.has(id) || known.includes(id)) return
    swaps.set(id, { from: id, to: to(swaps.size + 1), digits: false })
  }
  const scan = (value: JsonValue, name: string): void => {
    if (typeof value === 'string') {
      const uuids = value.match(uuid) ?? []
      for (const id of uuids) add(id, numberedUuid)
      if (uuids.length === 0 && idName.test(name) && madeUp.test(value)) add(value, (count) => numbered(value, count))
    } else if (Array.isArray(value)) for (const each of value) scan(each, name)
    else if (isJsonObject(value)) for (const [key, each] of Object.entries(value)) scan(each, key)
  }
  for (const { request, answer } of attempts.flat()) {
    for (const id of JSON.stringify(request).match(uuid) ?? []) if (!swaps.has(id)) sent.add(id)
    if (answer.kind !== 'none') scan(answer.headers, '')
    if (answer.kind === 'json') scan(answer.body, '')
  }
  return [...swaps.values()]
}

function numberedUuid(count: number): string {
  return `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`
}

function numbered(id: string, count: number): string {
  const prefix = /^[a-z]+[_-]/i.exec(id)?.[0] ?? ''
  return `${prefix}${String(count).padStart(id.length - prefix.length, '0')}`
}
