import type { JsonObject, JsonValue } from '../../base/json/json.ts'
import { isExactNumber, parseIfJson } from '../../base/json/json-text.ts'
import { didYouMean } from '../../base/text/suggest.ts'
import { listKnown } from '../../base/text/wording.ts'
import { coversTool } from '../language/expectations/tool-pattern.ts'
import { namesIn } from '../language/matchers/fill-text.ts'
import type { Matcher } from '../language/matchers/matcher.ts'
import { type Clash, clashesIn } from '../language/matchers/schema-clash.ts'
import type { Place } from '../yaml/place.ts'
import type { Problem } from '../yaml/problem.ts'
import { isFixedName, type NamedCall } from './named-calls.ts'
import type { Reach } from './reach.ts'

/**
 * Warns of a value that no call can have, since the parameters of every version rule out its type or list others. What
 * is forbidden may be what they do not list, so there only the type counts.
 */
export function findImpossible({ call, use }: NamedCall, { takes }: Reach): Omit<Problem, 'file'>[] {
  const tools = isFixedName(call.name) ? [...takes].filter(([tool]) => coversTool(call.name, tool)) : []
  const schemas = tools.flatMap(([, { parameters = [] }]) => parameters)
  return [call.with, call.exactly, call.arguments].flatMap((matcher) =>
    (matcher === undefined ? [] : valuesIn(matcher)).flatMap(({ path, value, at, isDenied }) => {
      const isIdle = use === 'never' || isDenied
      const clashOf = (own: JsonValue, schema: JsonObject): Clash | undefined =>
        clashesIn(nest(path, own), schema, { root: schema, hasValues: true }, '').find(
          ({ keyword = '' }) => keyword === 'type' || (!isIdle && /^(?:enum|const)$/.test(keyword)),
        )
      const clashes = schemas.flatMap((schema) => clashOf(value, schema) ?? [])
      const [clash] = clashes
      const isOpen = clashes.length < schemas.length || tools.some(([, { parameters = [] }]) => parameters.length === 0)
      if (clash === undefined || isOpen) return []
      const so = isDenied ? ', so it never matters' : use === 'never' ? ', so this forbids nothing' : ''
      const message = `no call of ${call.name} is like this: its parameters want ${clash.expected} as ${clash.path}, but here is ${kindOf(clash.value)}${so}`
      const instead = spellings(value).find((each) => schemas.some((schema) => clashOf(each, schema) === undefined))
      const hint = instead === undefined ? hintOf(clash) : `${kindOf(instead)} stands ${howWritten(instead)}`
      return [{ code: 'wrong-type', severity: 'warning', at, message, hint }]
    }),
  )
}

function hintOf({ value, allowed }: Clash): string {
  if (allowed === undefined) return 'write what the agent would send'
  const texts = allowed.map(String)
  return didYouMean(String(value), texts) ?? listKnown(texts)
}

/** Never the value itself, which may be that of a variable, and secret. */
function kindOf(value: JsonValue): string {
  if (typeof value === 'object') return Array.isArray(value) ? 'a list' : 'an object'
  return typeof value === 'string' ? 'a text' : `a ${typeof value}`
}

const howWritten = (value: JsonValue): string =>
  Array.isArray(value) ? 'in brackets' : typeof value === 'string' ? 'in quotes' : 'without quotes'

/** What may be meant by a value of another type: its text, what its text says, and a list of it. */
function spellings(value: JsonValue): JsonValue[] {
  if (typeof value === 'object') return Array.isArray(value) && value.length === 1 ? [value[0] ?? null] : []
  return [...(typeof value === 'string' ? [parseIfJson(value) ?? value] : [String(value)]), [value]]
}

const nest = (path: readonly string[], value: JsonValue): JsonValue =>
  path.reduceRight((inner, key) => ({ [key]: inner }), value)

interface ExactValue {
  path: readonly string[]
  value: JsonValue
  at: Place
  /** Whether any other value will do. */
  isDenied: boolean
}

/** The values that arguments have to equal, as far as they are known before a call; null may stand for none. */
function valuesIn(matcher: Matcher, path: readonly string[] = [], isDenied = false): ExactValue[] {
  switch (matcher.kind) {
    case 'equals': {
      const { value, written, at } = matcher
      const isText = typeof value === 'string'
      const isOpen = value === null || (isText ? /^-?\d/.test(value) && !isExactNumber(value) : written !== undefined)
      return isOpen || namesIn(value).length > 0 ? [] : [{ path, value, at, isDenied }]
    }
    case 'fields':
      return matcher.fields.flatMap(({ key, matcher: of }) => valuesIn(of, [...path, key], isDenied))
    case 'not':
      return valuesIn(matcher.of, path, !isDenied)
    case 'none':
      return matcher.of.flatMap((of) => valuesIn(of, path, !isDenied))
    case 'all':
      return matcher.of.flatMap((of) => valuesIn(of, path, isDenied))
    default:
      return []
  }
}
