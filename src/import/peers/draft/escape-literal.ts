import type { JsonObject, JsonValue } from '../../../base/json/json.ts'
import { mapTexts } from '../../../base/json/walk-json.ts'

/** What the language would read as a variable, and unclosed braces before a long text, which are slow to scan. */
const braces = /\{\{[^{}]*\}\}|\{\{(?=[^{}]{200})/g

/** Escapes a text for a suite: opening braces come from a variable, which is added to `variables`. */
export function escapeLiteral(text: string, variables: JsonObject): string {
  return text.replace(braces, (match) => {
    const variable = Object.keys(variables).find((name) => variables[name] === '{{' && /^braces_\d+$/.test(name))
    return `{{${variable ?? nameBraces(variables)}}}${match.slice(2)}`
  })
}

/** A text with what a pattern finds replaced; what stands between stays literal. */
export function replaceBetween(
  text: string,
  pattern: RegExp,
  variables: JsonObject,
  replace: (found: RegExpExecArray) => string,
): string {
  let [output, done] = ['', 0]
  for (const match of text.matchAll(pattern)) {
    output += escapeLiteral(text.slice(done, match.index), variables) + replace(match)
    done = match.index + match[0].length
  }
  return output + escapeLiteral(text.slice(done), variables)
}

export function escapeLiterals(value: JsonValue, variables: JsonObject): JsonValue {
  return mapTexts(value, (text) => escapeLiteral(text, variables), spaceBraces)
}

/** For texts where nothing is filled in, such as a name: a space keeps braces from reading as a variable. */
export function spaceBraces(text: string): string {
  return text.replace(braces, (match) => `{ ${match.slice(1)}`)
}

function nameBraces(variables: JsonObject): string {
  let number = 1
  while (Object.hasOwn(variables, `braces_${number}`)) number += 1
  variables[`braces_${number}`] = '{{'
  return `braces_${number}`
}
