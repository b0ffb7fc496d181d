import { isJsonObject, type JsonObject, type JsonValue } from '../../src/base/json/json.ts'
import { suiteSchema } from '../../src/suite/language/script/script.ts'

/** One mapping of the language, whose keys are documented together. */
export interface Section {
  name: string
  title: string
  about: string
  /** The schema of the mapping, with `properties`. */
  schema: JsonObject
  /** The keys that this section documents; a reply leaves the operators to the matchers. */
  keys: string[]
}

const root = suiteSchema()

function at(...path: (string | number)[]): JsonObject {
  let node: JsonValue | undefined = root
  for (const step of path) node = (node as Record<string | number, JsonValue> | undefined)?.[step]
  if (!isJsonObject(node)) throw new Error(`the schema has nothing at ${path.join(' > ')}`)
  return node
}

/** The alternative of an `anyOf` that is a mapping with known keys. */
function mapping(schema: JsonObject): JsonObject {
  const alternative = (schema.anyOf as JsonObject[]).find((each) => isJsonObject(each.properties))
  if (alternative === undefined) throw new Error('no alternative is a mapping')
  return alternative
}

const keysOf = (schema: JsonObject): string[] => Object.keys(schema.properties as JsonObject)

function section(name: string, title: string, about: string, schema: JsonObject, without: string[] = []): Section {
  return { name, title, about, schema, keys: keysOf(schema).filter((key) => !without.includes(key)) }
}

const expectation = ['$defs', 'turn', 'properties', 'expect', 'properties'] as const
const latency = mapping(at(...expectation, 'latency'))
const matcher = mapping(at('$defs', 'matcher'))

const user = at('$defs', 'conversation', 'properties', 'simulated user')
const userKeys = user.properties as JsonObject

/** The mapping below a tool's name, which is one level deeper than any other. */
function callDetails(): JsonObject {
  const alternative = (at('$defs', 'call').anyOf as JsonObject[]).find((each) =>
    isJsonObject(each.additionalProperties),
  )
  return mapping(alternative?.additionalProperties as JsonObject)
}

const historySchema = at('$defs', 'conversation', 'properties', 'history', 'anyOf', 0)

/** The mapping below the tool of a call in a history. */
function calledBefore(): JsonObject {
  const { call } = (historySchema.items as JsonObject).properties as JsonObject
  return (call as JsonObject).additionalProperties as JsonObject
}

/** Every mapping of the language, in page order. */
export const sections: Section[] = [
  section('suite', 'Suite', 'The top of a file.', root),
  section('conversation', 'Conversation', 'An item of `conversations`.', at('$defs', 'conversation')),
  section('customer', 'Customer', 'Below `customer`.', at('properties', 'customer')),
  section('repeat', 'Repeat', 'Below `repeat`.', at('properties', 'repeat')),
  section(
    'expected fail',
    'Expected fail',
    'Below `expected fail`.',
    at('$defs', 'conversation', 'properties', 'expected fail'),
  ),
  section(
    'rows',
    'Rows from a file',
    'Below `parameters`.',
    at('$defs', 'conversation', 'properties', 'parameters', 'anyOf', '1'),
  ),
  section(
    'history',
    'History',
    'An item of `history`; it has exactly one of `user`, `agent` and `call`. See [histories](histories.md).',
    historySchema.items as JsonObject,
  ),
  section('history call', 'Call of a history', 'Below the name of a tool.', mapping(calledBefore())),
  section(
    'history file',
    'History from a file',
    'Below `history`.',
    at('$defs', 'conversation', 'properties', 'history', 'anyOf', 1),
  ),
  section('masking', 'Masking', 'Below `masking`.', at('properties', 'masking')),
  section(
    'laws',
    'Laws',
    'Below `laws`: each key takes the reason why the law does not hold; `grounded` takes `on` where it does.',
    at('properties', 'laws'),
  ),
  section(
    'turn',
    'Turn and step',
    'An item of `turns`, `before`, `after` or of a template. It has exactly one of `user`, `agent starts` or a step.',
    at('$defs', 'turn'),
  ),
  section(
    'expectation',
    'Expectation',
    'Below `expect`, `requires` and `every turn`.',
    at('$defs', 'turn', 'properties', 'expect'),
  ),
  section('latency', 'Latency', 'Below `latency`; a bare time limits the turn.', latency),
  section(
    'latency limit',
    'Latency limit',
    'Below `turn`, `reply` and `tool` of a latency, and below the name of a tool; a bare time is `each`.',
    mapping((latency.properties as JsonObject).turn as JsonObject),
  ),
  section(
    'reply',
    'Reply',
    'Below `reply`, beside every operator of a [matcher](#matcher), which is held against the text.',
    mapping(at('$defs', 'reply')),
    keysOf(matcher),
  ),
  section(
    'matcher',
    'Matcher',
    'Wherever a value is judged. A bare value equals; in JSON a mapping without operators means these members.',
    matcher,
  ),
  section(
    'likeness',
    'Likeness',
    'Below `similar to`; a text or a list of texts alone has the default bound.',
    mapping((matcher.properties as JsonObject)['similar to'] as JsonObject),
  ),
  section(
    'calls',
    'Calls',
    'Below `calls`, and below `pre`, `during` and `post` in it.',
    mapping(at('$defs', 'calls')),
  ),
  section('call', 'Call', 'Below the name of a tool.', callDetails()),
  section(
    'criterion',
    'Criterion',
    'Below `judge`, alone or as an item of a list; a sentence alone is `criterion`. `requires` takes none.',
    mapping(at('$defs', 'judge', 'anyOf', 0)),
  ),
  section(
    'simulated user',
    'Simulated user',
    'Below `simulated user`: see [simulated users](simulated-users.md).',
    user,
  ),
  section('answer', 'Answer', 'An item of `answers`.', (userKeys.answers as JsonObject).items as JsonObject),
  section('style', 'Style', 'Below `style`; a text alone is for a model.', mapping(userKeys.style as JsonObject)),
  section('done when', 'Done when', 'Below `done when`; at least one of these.', userKeys['done when'] as JsonObject),
  section('snapshots', 'Snapshots', 'Below `snapshots`.', at('properties', 'snapshots')),
  section('session', 'Session', 'Below `session`.', at('$defs', 'conversation', 'properties', 'session')),
]

/**
 * Mappings are identified by their keys, because the schema repeats them. `requires` is an expectation
 * without `judge` and `check`.
 */
export function identity({ properties }: JsonObject): string {
  return Object.keys(properties as JsonObject)
    .filter((key) => key !== 'judge' && key !== 'check')
    .join('|')
}

/** The section that documents a mapping of the schema. */
export function sectionOf(schema: JsonObject): Section | undefined {
  return sections.find((section) => identity(section.schema) === identity(schema))
}
