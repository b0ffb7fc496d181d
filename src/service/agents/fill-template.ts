import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts'
import { asText, substitute } from './substitute.ts'
import { mostText, TooLarge } from './too-large.ts'

/** The names that templates of a scripted agent can use: `values` as `{…}`, the customer's details as `${…}`. */
export interface TemplateScope {
  values: JsonObject
  variables: JsonObject
}

const slot = /(?<!\$)\{([A-Za-z0-9_.]+)\}/g

/**
 * Fills a template; a slot without a value stays as written, so that the mistake shows.
 * @throws TooLarge for a text that would be longer than can be sent, such as one that doubles itself with every turn
 */
export function fillText(text: string, { values, variables }: TemplateScope): string {
  let room = mostText - text.length
  const filled = text.replace(slot, (whole, path: string) => {
    const value = lookUp(values, path)
    const put = value === undefined ? whole : asText(value)
    room -= put.length
    if (room < 0) throw new TooLarge()
    return put
  })
  return substitute(filled, variables)
}

/** Fills every text of a JSON value; a text that consists of a single slot takes the value with its type. */
export function fillJson(value: JsonValue, scope: TemplateScope): JsonValue {
  if (typeof value === 'string') {
    const alone = /^\{([A-Za-z0-9_.]+)\}$/.exec(value)?.[1]
    const found = alone === undefined ? undefined : lookUp(scope.values, alone)
    return found === undefined ? fillText(value, scope) : found
  }
  if (Array.isArray(value)) return value.map((item) => fillJson(item, scope))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, fillJson(member, scope)]))
}

function lookUp(values: JsonObject, path: string): JsonValue | undefined {
  let value: JsonValue | undefined = values
  for (const key of path.split('.')) {
    if (Array.isArray(value)) value = value[Number(key)]
    else value = isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
  }
  return value
}
