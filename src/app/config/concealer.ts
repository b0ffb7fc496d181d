import { isJsonObject, type JsonValue } from '../../base/json/json.ts'
import { mapMembers } from '../../base/json/walk-json.ts'
import { compilePattern, type Pattern } from '../../base/patterns/linear-pattern.ts'
import type { Opens, PrivateRules } from '../../base/privacy/find.ts'
import { type Redaction, redactIn } from '../../base/privacy/redact.ts'
import type { Swap } from '../../base/privacy/replace.ts'
import { createNames, type Names } from '../../base/privacy/stand-ins.ts'
import { starPrivate } from '../../base/privacy/stars.ts'
import { redactKeysIn, starKeys } from '../../base/secrets/secret-keys.ts'
import { describeBreakdown } from '../../base/text/wording.ts'
import { quotesDifference } from '../../engine/expect/words/similarity.ts'
import { quotesFacts } from '../../engine/transcript/laws/grounded.ts'
import { type Conceal, saidIn, scopeOf, withoutKeys } from '../../engine/verdict/conceal.ts'
import type { ConversationResult, TurnResult } from '../../engine/verdict/conversation-result.ts'
import type { AnyResult } from '../../records/schema/result-shapes.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import type { Problem } from '../../suite/yaml/problem.ts'

/** Redacts keys and private data in results, and in the excerpts of suites shown with them. */
export interface Concealer extends Conceal {
  /** A suite's text with stars for what is private; its length stays, so that carets point to the right column. */
  excerptOf(file: string, text: string): string
  /** Remembers agents' prompts: a finding may quote words from them that appear in no result as a whole. */
  learn(told: readonly JsonValue[]): void
}

/**
 * Where a result holds values that others sent. `a` and `b` are such values where they differ at a path, and `output`
 * where a tool failed; elsewhere they are times, indexes or texts. The published schema says the same;
 * `tests/own-numbers.test.ts` checks that the two agree.
 */
export const opensInResult: Opens = (member, owner) =>
  member === 'arguments' ||
  (member === 'metadata' && owner.type === 'message') ||
  member === 'actual' ||
  (member === 'given' && owner.kind === 'check') ||
  member === 'original' ||
  ((member === 'a' || member === 'b' || member === 'output') && typeof owner.path === 'string')

/** Whatever is private by form, member name or pattern, everywhere it occurs; names that a script gives stay. */
export function createConcealer({ custom }: Pick<PrivateRules, 'custom'>): Concealer {
  const scopes = new Map<string, Names>()
  /** Environment values passed to any conversation so far: texts about the whole run may contain them. */
  const namedValues = new Map<string, PrivateRules['named'][number]>()
  const hidden = new Map<string, Map<string, Swap>>()
  const prompts = new Map<string, JsonValue>()
  const excerpts = new Map<string, Excerpt>()
  const look = (value: unknown, scope: string, privateValues: PrivateRules['named']): Redaction => {
    const names = scopes.get(scope) ?? createNames()
    const redaction = redactIn(value as JsonValue, {
      named: privateValues,
      custom,
      opens: opensInResult,
      name: names.add,
    })
    if (redaction.swaps.length > 0) scopes.set(scope, names) // in most conversations nothing is private
    return redaction
  }
  const concealed = (clean: ConversationResult, result: ConversationResult, plan: Plan | null): ConversationResult => {
    const { turns, problems: wrong, ...said } = saidIn(clean)
    const { warnings = [] } = clean
    const problems = [...wrong, ...warnings]
    const privateValues = givenTo(plan)
    for (const each of privateValues) namedValues.set(each.value, each)
    const messages = problems.map(({ message, hint }) => ({ message, ...(hint === undefined ? {} : { hint }) }))
    const looked = { turns: turns.map(withoutEmptyOutcomes), told: messages, ...said }
    const { swaps, redact } = look(looked, scopeOf(result), privateValues)
    remember(hidden, result, swaps)
    const { told: words, ...redacted } = redact({ turns, told: messages, ...said })
    const ofPrompts =
      prompts.size > 0 && turns.some(quotesPrompt)
        ? look([...prompts.values()], scopeOf(result), privateValues).swaps
        : []
    const values = [
      ...swaps,
      ...ofPrompts,
      ...privateValues.map(({ name, value }) => ({ from: value, to: `<${name}>` })),
    ]
    const visible = hidePieces(redacted, values, () => wordsTakenOut(turns, redacted.turns))
    const clear = problems.map((problem, index) => ({ ...problem, ...words[index] }))
    const warned = warnings.length === 0 ? {} : { warnings: clear.slice(wrong.length) }
    return { ...clean, ...visible, problems: clear.slice(0, wrong.length), ...warned }
  }
  return {
    learn(texts) {
      for (const each of texts) prompts.set(JSON.stringify(each), each)
    },
    conversation(result, plan) {
      let clean = result
      try {
        clean = withoutKeys(result)
        return concealed(clean, result, plan)
      } catch (error) {
        return withheld(clean, error)
      }
    },
    rest(value, scope = '') {
      const clean = redactKeysIn(value)
      return look(clean, scope, [...namedValues.values()]).redact(clean)
    },
    excerptOf(file, text) {
      const values = hidden.get(file)
      const excerpt = excerpts.get(file)
      if (excerpt?.text === text && excerpt.values === (values?.size ?? 0)) return excerpt.starred
      const starred = starPrivate(text, custom, [...(values?.values() ?? [])])
      excerpts.set(file, { text, values: values?.size ?? 0, starred })
      return starred
    },
  }
}

