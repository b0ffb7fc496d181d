import { isJsonObject, type JsonObject, type JsonValue } from '../../src/base/json/json.ts'

/** A place in the language where a text can stand, and a suite with a given text there. */
export interface TextPlace {
  path: string
  suite: (text: JsonValue) => JsonValue
}

/** Members to add next to others that would not make a valid suite by themselves. */
const beside: Record<string, JsonObject> = {
  'a suite': { suite: 'S', agent: 'desk', variables: { v: 'word' }, conversations: [] },
  conversation: { name: 'n', turns: [] },
  turn: {},
  aside: {},
  user: { wants: 'it', 'done when': { calls: ['refund'] } },
  goal: { calls: ['refund'] },
}
const reply: JsonObject = { user: 'hi', expect: { reply: { contains: 'it' } } }
const spoken: Record<string, JsonObject> = { turn: reply, aside: { user: 'hi' } }
const turnLists: Record<string, string> = {
  ...{ turns: 'turn', before: 'aside', after: 'aside' },
  ...{ 'simulated user': 'user', 'done when': 'goal', history: 'given' },
}
const speakers = ['user', 'agent starts', 'send', 'call', 'workflow call', 'delete call', 'advance clock', 'wait']

/**
 * Every place in a schema where a text can stand: each value, and each free name of a mapping. Definitions
 * are walked once.
 */
export function textPlaces(root: JsonObject): TextPlace[] {
  const definitions = root.$defs as Record<string, JsonObject>
  const places: TextPlace[] = []
  const walked = new Set<string>()
  const leaf = (path: string, wrap: Wrap): void => {
    if (!places.some((place) => place.path === path)) places.push({ path, suite: wrap })
  }
  const walk = (schema: JsonObject, path: string, wrap: Wrap, name: string): void => {
    if (typeof schema.$ref === 'string') {
      const definition = schema.$ref.replace('#/$defs/', '')
      if (walked.has(definition)) {
        leaf(path, wrap)
        return
      }
      walked.add(definition)
      walk(definitions[definition] ?? {}, path, wrap, definition)
      return
    }
    if (Array.isArray(schema.anyOf)) for (const each of schema.anyOf) walk(each as JsonObject, path, wrap, name)
    else if (schema.type === 'array')
      walk(
        schema.items as JsonObject,
        `${path}[]`,
        (value) => wrap(schema.minItems === 2 ? [value, value] : [value]),
        name,
      )
    else if (schema.type === 'object') walkObject(schema, path, wrap, name)
    else leaf(path, wrap)
    if (Object.keys(schema).every((key) => key === 'description'))
      walkObject({ additionalProperties: {} }, path, wrap, name)
  }
  const walkObject = (schema: JsonObject, path: string, wrap: Wrap, name: string): void => {
    const frame = beside[name] ?? {}
    for (const [key, inner] of Object.entries((schema.properties ?? {}) as Record<string, JsonObject>)) {
      const speaks = speakers.includes(key) ? {} : (spoken[name] ?? {})
      walk(
        inner,
        `${path} > ${key}`,
        (value) =>
          wrap({
            ...minimal(schema, key),
            ...frame,
            ...speaks,
            ...(name === 'given' && key === 'agentName' ? { agent: 'hi' } : {}),
            ...(name === 'given' && key === 'capture' ? { user: 'hi' } : {}),
            ...(key === 'seeds' && name === 'conversation' ? { 'simulated user': beside.user } : {}),
            ...(key === 'within' && path.endsWith('session') ? { status: 'active' } : {}),
            [key]: value,
          }),
        turnLists[key] ?? '',
      )
    }
    const free = schema.additionalProperties ?? (schema.properties === undefined ? {} : false)
    if (!isJsonObject(free)) return
    const needed: JsonObject = / (?:workflow|delete) call$/.test(path) ? { workflow: 'w' } : {}
    for (const member of ['a', 'at'])
      walk(
        { ...free, type: free.type ?? 'string' },
        `${path} > (${member})`,
        (value) => wrap({ ...needed, [member]: value }),
        '',
      )
    if (Object.keys(free).length > 0) walk(free, `${path} > (any)`, (value) => wrap({ ...needed, any_name: value }), '')
    places.push({
      path: `${path} > (name)`,
      suite: (text) => wrap({ ...needed, [String(text)]: path.endsWith('capture') ? 'reply' : sample(free) }),
    })
  }
  const minimal = (schema: JsonObject, except: string): JsonObject => {
    const needed = ((schema.required ?? []) as string[]).filter((key) => key !== except)
    const properties = schema.properties as Record<string, JsonObject>
    return Object.fromEntries(needed.map((key) => [key, sample(properties[key] ?? {})]))
  }
  const sample = (schema: JsonObject): JsonValue => {
    if (typeof schema.$ref === 'string') {
      const definition = schema.$ref.replace('#/$defs/', '')
      return definition === 'turn' ? reply : 'text'
    }
    if (Array.isArray(schema.anyOf)) return sample(schema.anyOf[0] as JsonObject)
    if (schema.type === 'array') return [sample(schema.items as JsonObject)]
    if (schema.type === 'object') return minimal(schema, '')
    if (schema.type === 'integer' || schema.type === 'number') return 1
    if (schema.type === 'boolean') return true
    return typeof schema.pattern === 'string' ? '3 s' : 'text'
  }
  walk(root, 'suite', settle, 'a suite')
  return places
}

type Wrap = (value: JsonValue) => JsonValue

/** A history ends with what the agent said. */
function answered({ history }: JsonObject): JsonObject {
  return Array.isArray(history) ? { history: [...history, { agent: 'well' }] } : {}
}

/** Completes a value: a suite needs a conversation, a conversation needs turns and an expectation. */
function settle(value: JsonValue): JsonValue {
  if (!isJsonObject(value)) return value
  const templateMap = isJsonObject(value.templates) ? value.templates : { text: [reply] }
  const templates = Object.fromEntries(
    Object.entries(templateMap).map(([name, turns]) => [name, Array.isArray(turns) ? [reply, ...turns] : turns]),
  )
  const conversations = (Array.isArray(value.conversations) ? value.conversations : []).map((each) =>
    isJsonObject(each)
      ? {
          ...each,
          ...answered(each),
          turns: [reply, ...(Array.isArray(each.turns) ? each.turns : [each.turns ?? reply])],
        }
      : each,
  )
  const [template = ''] = Object.keys(templates)
  const rest = conversations.length === 0 ? [{ name: 'n', turns: [reply], template }] : conversations
  return { repeat: { times: 2 }, ...value, templates, conversations: rest }
}
