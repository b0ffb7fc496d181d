import { createHash } from 'node:crypto'
import type { JsonValue } from '../../base/json/json.ts'
import { visitJson } from '../../base/json/walk-json.ts'
import { findPrivate, isDigits, type Opens, type PrivateRules, type PrivateValue } from '../../base/privacy/find.ts'
import { type Redaction, redactIn } from '../../base/privacy/redact.ts'
import type { Swap } from '../../base/privacy/replace.ts'
import { inGroups } from '../../base/privacy/spellings.ts'
import { createNames, namePrivate, type StandIns } from '../../base/privacy/stand-ins.ts'
import { unescapeText } from '../../base/secrets/secret-keys.ts'
import { readUsage, usageHeader, writeUsage } from '../../wire/api/usage.ts'
import type { Tape, TapedExchange, TapedJudgement, TapeHeader } from './tape.ts'

/** What is known about the conversation besides the recording. */
export interface ScriptFacts {
  /** What the script sends, followed by what it expects: values found here get their stand-ins first. */
  script: JsonValue
  rules: PrivateRules
}

/** Removes all private values from a recording: once found, every occurrence goes, in requests too. */
export function redactTape(tape: Tape, facts: ScriptFacts, origin: string | null): Tape {
  const { said, byKind, redact: swap } = redactionOf(tape, facts, origin)
  const { attempts: swapped, functions, ...texts } = swap(said) as unknown as Pick<Tape, 'attempts'> & HeaderTexts
  const attempts = swapped.map((exchanges, index) => {
    const before = tape.attempts[index] ?? []
    return withPathsOf(withUsageOf(exchanges, before), before, swap)
  })
  const { blueprint } = tape.header
  const attemptsText = JSON.stringify(attempts)
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
          .map(([kind, names]): [string, string[]] => [kind, names.filter((name) => stands(name, attemptsText))])
          .filter(([, names]) => names.length > 0),
      ),
    },
    attempts,
    ...(tape.judged === undefined ? {} : { judged: tape.judged.map((each) => withoutPrivate(each, swap)) }),
  }
}

/** Judges were shown stand-ins, but a value found private later must not stay in what they said. */
function withoutPrivate(judgement: TapedJudgement, swap: (value: JsonValue) => JsonValue): TapedJudgement {
  const clean = (text: string): string => String(swap(text))
  const { criterion, answer } = judgement
  const body = 'none' in answer ? { none: clean(answer.none) } : { text: clean(answer.text) }
  return { ...judgement, criterion: clean(criterion), answer: body }
}

/** The replacements in a recording: for generated ids, the address of a local service, and everything private. */
export function swapsInTape(tape: Tape, facts: ScriptFacts, origin: string | null): readonly Swap[] {
  const privateValues = facts.rules.named.map(({ name, value }): PrivateValue => ({ kind: name, value, named: true }))
  return [...redactionOf(tape, facts, origin).swaps, ...createNames().add(privateValues)] // the first swap for a value wins
}

function redactionOf(
  tape: Tape,
  { script, rules }: ScriptFacts,
  origin: string | null,
): Redaction & Pick<StandIns, 'byKind'> & { said: JsonValue } {
  const texts = { ...textsOf(tape.header), attempts: tape.attempts.map(withModelsAlone) } as unknown as JsonValue
  const host = origin === null ? [] : [{ from: new URL(origin).host, to: new URL(origin).hostname, digits: false }]
  let byKind: StandIns['byKind'] = {}
  const redaction = redactIn(texts, {
    ...rules,
    opens: opensInTape,
    before: findPrivate(script, rules),
    name(values) {
      const standIns = namePrivate([...values, ...numbersOf(rules)])
      byKind = standIns.byKind
      return [...host, ...standIns.swaps, ...nameIds(tape.attempts, JSON.stringify(script))]
    },
  })
  return { ...redaction, byKind, said: texts }
}

/** Keeps models alone in usage headers: token counts are nobody's numbers. Without usage, a header goes. */
function withModelsAlone(exchanges: readonly TapedExchange[]): TapedExchange[] {
  return exchanges.map((exchange) =>
    withHeader(exchange, (header) => {
      const usage = readUsage(header)
      return usage === undefined ? undefined : JSON.stringify(usage.map(({ model }) => model))
    }),
  )
}

/** Restores the token counts, under the model names as redacted in the meantime. */
function withUsageOf(exchanges: TapedExchange[], before: readonly TapedExchange[]): TapedExchange[] {
  return exchanges.map((exchange, index) =>
    withHeader(exchange, (header) => {
      const was = before[index]?.answer
      const usage = was === undefined || was.kind === 'none' ? undefined : readUsage(was.headers[usageHeader] ?? null)
      const models = JSON.parse(header) as string[]
      return usage === undefined
        ? undefined
        : writeUsage(usage.map((each, at) => ({ ...each, model: models[at] ?? each.model })))
    }),
  )
}

