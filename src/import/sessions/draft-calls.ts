import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json/json.ts'
import { measure } from '../../engine/expect/match-text.ts'
import type { ToolCall } from '../../engine/transcript/tool-call.ts'
import { findWord, leavesOf, loosen, outputOf } from '../../engine/transcript/values-in-text.ts'
import { matcherOperators } from '../../suite/language/matchers/matcher-operator.ts'
import { meantOperator } from '../../suite/language/matchers/operator.ts'
import { jsonMatcher, textMatcher, writeArguments } from '../../suite/language/matchers/read-matcher.ts'
import { looksLikePattern, writeTexts } from '../../suite/language/matchers/text-or-pattern.ts'
import { indent, writeItem } from '../../suite/yaml/write-yaml.ts'
import { findCounts, findFigures } from './find-figures.ts'

/** What was known before a turn, from which its calls are drafted. */
export interface CallContext extends Omit<Sources, 'given'> {
  metadataValues: Set<JsonValue>
  /** Whether the session has calls of the phase post beside these, which `none` and `exactly` would rule out. */
  hasLate: boolean
}

/** The expected calls, as the value of `calls`; outputs of the calls are added to `given`. */
export function draftCalls(calls: readonly ToolCall[], context: CallContext): string[] {
  if (calls.length === 0) return [context.hasLate ? 'calls: { pre: none, during: none }' : 'calls: none']
  const outputs = calls
    .flatMap((call) => (call.output === null ? [] : [{ call, index: call.output.index }]))
    .sort((one, two) => one.index - two.index)
  let position = 0
  const hear = (until: number): void => {
    for (let next = outputs[position]; next !== undefined && next.index < until; next = outputs[++position])
      for (const { value } of leavesOf(outputOf(next.call))) context.metadataValues.add(value)
  }
  const items = new Map(
    calls
      .toSorted((one, two) => one.index - two.index)
      .map((call) => {
        hear(call.index)
        return [call, writeItem(writeTexts(draftCall(call, context)), 10)] as const
      }),
  )
  hear(Number.POSITIVE_INFINITY)
  return [
    'calls:',
    ...indent(
      inTheirOrder(
        calls,
        calls.flatMap((call) => items.get(call) ?? []),
        context,
      ),
    ),
  ]
}

/** Parallel calls have no order, so the count rules out others; beside calls of phase post, that of other phases. */
function inTheirOrder(calls: readonly ToolCall[], lines: string[], { exact, hasLate }: CallContext): string[] {
  const counts = hasLate ? countPhases(calls) : [`count: ${calls.length}`]
  if (atOnce(calls)) return ['any order:', ...indent(lines), ...(exact ? counts : [])]
  if (!exact) return lines
  return hasLate ? ['in order:', ...indent(lines), ...counts] : ['exactly:', ...indent(lines)]
}

/** Nothing where a call has no phase: it may belong to any. */
function countPhases(calls: readonly ToolCall[]): string[] {
  if (calls.some(({ phase }) => phase === null)) return []
  return ['pre', 'during'].map((each) => `${each}: { count: ${calls.filter(({ phase }) => phase === each).length} }`)
}

/** One call: its arguments, its phase where it was recorded, and that it fails where it did. */
function draftCall(call: ToolCall, sources: Sources): JsonValue {
  const { name, arguments: args, phase, output } = call
  const shaped = writeArguments(shapeArguments(args, sources))
  const details: JsonObject = {
    ...(sources.open.has(call) || (!sources.exact && Object.keys(args).length === 0)
      ? {}
      : { [sources.exact ? 'exactly' : 'with']: shaped }),
    ...(output?.isError === true ? { is_error: true } : {}),
    ...(phase === null ? {} : { phase }),
  }
  return Object.keys(details).length === 0 ? name : { [name]: details }
}

/** Whether all calls were made before the first of them was answered: their order then means nothing. */
function atOnce(calls: readonly ToolCall[]): boolean {
  const firstOutput = calls.reduce(
    (first, { output }) => Math.min(first, output?.index ?? Number.POSITIVE_INFINITY),
    Number.POSITIVE_INFINITY,
  )
  return calls.length > 1 && calls.every(({ index }) => index < firstOutput)
}

/** What a user said and the session knew from the start, normalised to look arguments up in it. */
export function wordsOf(texts: readonly string[], variables: JsonValue): string {
  const values = isJsonObject(variables) ? leavesOf(variables).map(({ value }) => String(value)) : []
  return loosen([...values, ...texts].join('\n'))
}

