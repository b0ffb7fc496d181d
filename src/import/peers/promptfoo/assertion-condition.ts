import { isJsonObject, type JsonObject, type JsonValue } from '../../../base/json.ts'
import { decideSchema } from '../../../suite/language/decide-schema.ts'
import { compileSchema } from '../../../suite/language/json-schema.ts'
import type { YamlNode } from '../../../suite/yaml/node.ts'
import { readPattern } from '../draft/conditions.ts'
import type { Condition } from '../draft/draft.ts'
import { memberOf, textOf, toJson } from '../draft/read-members.ts'

/**
 * The condition on a reply that an assertion makes, ignoring any `not-`; or why there is none. `render` fills
 * in a text.
 */
export function assertionCondition(
  type: string,
  value: YamlNode | undefined,
  render: (text: string) => string,
): Condition | string {
  const text = textOf(value)
  const [, folded, kind = type] = /^(i)?(contains(?:-any|-all)?)$/.exec(type) ?? []
  const options: JsonObject = folded === undefined ? {} : { 'ignore case': true }
  if (text?.startsWith('file://') === true) return 'what it is held against is in another file'
  if (kind === 'contains-any' || kind === 'contains-all') {
    const parts = (
      value?.kind === 'list'
        ? value.items.map((each) => textOf(each) ?? '')
        : (text ?? '').split(',').map((each) => each.trim())
    )
      .filter((part) => part !== '')
      .map(render)
    if (parts.length === 0) return 'it has no value'
    return {
      contains: kind === 'contains-all' ? parts : [parts.length === 1 ? (parts[0] ?? '') : { 'one of': parts }],
      ...options,
    }
  }
  if (type === 'is-json' || type === 'contains-json') return jsonCondition(value)
  if (type === 'word-count') return wordCount(value)
  if (likenesses.test(type)) {
    const texts = value?.kind === 'list' ? value.items.map((each) => textOf(each) ?? '') : [text ?? '']
    const told = texts.filter((each) => /[\p{L}\p{N}]/u.test(each)).map(render)
    const [only] = told
    return only === undefined ? 'it has no value' : { 'similar to': told.length > 1 ? told : only }
  }
  if (type === 'equals' && value !== undefined && value.kind !== 'scalar') return { json: { equals: toJson(value) } }
  if (!['contains', 'equals', 'starts-with', 'regex'].includes(kind)) return reasonOf(type)
  if (text === null || text === '') return 'it has no value'
  if (type === 'equals') return { equals: render(text) }
  if (type === 'starts-with') return { 'starts with': render(text) }
  if (kind === 'contains') return { contains: render(text), ...options }
  const [, source = text, flags = ''] = /^\/(.*)\/([a-z]*)$/s.exec(text) ?? []
  const read = readPattern(source, flags.replace(/[^ims]/g, ''))
  return read.ok ? { matches: render(read.text) } : read.why
}

/** Assertions that measure how similar two texts are. */
const likenesses = /^(?:similar(?::\w+)?|rouge-\w+|bleu|gleu|meteor|levenshtein)$/

/** Whether an assertion measures similarity, for which a suite has its own measure and bound. */
export function isLikeness(type: string): boolean {
  return likenesses.test(type)
}

function jsonCondition(value: YamlNode | undefined): Condition | string {
  const schema: JsonValue = value === undefined ? null : toJson(value)
  if (schema === null) return { json: { present: true } }
  if (!isJsonObject(schema)) return 'a JSON Schema is a mapping'
  if (decideSchema(schema, false) === true) return { json: { present: true } }
  const compiled = compileSchema(schema)
  return compiled.ok ? { json: { schema } } : `the JSON Schema cannot be used: ${compiled.reason}`
}

function wordCount(value: YamlNode | undefined): Condition | string {
  const number = (node: YamlNode | undefined): number | null =>
    node?.kind === 'scalar' && typeof node.value === 'number' ? node.value : null
  const [exact, least, most] = [number(value), number(memberOf(value, 'min')), number(memberOf(value, 'max'))]
  if (exact !== null) return { words: exact }
  if (least === null && most === null) return 'it has no value'
  if ((least ?? 0) <= 0 && most === null) return 'every reply has as many words'
  if (least !== null && least > 0 && most !== null && least <= most) return { words: { between: [least, most] } }
  return {
    words: {
      ...(least === null || least <= 0 ? {} : { 'at least': least }),
      ...(most === null ? {} : { 'at most': most }),
    },
  }
}

function reasonOf(type: string): string {
  if (/^(?:javascript|python|ruby|webhook)$/.test(type)) return 'code is not run: expect words, calls or times'
  if (/^context-/.test(type)) return 'what was retrieved is no part of a transcript'
  if (/rubric|search|classifier|moderation|guardrails|pi$|select-best|max-score|refusal|goal-success/.test(type))
    return 'this kind of judge is not known: write judge: and a sentence that is true or not'
  if (/cost|perplexity/.test(type)) return 'what an answer cost is not known'
  return 'this assertion is not known'
}