/** A problem with private data redacted in its message and hint, which may quote the file. */
export function concealProblem(problem: Problem, conceal: Conceal): Problem {
  const { message, hint } = problem
  return { ...problem, ...conceal.rest({ message, ...(hint === undefined ? {} : { hint }) }) }
}

export const concealKeys: Concealer = {
  conversation(result) {
    try {
      return withoutKeys(result)
    } catch (error) {
      return withheld(result, error)
    }
  },
  rest: (value) => redactKeysIn(value),
  excerptOf: (_, text) => starKeys(text),
  learn: () => {},
}

/** The redacted text of a suite; `values` counts what had been concealed in its conversations by then. */
interface Excerpt {
  text: string
  values: number
  starred: string
}

/** A result without anything that was said, for when redaction itself failed. Its verdicts stand. */
function withheld(result: ConversationResult, error: unknown): ConversationResult {
  const nothing = { outcomes: [], failure: null }
  const turns = result.turns.map(({ sent: _, recovered: __, ...turn }) => ({
    ...turn,
    ...nothing,
    user: null,
    entries: [],
  }))
  const reason = `the text is left out, since it could not be searched for private data: ${describeBreakdown(error)}`
  const { cause, simulated } = result
  const why = cause === undefined ? {} : { cause: { ...cause, why: reason } }
  const unsaid = { wants: '', why: null, fault: null, unanswered: [] }
  const played = simulated === undefined ? {} : { simulated: { ...simulated, ...unsaid } }
  const { history: _, ...own } = result
  return { ...own, ...nothing, ...why, ...played, reason, sessionId: null, turns, afterTurns: [] }
}

/** The part of a turn to search: passed reply and latency outcomes contain nothing that anybody said. */
function withoutEmptyOutcomes(turn: TurnResult): TurnResult {
  const outcomes = turn.outcomes.filter(
    ({ kind, verdict }) => verdict !== 'passed' || (kind !== 'reply' && kind !== 'latency'),
  )
  return { ...turn, outcomes }
}

/** Whether a finding of a turn quotes the agent's prompt. */
function quotesPrompt({ outcomes }: TurnResult): boolean {
  return outcomes.some(({ verdict, ...found }) => verdict !== 'passed' && quotesFacts(JSON.stringify(found)).ofPrompt)
}

/** Values from the environment belong to the machine, not to the suite. */
function givenTo(plan: Plan | null): PrivateRules['named'] {
  return Object.entries(plan?.variables ?? {}).flatMap(([name, value]) =>
    name.startsWith('env.') && typeof value === 'string' && value.length >= 4 ? [{ name, value }] : [],
  )
}

function remember(hidden: Map<string, Map<string, Swap>>, { file }: ConversationResult, swaps: readonly Swap[]): void {
  if (swaps.length === 0) return
  const swapByText = hidden.get(file) ?? new Map<string, Swap>()
  for (const swap of swaps) swapByText.set(swap.from, swap)
  hidden.set(file, swapByText)
}

/** Redacts a result read from a file, which may come from somebody else. What is already redacted stays so. */
export function concealResult<R extends AnyResult>(result: R, conceal: Conceal): R {
  const whole: AnyResult = result
  if (!('kind' in whole)) {
    const conversations = whole.conversations.map((each) => conceal.conversation(each, null))
    const problems = whole.problems.map((problem) => concealProblem(problem, conceal))
    return { ...whole, problems, coverage: conceal.rest(whole.coverage), conversations } as AnyResult as R
  }
  if (whole.kind === 'comparison') {
    const conversations = whole.conversations.map((each) => concealItem(each, conceal))
    const problems = whole.problems.map((problem) => concealProblem(problem, conceal))
    return { ...whole, problems, agents: conceal.rest(whole.agents), conversations } as AnyResult as R
  }
  return mapMembers(whole, (value, name) => {
    if (Array.isArray(value)) return value.map((each) => concealItem(each, conceal))
    return aboutRun.has(String(name)) ? value : conceal.rest(value)
  }) as R
}

