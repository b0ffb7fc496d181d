import { isJsonObject, type JsonObject, type JsonValue, setMember } from '../../base/json/json.ts'
import { leavesOf } from '../transcript/values-in-text.ts'
import type { AgentSketch, SketchedTool, ToolSample, ValuePool } from './agent-sketch.ts'
import { isCode } from './user-message.ts'

/** Gathers these values: what a tool takes without an error before what others give. */
export function poolValues({ tools }: AgentSketch): ValuePool {
  const pool = new Map<string, (string | number)[]>()
  const samples = tools.flatMap((tool) => tool.samples).filter(({ isError }) => !isError)
  for (const value of [...samples.map((each): JsonValue => each.with), ...samples.map(({ output }) => output)])
    for (const leaf of leavesOf(value)) {
      const name = leaf.path.findLast((each) => typeof each === 'string')
      if (typeof name === 'string') pool.set(name, [...(pool.get(name) ?? []), leaf.value as string | number])
    }
  return pool
}

function requiredOf({ properties, required }: JsonObject): [name: string, schema: JsonObject][] {
  const propertySchemas = isJsonObject(properties) ? properties : {}
  return (Array.isArray(required) ? required : []).flatMap((name): [string, JsonObject][] => {
    if (typeof name !== 'string') return []
    const schema = Object.hasOwn(propertySchemas, name) ? propertySchemas[name] : undefined
    return [[name, isJsonObject(schema) ? schema : {}]]
  })
}

/** The same of a tool whose parameters nobody wrote down: what its double looks at. */
export function neededBy({ parameters, samples }: SketchedTool): [name: string, schema: JsonObject][] {
  if (isJsonObject(parameters.properties)) return requiredOf(parameters)
  const sample = samples.find(({ isError }) => !isError)
  return Object.keys(sample?.with ?? {}).map((name) => [name, {}])
}

export function samplesFor({ samples }: SketchedTool, ending: string): ToolSample[] {
  if (ending === 'succeeds') return samples.filter((each) => !each.isError)
  return samples.filter((each) => each.isError && Object.keys(each.with).length > 0 === (ending === 'fails'))
}

const mostVariants = 4

/** In how many ways to try an ending: one for each case of the double, and for each word of a short list of a parameter. */
export function countVariants(tool: SketchedTool, ending: string): number {
  if (ending === 'finds nothing') return 1
  const own = samplesFor(tool, ending)
  const lists = neededBy(tool).map(([name, schema]) => (own[0]?.with[name] === undefined ? wordsOf(schema).length : 1))
  return Math.min(mostVariants, Math.max(1, own.length, ...(ending === 'succeeds' ? lists : [])))
}

const wordsOf = ({ enum: words }: JsonObject): JsonValue[] =>
  Array.isArray(words) ? words.filter((word) => word !== null) : []

/** `variant` counts from 0 and takes another case, and another word of each list. */
export function sampleArguments(
  tool: SketchedTool,
  ending: string,
  pool: ValuePool,
  variant = 0,
): { args: JsonObject; missing: string[]; strangers: string[] } {
  const own = samplesFor(tool, ending)
  const args: JsonObject = { ...own[variant % Math.max(1, own.length)]?.with }
  const samples = tool.samples.filter(({ isError }) => !isError)
  const needed = neededBy(tool).filter(([name]) => !Object.hasOwn(args, name))
  const triples = needed.map(([name, schema]): [string, JsonObject, JsonValue | undefined] => {
    const words = wordsOf(schema)
    const value =
      samples.find((each) => Object.hasOwn(each.with, name))?.with[name] ??
      (variant > 0 && words.length > 0 ? words[variant % words.length] : undefined) ??
      fromSchema(schema, name) ??
      pool.get(name)?.[0]
    return [name, schema, value]
  })
  const strangers = ending === 'finds nothing' ? strangersAmong(triples, tool) : []
  for (const [name, schema, value] of triples) {
    if (value === undefined) continue
    setMember(args, name, strangers.includes(name) ? (unheardOf(value, schema, name) ?? value) : value)
  }
  const missing = triples.filter(([, , value]) => value === undefined).map(([name]) => name)
  return { args: args, missing, strangers }
}

/** All of a tool whose double has its cases, else names, texts, dates: an agent would send back a strange time. */
function strangersAmong(
  members: readonly [name: string, schema: JsonObject, value: JsonValue | undefined][],
  { samples }: SketchedTool,
): string[] {
  const open = members.filter(
    ([name, schema, value]) => value !== undefined && unheardOf(value, schema, name) !== undefined,
  )
  const names = (all: typeof open): string[] => all.map(([name]) => name)
  if (samples.length > 0) return names(open)
  const codes = open.filter(([name]) => isCode(name))
  const texts = open.filter(([, , value]) => typeof value === 'string' && !/^\d{4}-\d\d-\d\d|^\d\d?:\d\d/.test(value))
  return names([codes, texts, open].find((each) => each.length > 0) ?? [])
}

