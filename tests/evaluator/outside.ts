import { Ajv2020 } from 'ajv/dist/2020.js'
import { Broken, isList, isMap, jsonOf, type Plain } from './plain.ts'

const slashForm = /^\/(.*)\/([imsu]*)$/s

/** Whether a scalar is a pattern where texts are compared, as the docs say it. */
export function isPattern(plain: Plain): plain is string {
  const [, source = '', flags = ''] = (typeof plain === 'string' ? slashForm.exec(plain) : null) ?? []
  if (source === '' || new Set(flags).size < flags.length) return false
  const isPath = source.includes('/') && !/[\\^$*+?()[\]{}|.]/.test(source.replace(/\{\{.*?\}\}/g, ''))
  return flags !== '' || !isPath
}

/** Rejects what looks like a pattern where only a text or a name can stand, at any depth. */
export function refusePatterns(plain: Plain): void {
  if (isPattern(plain)) throw new Broken(`a pattern where none can stand: ${plain}`)
  if (isList(plain)) plain.forEach(refusePatterns)
  if (isMap(plain)) for (const [name, value] of Object.entries(plain)) [name, value].forEach(refusePatterns)
}

/** Rejects a pattern that cannot be parsed, or that matches everything. */
export function checkPattern(plain: Plain): void {
  const [, source] = (typeof plain === 'string' ? slashForm.exec(plain) : null) ?? []
  if (source === undefined) throw new Broken(`no pattern: ${String(plain)}`)
  if (source === '.*') throw new Broken('a pattern that matches everything')
  try {
    compile(String(plain).replace(/\{\{.*?\}\}/g, 'x'), false)
  } catch (error) {
    throw new Broken(String(error))
  }
}

/** Escapes a value, so that its characters stand for themselves in a pattern. */
export const literally = (value: string): string => value.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

const compiled = new Map<string, RegExp>()

/** Whether a text matches a pattern such as `/order \d+/i`. */
export function matchesPattern(text: string, pattern: string, ignoreCase: boolean): boolean {
  const key = `${ignoreCase ? 'i' : ''}${pattern}`
  const expression = compiled.get(key) ?? compile(pattern, ignoreCase)
  if (compiled.size < 5_000) compiled.set(key, expression)
  return expression.test(text)
}

const word = '\\p{L}\\p{M}\\p{Nd}\\p{Nl}\\p{Pc}'
const edge = `(?:(?<=[${word}])(?![${word}])|(?<![${word}])(?=[${word}]))`

/** The same pattern for JavaScript's engine, with words of all alphabets. The suites that are made use no more. */
function compile(pattern: string, ignoreCase: boolean): RegExp {
  const [, source = '', flags = ''] = slashForm.exec(pattern) ?? []
  const wide = source.replace(/\\[bwd]/g, (each) => ({ '\\b': edge, '\\w': `[${word}]` })[each] ?? '\\p{Nd}')
  return new RegExp(wide, `${[...new Set(`${flags}u${ignoreCase ? 'i' : ''}`)].join('')}`)
}

const ajv = new Ajv2020({ strict: false, logger: false })
const formats = ['date', 'date-time', 'time', 'email', 'uri', 'uuid', 'ipv4', 'ipv6', 'hostname', 'duration', 'regex']

/** Rejects an invalid schema, or one with an unknown format. */
export function checkSchema(schema: Plain): void {
  checkFormats(schema)
  if (!ajv.validateSchema(jsonOf(schema) as object)) throw new Broken('no valid schema')
}

function checkFormats(schema: Plain): void {
  if (isList(schema)) schema.forEach(checkFormats)
  if (!isMap(schema)) return
  if (typeof schema.format === 'string' && !formats.includes(schema.format)) throw new Broken(`format ${schema.format}`)
  Object.values(schema).forEach(checkFormats)
}

const schemas = new Map<string, (value: unknown) => boolean>()

/** Whether a value is valid under a JSON Schema. */
export function isValid(value: Plain, schema: Plain): boolean {
  const text = JSON.stringify(jsonOf(schema))
  const check = schemas.get(text) ?? (ajv.compile(JSON.parse(text)) as (value: unknown) => boolean)
  schemas.set(text, check)
  return check(jsonOf(value))
}

const segments = new Intl.Segmenter('en', { granularity: 'word' })
const sentence = new Intl.Segmenter('en', { granularity: 'sentence' })

export const countWords = (text: string): number => [...segments.segment(text)].filter((each) => each.isWordLike).length

/** The dots of titles and other abbreviations that the docs list; they are removed before counting sentences. */
const dotted = /\b(Mr|Mrs|Ms|Dr|Prof|St|e\.g|i\.e|vs|approx)\.(?=[ ])/g
const ofNumber = /^(\s*\d+)\.(?=[ ])/gm

export const countSentences = (text: string): number =>
  [...sentence.segment(text.replace(dotted, '$1').replace(ofNumber, '$1'))].filter((each) =>
    /[\p{L}\p{N}]/u.test(each.segment),
  ).length

const character = new Intl.Segmenter('en', { granularity: 'grapheme' })

export const countCharacters = (text: string): number => [...character.segment(text)].length

/** The time of an ISO 8601 date, which needs a zone if it has a time of day. */
export function readDate(text: Plain): number | null {
  if (typeof text !== 'string') return null
  const [whole, time, zone] = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?$/.exec(text) ?? []
  if (whole === undefined) return null
  const ms = Date.parse(time !== undefined && zone === undefined ? `${text}Z` : text)
  return Number.isNaN(ms) ? null : ms
}

/** A date, or a time relative to the service's clock: `now`, `now + 36 h`, `now - 2 d`, `today + 3 d`. */
export function readMoment(text: Plain, now: number): number | null {
  const [, ahead] = (typeof text === 'string' && /^today \+ (\d+) d$/.exec(text)) || []
  if (ahead !== undefined) return Date.parse(new Date(now).toISOString().slice(0, 10)) + Number(ahead) * 86_400_000
  const [, sign, count, unit = ''] =
    (typeof text === 'string' && /^now(?: ([+-]) (\d+) (s|min|h|d))?$/.exec(text)) || []
  if (typeof text !== 'string' || !text.startsWith('now')) return readDate(text)
  const ms = Number(count ?? 0) * ({ s: 1000, min: 60_000, h: 3_600_000, d: 86_400_000 }[unit] ?? 0)
  return sign === '-' ? now - ms : now + ms
}

/** A pattern as suites write it, whose groups can be read. Digits and letters are those of all alphabets. */
export function patternOf(text: string): RegExp {
  const [, source = '', flags = ''] = /^\/(.+)\/([a-z]*)$/s.exec(text) ?? []
  const all = source.replaceAll('\\d', '\\p{Nd}').replaceAll('\\w', '[\\p{L}\\p{M}\\p{N}_]')
  return new RegExp(all, `${flags.replace('u', '')}u`)
}
