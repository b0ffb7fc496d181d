import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json/json.ts'
import { parseExactJson, parseIfJson } from '../../base/json/json-text.ts'
import { mapTexts } from '../../base/json/walk-json.ts'
import { compileSchema } from '../../suite/language/matchers/json-schema.ts'
import { fillJson, type TemplateScope, valueInSlot } from './fill-template.ts'

/** Fills arguments; a lone slot takes the form that the parameters want, if it can: "3" as an integer, 3 as text. */
export function fillArguments(
  argumentTemplate: JsonObject,
  scope: TemplateScope,
  parameters: JsonObject = {},
): JsonObject {
  let open = 0
  const fill = (inOtherForm: ReadonlySet<number>): JsonObject => {
    open = 0
    return mapTexts(argumentTemplate, (text) => {
      const value = valueInSlot(text, scope)
      const other = value === undefined ? undefined : otherForm(value)
      if (value === undefined || other === undefined) return fillJson(text, scope)
      open += 1
      return inOtherForm.has(open) ? other : value
    }) as JsonObject
  }
  let best = { given: fill(new Set()), changed: new Set<number>() }
  const isBare = Object.keys(parameters).every((key) => key === 'type')
  if (open === 0 || isBare || Object.entries(best.given).every((each) => isOfItsType(each, parameters)))
    return best.given
  const schema = compileSchema(parameters)
  if (!schema.ok) return best.given
  let broken = schema.violations(best.given).length
  for (let at = 1; at <= open && broken > 0; at += 1) {
    const changed = new Set([...best.changed, at])
    const args = fill(changed)
    const now = schema.violations(args).length
    if (now < broken) [best, broken] = [{ given: args, changed }, now]
  }
  return best.given
}

/** Whether an argument has the one type that is asked of it: most calls need no library of schemas. */
function isOfItsType([name, value]: [string, JsonValue], { properties }: JsonObject): boolean {
  const schema = isJsonObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined
  return isJsonObject(schema) && typeof value !== 'object' && schema.type === typeof value
}

/** A value that a text stands for as JSON, or the text that stands for a number or a boolean. */
function otherForm(value: JsonValue): JsonValue | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const read = typeof value === 'string' ? parseIfJson(value, parseExactJson) : undefined
  return typeof read === 'string' ? undefined : read
}
