import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json/json.ts'
import { mapTexts } from '../../base/json/walk-json.ts'

/** The values for a scripted agent's templates: `values` fill `{…}`, the customer's details fill `${…}`. */
export interface TemplateScope {
  values: JsonObject
  variables: JsonObject
}

const slot = /(?<!\$)\{([A-Za-z0-9_.]+)\}/g

/** Fills a template; a slot without a value stays, so that the mistake shows. @throws TooLarge, as by doubling */
export function fillText(text: string, { values, variables }: TemplateScope): string {
  const filledText = fillSlots(text, slot, (path) => lookUp(values, path))
  return substitute(filledText, variables)
}

/** Fills the slots of a pattern whose group is the name, in one pass; those without a value stay. @throws TooLarge */
export function fillSlots(text: string, slots: RegExp, find: (name: string) => JsonValue | undefined): string {
  let room = mostText - text.length
  return text.replace(slots, (whole, name: string) => {
    const value = find(name)
    const slotText = value === undefined ? whole : asText(value)
    room -= slotText.length
    if (room < 0) throw new TooLarge()
    return slotText
  })
}

/** Fills every text of a JSON value; a text that is a single slot takes the value with its type. */
export function fillJson(value: JsonValue, scope: TemplateScope): JsonValue {
  return mapTexts(value, (text) => {
    const slotValue = valueInSlot(text, scope)
    return slotValue === undefined ? fillText(text, scope) : slotValue
  })
}

/** The value of a text that is nothing but one slot; undefined for any other text, and where nothing gives it. */
export function valueInSlot(text: string, { values, variables }: TemplateScope): JsonValue | undefined {
  const [, path, name] = /^(?:\{([A-Za-z0-9_.]+)\}|\$\{([A-Za-z0-9_]+)\})$/.exec(text) ?? []
  if (path !== undefined) return lookUp(values, path)
  return name !== undefined && Object.hasOwn(variables, name) ? variables[name] : undefined
}

function lookUp(values: JsonObject, path: string): JsonValue | undefined {
  let value: JsonValue | undefined = values
  for (const key of path.split('.')) {
    if (Array.isArray(value)) value = value[Number(key)]
    else value = isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
  }
  return value
}

/**
 * Replaces `${variable}` in one pass (SUB-04): without a value it stays (SUB-02), only own members count (SUB-06),
 * objects become JSON, null becomes empty (SUB-03). @throws TooLarge for a text longer than can be sent
 */
export function substitute(text: string, variables: JsonObject): string {
  if (!text.includes('${')) return text
  return fillSlots(text, /\$\{([A-Za-z0-9_]+)\}/g, (name) =>
    Object.hasOwn(variables, name) ? variables[name] : undefined,
  )
}

function asText(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** The longest text a template may produce, in characters: as long as a request may be. */
const mostText = 1024 * 1024

/** A text or value of an agent would be larger than can be sent. */
export class TooLarge extends Error {
  override name = 'TooLarge'

  constructor() {
    super(`a text of the agent would have more than ${mostText} characters`)
  }
}

/** Runs work that fills templates; returns `otherwise` if one of them became too large. */
export function unlessTooLarge<T>(work: () => T, otherwise: (problem: TooLarge) => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof TooLarge) return otherwise(error)
    throw error
  }
}
