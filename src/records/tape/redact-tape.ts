import { createHash } from 'node:crypto'
import type { JsonValue } from '../../base/json.ts'
import { findPrivate, isDigits, type PrivateRules, type PrivateValue } from '../../privacy/find-private.ts'
import { namePrivate, type StandIns } from '../../privacy/name-private.ts'
import { createSwapper } from '../../privacy/swap-values.ts'
import { nameIds } from './name-ids.ts'
import type { Tape, TapeHeader } from './tape.ts'

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
    redacted: Object.fromEntries(
      Object.entries(byKind)
        .map(([kind, names]): [string, string[]] => [kind, names.filter((name) => stands(name, left))])
        .filter(([, names]) => names.length > 0),
    ),
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
