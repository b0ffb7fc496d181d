import type { JsonObject } from '../base/json.ts'

/** What the language takes for a variable; and braces that are never closed before much text, in which it would search for long. */
const braces = /\{\{[^{}]*\}\}|\{\{(?=[^{}]{200})/g

/**
 * A text that stands for itself in a suite: what it has in double braces, which would be a variable, becomes one whose
 * value is what was written. `variables` are those of the conversation; new ones are put there.
 */
export function keepLiteral(text: string, variables: JsonObject): string {
  return text.replace(braces, (found) => {
    const known = Object.keys(variables).find((name) => variables[name] === found && /^braces_\d+$/.test(name))
    return `{{${known ?? nameBraces(found, variables)}}}`
  })
}

function nameBraces(found: string, variables: JsonObject): string {
  let number = 1
  while (Object.hasOwn(variables, `braces_${number}`)) number += 1
  variables[`braces_${number}`] = found
  return `braces_${number}`
}