/** An item of a result: equal values in it get one name. */
function concealItem<T>(item: T, conceal: Conceal): T {
  if (!isJsonObject(item)) return conceal.rest(item)
  const others = Object.fromEntries(Object.entries(item).filter(([name]) => !ownNames.has(name)))
  return { ...item, ...conceal.rest(others, typeof item.id === 'string' ? item.id : undefined) }
}

/** Members of a study that its verb gives, and those of an item that hold names of the user's own. */
const aboutRun = new Set([
  'kind',
  'schemaVersion',
  'tableread',
  'startedAt',
  'target',
  'seed',
  'subject',
  'hosts',
  'again',
])
const ownNames = new Set([
  ...['id', 'file', 'at', 'line', 'suite', 'name', 'agent', 'version', 'tags', 'conversation'],
  ...['attacks', 'goal', 'attack', 'family', 'variant', 'operator'],
])

/** Findings that quote single words: what a text lacks beside another, and what comes nearest to a made-up word. */
const quotesWords = (text: string): boolean => quotesDifference(text) || quotesFacts(text).any

/** Each word of a private value: alone, a name or a digit group looks like any word. `takenOut` is of any length. */
function hidePieces<T>(value: T, swaps: readonly Pick<Swap, 'from' | 'to'>[], takenOut: () => ReadonlySet<string>): T {
  if (swaps.length === 0) return value
  let hiddenPieces: ReadonlySet<string> | null = null
  const ofTakenOut = (piece: string): string | undefined => {
    hiddenPieces ??= takenOut()
    if (!hiddenPieces.has(piece)) return undefined
    const number = piece.replace(/\P{N}/gu, '')
    return (
      swaps.find(({ from }) => from.includes(piece) || (number !== '' && digitsOf(from).includes(number)))?.to ?? '…'
    )
  }
  const pieces = new Map(swaps.flatMap(({ from, to }) => piecesOf(from).map((piece) => [piece, to])))
  const numbers = swaps.flatMap(({ from, to }) => (isLongNumber(from) ? [{ digits: digitsOf(from), to }] : []))
  /** Numbers are written in groups of any size, so any run of their digits may be a group. */
  const standIn = (piece: string): string | undefined =>
    pieces.get(piece) ??
    (/\p{N}.*\p{N}.*\p{N}/u.test(piece) ? numbers.find(({ digits }) => digits.includes(piece))?.to : undefined) ??
    ofTakenOut(piece)
  const standInAt = (text: string): string | undefined =>
    (text.match(word) ?? []).map(ofTakenOut).find((each) => each !== undefined)
  const hide = (text: string): string =>
    quotesWords(text)
      ? text.replace(/"([^"\\]+)"/g, (quoted, word: string) => {
          const to = (amount.test(word) ? [digitsOf(word)] : piecesOf(word))
            .map(standIn)
            .find((each) => each !== undefined)
          return to === undefined ? quoted : JSON.stringify(to)
        })
      : text
  const walk = (each: JsonValue): JsonValue => {
    if (typeof each === 'string') return hide(each)
    const object = mapMembers(each, walk)
    if (!isJsonObject(object)) return object
    const { kind, subject, mismatches } = object
    if (kind === 'reply' && subject === 'grounded' && Array.isArray(mismatches))
      object.mismatches = mismatches.map((each) =>
        isJsonObject(each) && typeof each.actual === 'string'
          ? { ...each, actual: standInAt(each.actual) ?? each.actual }
          : each,
      )
    return object
  }
  return walk(value as JsonValue) as typeof value
}

/** An amount or a number with decimals, no part of which is a digit group of a card or account number. */
const amount = /^[^\p{L}\p{N}]{0,3}\d{1,3}(?:[.,]\d{3})*[.,]\d{1,2}(?:\s?(?:[%€$£]|\p{L}{3,10}))?$/u

const word = /[\p{L}\p{N}]+/gu

/** The words that a talk contains before redaction but not after. */
function wordsTakenOut(turns: readonly TurnResult[], redacted: readonly TurnResult[]): ReadonlySet<string> {
  const wordsOf = (of: readonly TurnResult[]): string[] =>
    JSON.stringify(of.map(({ user, entries }) => [user, entries])).match(word) ?? []
  const remainingWords = new Set(wordsOf(redacted))
  return new Set(wordsOf(turns).filter((each) => !remainingWords.has(each)))
}

/** The revealing words of a value. Short ones appear in every text. */
function piecesOf(value: string): string[] {
  return (value.match(word) ?? []).filter((each) => (/\p{N}/u.test(each) ? each.length > 1 : each.length > 3))
}

const digitsOf = (value: string): string => (value.match(word) ?? []).join('')

/** Whether a value looks like a card or account number. */
function isLongNumber(value: string): boolean {
  return (value.match(/\p{N}/gu)?.length ?? 0) >= 7
}

export function findersOf(redact: readonly Pattern[]): ((text: string) => string[])[] {
  return redact.map((pattern) => compilePattern(pattern).findAll)
}
