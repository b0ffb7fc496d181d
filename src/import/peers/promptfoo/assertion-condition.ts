import { isJsonObject, type JsonObject, type JsonValue } from '../../../base/json/json.ts'
import { decideSchema } from '../../../suite/language/matchers/decide-schema.ts'
import { compileSchema } from '../../../suite/language/matchers/json-schema.ts'
import type { YamlNode } from '../../../suite/yaml/node.ts'
import { readYaml } from '../../../suite/yaml/read-yaml.ts'
import { readLiteral, similarTo } from '../draft/conditions.ts'
import type { Condition } from '../draft/draft.ts'
import { memberOf, numberIn, scalarText, scalarTexts, toJson } from '../draft/read-members.ts'

/**
 * The condition on a reply that an assertion makes, ignoring any `not-`; or why there is none. `render` fills
 * in a text.
 */
export function assertionCondition(
  type: string,
  value: YamlNode | undefined,
  render: (text: string) => string,
): Condition | string {
  const text = scalarText(value)
  const [, folded, kind = type] = /^(i)?(contains(?:-any|-all)?)$/.exec(type) ?? []
  const options: JsonObject = folded === undefined ? {} : { 'ignore case': true }
  if (kind === 'contains-any' || kind === 'contains-all') {
    // As promptfoo does: variables come before the split, and a value in quotes may hold commas.
    const listParts = value?.kind === 'list' ? scalarTexts(value).map(render) : splitValues(render(text ?? ''))
    const parts = listParts.filter((part) => part !== '')
    if (parts.length === 0) return 'it has no value'
    if (kind === 'contains-all') return { contains: parts, ...options }
    return { contains: parts.length === 1 ? parts : [{ 'one of': parts }], ...options }
  }
  if (type === 'is-json' || type === 'contains-json') return jsonCondition(value)
  if (type === 'word-count') return wordCount(value)
  if (likenesses.test(type)) return similarTo(scalarTexts(value), render) ?? 'it has no value'
  if (type === 'equals' && value !== undefined && value.kind !== 'scalar') return { json: { equals: toJson(value) } }
  if (!['contains', 'equals', 'starts-with', 'regex'].includes(kind)) return reasonOf(type)
  if (type === 'equals' && text === '') return { empty: true }
  if (text === null || text === '') return 'it has no value'
  if (type === 'equals') return { equals: render(text) }
  if (type === 'starts-with') return { 'starts with': render(text) }
  if (kind === 'contains') return { contains: render(text), ...options }
  const read = readLiteral(text)
  return read.ok ? { matches: render(read.text) } : read.why
}

/** The values of a text between commas; one in double quotes may hold commas itself. */
function splitValues(text: string): string[] {
  const values = text.match(/(?:"[^"]*"|[^,])+/g) ?? []
  return values
    .map((each) => each.trim())
    .map((each) => (/^".*"$/s.test(each) ? each.slice(1, -1).replaceAll('""', '"') : each))
}

/** Assertions of which a text is a list of values. */
export const ofValues = /^(?:not-)?i?contains-(?:any|all)$/

/** Assertions that measure how similar two texts are. */
const likenesses = /^(?:similar(?::\w+)?|rouge-\w+|bleu|gleu|meteor|levenshtein)$/

/** Whether an assertion measures similarity, for which a suite has its own measure and bound. */
export function isLikeness(type: string): boolean {
  return likenesses.test(type)
}

/** A schema is a mapping, or the text of one. */
function jsonCondition(value: YamlNode | undefined): Condition | string {
  const text = scalarText(value)
  const read = text === null || text.includes('{{') ? null : readYaml(text, 'schema')
  const node = read?.ok === true ? read.root : value
  const schema: JsonValue = node === undefined ? null : toJson(node)
  if (schema === null) return { json: { present: true } }
  if (!isJsonObject(schema)) return 'a JSON Schema is a mapping'
  if (decideSchema(schema, false) === true) return { json: { present: true } }
  const compiled = compileSchema(schema)
  return compiled.ok ? { json: { schema } } : `the JSON Schema cannot be used: ${compiled.reason}`
}

function wordCount(value: YamlNode | undefined): Condition | string {
  const [exact, least, most] = [numberIn(value), numberIn(memberOf(value, 'min')), numberIn(memberOf(value, 'max'))]
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

/** Assertions that are code. */
export const codeTypes = /^(?:javascript|python|ruby|webhook)$/

const reasons: readonly (readonly [RegExp, string])[] = [
  [codeTypes, 'code is not run: write it as a check: of your own (docs/language.md)'],
  [/^context-/, 'what was retrieved is no part of a transcript'],
  [
    /^(?:search-rubric|classifier|moderation|guardrails|human)$/,
    'this kind of judge is not known: write judge: and a sentence that is true or not',
  ],
  [/^(?:select-best|max-score)$/, 'answers of several prompts are compared: run compare with two versions'],
  [/^cost$/, 'what an answer cost is not known: of a whole run, max cost: says it'],
  [/^perplexity/, 'how sure a model was of its words is no part of a transcript'],
  [/^latency$/, 'it has no threshold, or asks for slowness'],
  [/^(?:is|contains)-(?:html|sql|xml)$/, 'nothing reads this syntax here: expect words, or write judge:'],
  [/^is-valid-/, 'calls are part of the transcript: expect them with calls:, and their arguments under with:'],
  [/^finish-reason$/, 'why a model stopped is no part of a transcript'],
  [/^trace-/, 'spans are no part of a transcript: expect calls and times'],
  [/^skill-used$/, 'skills are no part of a transcript: expect the calls that they make'],
  [/^promptfoo:redteam:/, 'what attacks find is judged by tableread attack'],
]

/** Why an assertion has no place in a suite. */
export function reasonOf(type: string): string {
  return reasons.find(([pattern]) => pattern.test(type))?.[1] ?? 'this assertion is not known'
}