const birth = /birth|(?<![a-z])dob(?![a-z])|geburt|geboren|naiss|nacim/i

/** The same form with other digits, so that nobody knows it: 1042 becomes 5486; undefined where only some values are allowed. */
function unheardOf(value: JsonValue, schema: JsonObject, name: string): JsonValue | undefined {
  if (schema.enum !== undefined || typeof value === 'boolean') return undefined
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const year = /^\d{4}(?=-\d\d-\d\d)/.exec(String(value))?.[0]
  if (year !== undefined) return String(value).replace(year, year < '2020' || birth.test(name) ? '1931' : '2039')
  if (/^\d\d?:\d\d/.test(String(value))) return undefined
  const text = String(value)
    .replace(/\d/g, (digit) => String((Number(digit) + 4) % 10))
    .replace(/^0/, '7')
  if (typeof value === 'number') return Number(text)
  return text === value ? 'Zzyzx' : text
}

const deepest = 4

function fromSchema(schema: JsonObject, name: string, depth = 0): JsonValue | undefined {
  const { const: only, default: usual, description, enum: words, examples, example, format, items, type } = schema
  const exampleValues = [only, Array.isArray(examples) ? examples[0] : undefined, example, usual]
  const firstWord = Array.isArray(words) ? words[0] : undefined
  const value = exampleValues.find((each) => each !== undefined && each !== null) ?? firstWord
  if (value !== undefined) return value
  const quoted = typeof description === 'string' ? exampleIn(description) : undefined
  if (type === 'integer' || type === 'number') return Number(quoted ?? schema.minimum ?? 2)
  if (type === 'boolean') return true
  if (depth < deepest && type === 'array') {
    const item = isJsonObject(items) ? fromSchema(items, name, depth + 1) : undefined
    return item === undefined
      ? undefined
      : Array<JsonValue>(Math.min(9, Math.max(1, Number(schema.minItems) || 1))).fill(item)
  }
  if (depth < deepest && type === 'object') {
    const members = requiredOf(schema).map(([inner, each]) => [inner, fromSchema(each, inner, depth + 1)] as const)
    return members.some(([, each]) => each === undefined) ? undefined : (Object.fromEntries(members) as JsonObject)
  }
  const born = format === 'date' && birth.test(name) ? '1985-03-14' : undefined
  const formed = born ?? (typeof format === 'string' ? formats[format] : undefined)
  return quoted ?? formed ?? (typeof schema.pattern === 'string' ? fromPattern(schema.pattern) : undefined)
}

const formats: Readonly<Record<string, string>> = {
  date: '2030-05-14',
  'date-time': '2030-05-14T10:00:00Z',
  time: '10:00',
  email: 'asha@example.com',
  uri: 'https://example.com/',
  uuid: '3f2b8c1e-5a4d-4e6f-9b7a-1c2d3e4f5a6b',
}

/** The value that a description names: `such as '#W0001'`, `e.g. JFK`, `zum Beispiel KT1001`. */
function exampleIn(description: string): string | undefined {
  const examplePattern =
    /(?:such as|e\.g\.,?|for example|zum Beispiel|z\. ?B\.|par exemple|p\. ?ex\.|por ejemplo|p\. ?ej\.)\s+['"“„‘]?([^\s'"“”’,;)]+)/i
  return examplePattern.exec(description)?.[1]?.replace(/[.?!:]+$/, '')
}

const simple = /\\d|\[([^\]\\^]+)\]|([\w-])/
const part = new RegExp(`(?:${simple.source})(?:\\{(\\d+)(?:,\\d*)?\\}|[+*?])?`, 'g')

const longest = 200

/** A text of a simple pattern: `^[A-Z]{2}\d{4}$` is AA1234; undefined for any other. */
function fromPattern(pattern: string): string | undefined {
  const body = pattern.replace(/^\^|\$$/g, '')
  if (body.length > longest || body.replace(part, '') !== '') return undefined
  let digit = 0
  return body.replace(part, (whole, among: string | undefined, letter: string | undefined, times?: string) => {
    if (whole.endsWith('?') || whole.endsWith('*')) return ''
    const next = (): string => {
      if (letter !== undefined) return letter
      if (among === undefined || /^0-9/.test(among)) return String((digit++ % 9) + 1)
      return among.charAt(0)
    }
    return Array.from({ length: Number(times ?? 1) }, next).join('')
  })
}