function withHeader(exchange: TapedExchange, write: (header: string) => string | undefined): TapedExchange {
  const { answer } = exchange
  const header = answer.kind === 'none' ? undefined : answer.headers[usageHeader]
  if (answer.kind === 'none' || header === undefined) return exchange
  const { [usageHeader]: _, ...headers } = answer.headers
  const usageText = write(header)
  return {
    ...exchange,
    answer: { ...answer, headers: usageText === undefined ? headers : { ...headers, [usageHeader]: usageText } },
  }
}

/** URL-encodes stand-ins in paths as a client would: a replay asks for the session by the id in the tape. */
function withPathsOf(
  exchanges: TapedExchange[],
  before: readonly TapedExchange[],
  swap: (value: JsonValue) => JsonValue,
): TapedExchange[] {
  const swapPart = (part: string): string => {
    const plain = unescapeText(part)
    const swapped = String(swap(plain))
    return swapped === plain ? part : encodeURIComponent(swapped)
  }
  return exchanges.map((exchange, index) => {
    const clean = (before[index] ?? exchange).request.path.replace(/[^/?&=]+/g, swapPart)
    return clean === exchange.request.path ? exchange : { ...exchange, request: { ...exchange.request, path: clean } }
  })
}

/** The members that the script and the service sent; the numbers beside them are statuses and our own times. */
const opensInTape: Opens = (member) => member === 'body' || member === 'functions'

type HeaderTexts = ReturnType<typeof textsOf>

function textsOf({ suite, conversation, agent, answered, service, blueprint }: TapeHeader) {
  return { suite, conversation, agent, answered, service, functions: blueprint?.functions ?? null }
}

/** Named numbers, also without their plus; last, since the environment decides which ones exist. */
function numbersOf({ named }: PrivateRules): PrivateValue[] {
  return named.filter(({ value }) => isDigits(value)).map(({ value }) => ({ kind: 'phone', value }))
}

/** Whether a stand-in occurs in a text; its digits may be grouped there. */
function stands(standIn: string, text: string): boolean {
  return !/^\d+$/.test(standIn) ? text.includes(standIn) : new RegExp(inGroups(standIn), 'u').test(text)
}

/** The stand-ins for private values that the script itself contains: they can be put back when its tape is replayed. */
export function nameScriptValues({ script, rules }: ScriptFacts): StandIns {
  return namePrivate(findPrivate(script, rules))
}

/** Four hash digits of a script's private values, null without any: too short to recover one, enough for a change. */
export function digestPrivate(facts: ScriptFacts): string | null {
  const values = nameScriptValues(facts).swaps.filter(({ to }) => !/^<(?:env|random)\./.test(to))
  if (values.length === 0) return null
  const text = JSON.stringify(values.map(({ from }) => from))
  return createHash('sha256').update(text).digest('hex').slice(0, 4)
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi
const idName = /^(?:session|call|message|request)_?id$/i
/** A generated id such as `call_9fK2…`: long, and with a digit. */
const madeUp = /^([a-z]+[_-])?(?=[A-Za-z-]*\d)[A-Za-z0-9-]{8,}$/i

/** Numbers ids of the service in order and format, so that another recording is the same; sent or `known` ones stay. */
function nameIds(attempts: readonly (readonly TapedExchange[])[], scriptText: string): Swap[] {
  const swaps = new Map<string, Swap>()
  const sent = new Set<string>()
  const add = (id: string, to: (count: number) => string): void => {
    if (sent.has(id) || swaps.has(id) || scriptText.includes(id)) return
    swaps.set(id, { from: id, to: to(swaps.size + 1), digits: false })
  }
  const scan = (value: JsonValue, name: string): void => {
    if (typeof value !== 'string') return
    const uuids = value.match(uuid) ?? []
    for (const id of uuids) add(id, (count) => `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`)
    if (uuids.length === 0 && idName.test(name) && madeUp.test(value)) add(value, (count) => numbered(value, count))
  }
  for (const { request, answer } of attempts.flat()) {
    for (const id of JSON.stringify(request).match(uuid) ?? []) if (!swaps.has(id)) sent.add(id)
    if (answer.kind !== 'none') visitJson(answer.headers, scan)
    if (answer.kind === 'json') visitJson(answer.body, scan)
  }
  return [...swaps.values()]
}

function numbered(id: string, count: number): string {
  const prefix = /^[a-z]+[_-]/i.exec(id)?.[0] ?? ''
  return `${prefix}${String(count).padStart(id.length - prefix.length, '0')}`
}
