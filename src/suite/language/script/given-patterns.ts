import type { JsonObject } from '../../../base/json/json.ts'
import { visitJson } from '../../../base/json/walk-json.ts'
import type { Place } from '../../yaml/place.ts'
import { type Reading, refuse } from '../../yaml/shape.ts'
import { aloneIn } from '../matchers/fill-text.ts'
import type { Matcher } from '../matchers/matcher.ts'
import { looksLikePattern } from '../matchers/text-or-pattern.ts'
import { isMatcher } from './fill-variables.ts'

/**
 * Refuses a variable that the suite itself gives a pattern as its value, where it is compared: values are texts, so what
 * it rules out would never be found. `at` is the place of the value, where that is not beside the expectation.
 */
export function refuseGivenPatterns(data: unknown, values: JsonObject, reading: Reading, at?: Place): void {
  const names = Object.keys(values).filter((name) => typeof values[name] === 'string' && looksLikePattern(values[name]))
  if (names.length === 0) return
  visitJson(data, (each) => {
    if (typeof each !== 'object' || each === null || !isMatcher(each)) return true
    const name = textsOf(each)
      .map(aloneIn)
      .find((one) => one !== undefined && names.includes(one))
    if (name === undefined) return true
    const message = `{{${name}}} is ${values[name]}, and a value is compared as a text, never as a pattern`
    const hint = `write the pattern where it is compared, or matches: "/^{{${name}}}$/" for that very text`
    refuse(reading, 'bad-pattern', at ?? each.at, message, hint)
    return true
  })
}

function textsOf(matcher: Matcher): string[] {
  if (matcher.kind === 'matches') return matcher.patterns.map(({ pattern }) => pattern.source)
  const text = matcher.kind === 'equals' ? matcher.value : 'text' in matcher ? matcher.text : null
  return typeof text === 'string' ? [text] : []
}