interface Sources {
  /** The placeholders of values that were captured before. */
  names: ReadonlyMap<JsonValue, string>
  /** Everything the user has said, and the values known at the start, normalised. */
  userWords: string
  /** Texts and numbers that tools returned before the call. */
  metadataValues: ReadonlySet<JsonValue>
  isVolatile: (text: string) => boolean
  /** Calls whose arguments were not recorded. */
  open: ReadonlySet<ToolCall>
  /** Also expect values that the agent came up with itself, except prose, and no further arguments. */
  exact: boolean
}

const operators = Object.keys(matcherOperators(textMatcher, jsonMatcher))

/** Expected arguments: as they are if from the user or outputs, or where calls are exact (no prose); else by type. */
function shapeArguments(args: JsonObject, sources: Sources): JsonObject {
  return Object.fromEntries(Object.entries(args).map(([key, value]) => [key, shape(value, sources)]))
}

function shape(value: JsonValue, sources: Sources): JsonValue {
  const { exact } = sources
  if (typeof value === 'string') return shapeText(value, sources)
  if (typeof value === 'number') {
    const name = sources.names.get(value)
    if (name !== undefined) return name
    const isKnown = exact || sources.metadataValues.has(value) || findWord(sources.userWords, String(value)) !== -1
    return isKnown &&
      !sources.isVolatile(String(value)) &&
      Math.abs(value) <= Number.MAX_SAFE_INTEGER &&
      /^-?\d+(\.\d+)?$/.test(String(value))
      ? value
      : kind('number')
  }
  if (typeof value === 'boolean') return exact ? value : kind('boolean')
  if (value === null) return null
  if (Array.isArray(value)) {
    if (value.length === 0 && exact) return { equals: [] }
    return value.length === 0 || (value.length > 8 && !exact) ? kind('list') : value.map((each) => shape(each, sources))
  }
  const members = Object.entries(value).map(([key, each]) => [key, shape(each, sources)] as const)
  if (members.length === 0) return exact ? { equals: {} } : kind('object')
  const fields = Object.fromEntries(members)
  return needsFields(Object.keys(fields)) ? { fields } : fields
}

function shapeText(text: string, { names, userWords, metadataValues, isVolatile, exact }: Sources): JsonValue {
  const name = names.get(text)
  if (name !== undefined) return name
  const bare = loosen(text.replace(/^"(.*)"$/s, '$1')).trim()
  const isKnown =
    metadataValues.has(text) || (bare !== '' && findWord(userWords, bare) !== -1) || (exact && !isProse(text))
  if (exact && !isKnown && !text.includes('{{') && !isVolatile(text)) return shapeProse(text)
  if (!isKnown || (text.length > 200 && !exact) || text.includes('{{') || isVolatile(text)) return kind('text')
  return /^\s*[<>]|^\s*\d+(\.\d+)?\s*(ms|s|min|h)\s*$/.test(text) || text === '' ? { equals: text } : text
}

/** Whether a text is prose, which a model words anew in each run. */
function isProse(text: string): boolean {
  return (text.match(/\p{L}{3,}/gu) ?? []).length > 8
}

/** For prose: the figures in it, short numbers where they count something, and roughly its length. */
function shapeProse(text: string): JsonObject {
  const all = findFigures(text)
  const figures = all.filter((figure) => !/^\d{1,3}$/.test(figure))
  const alone = all.filter((figure) => /^\d{3}$/.test(figure))
  const counts = [...new Set([...findCounts(text), ...alone])].map((count) => `/\\b${count}\\b/`)
  const words = measure('words', text) ?? 0
  return {
    ...(figures.length === 0 ? {} : { contains: figures.slice(0, 20) }),
    ...(counts.length === 0 ? {} : { matches: counts.slice(0, 20) }),
    words: { between: [Math.ceil(words / 2), words * 2] },
  }
}

function kind(type: string): JsonObject {
  return { type }
}

/** Names that equal or resemble words of the language would be read as such. */
function needsFields(keys: readonly string[]): boolean {
  const [only] = keys
  if (keys.length === 1 && only !== undefined && meantOperator(only, operators) !== undefined) return true
  return keys.some((key) => operators.includes(key) || looksLikePattern(key))
}
