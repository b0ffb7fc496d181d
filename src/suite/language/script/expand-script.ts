import { hashJson } from '../../../base/json/hash-json.ts'
import type { JsonValue } from '../../../base/json/json.ts'
import { redactKeys } from '../../../base/secrets/secret-keys.ts'
import { isBlank } from '../../../base/text/characters.ts'
import { askMeant, suggest } from '../../../base/text/suggest.ts'
import type { WithPlace } from '../../yaml/place.ts'
import { type Reading, refuse } from '../../yaml/shape.ts'
import { fillText, namesIn } from '../matchers/fill-text.ts'
import type { Conversation } from './conversation.ts'
import { isGivenName } from './given-values.ts'
import type { Script } from './script.ts'
import { useTemplates } from './use-templates.ts'
import { mergeVariables, resolveVariables, type Variables } from './variable-values.ts'

/** Templates become turns, parameters one conversation per row, and names get their variables filled in. */
export function expandScript(script: Script, reading: Reading): Script {
  const conversations = script.conversations.map((conversation) => useTemplates(script, conversation, reading))
  return { ...script, conversations: conversations.flatMap((each) => withRows(script, each, reading)) }
}

function withRows({ variables: shared }: Script, conversation: Conversation, reading: Reading): Conversation[] {
  const { parameters, ...rest } = conversation
  if (!Array.isArray(parameters)) {
    const name = fillName(rest.name, mergeVariables(shared, rest.variables), reading)
    return [name === rest.name ? conversation : { ...conversation, name }]
  }
  const filledRows = parameters.map((row) => {
    const variables = mergeVariables(rest.variables, row)
    const all = mergeVariables(shared, variables)
    const { values } = resolveVariables(all, {})
    return {
      variables,
      all,
      number: row.row,
      row: Object.keys(row.values).map((name): Cell => [name, values[name] ?? null]),
    }
  })
  const labels = describeRows(filledRows.map(({ row }) => row))
  return filledRows.map(({ variables, all, number = 0 }, index) => {
    const { value, at } = fillName(rest.name, all, reading)
    return { ...rest, row: number || index + 1, name: { value: `${value} [${labels[index]}]`, at }, variables }
  })
}

type Cell = [name: string, value: JsonValue]

/** Cut or look-alike rows get a few hash digits to differ; keys are redacted first, as a cut one is not recognised. */
function describeRows(rows: readonly Cell[][]): string[] {
  const texts = rows.map((row) =>
    redactKeys(
      row.map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`).join(', '),
    ),
  )
  return texts.map((text, index) => {
    const digits = hashJson(rows[index] ?? []).slice(0, 4)
    if (text.length > longest) return `${[...text].slice(0, longest - 6).join('')}… ~${digits}`
    return texts.indexOf(text) === texts.lastIndexOf(text) ? text : `${text} ~${digits}`
  })
}

const longest = 60

/** It identifies the conversation in every run, so nothing in it may differ from run to run. */
function fillName(name: WithPlace<string>, variables: Variables, reading: Reading): WithPlace<string> {
  if (!name.value.includes('{{')) return name
  const { values, numerals } = resolveVariables(variables, {})
  for (const used of namesIn(name.value)) {
    if (Object.hasOwn(values, used)) {
      const changing = namesIn(values[used]).find(changes)
      if (changing !== undefined) refuseChanging(changing, name, reading)
    } else if (changes(used)) refuseChanging(used, name, reading)
    else {
      const near = suggest(used, Object.keys(values))
      const hint = near === undefined ? 'give it under variables: or parameters:' : askMeant(`{{${near}}}`)
      const message = `nothing gives {{${used}}} a value for the name of a conversation`
      refuse(reading, 'unknown-variable', name.at, message, hint)
    }
  }
  const filledName = fillText(name.value, values, numerals)
  if (isBlank(filledName))
    refuse(reading, 'wrong-value', name.at, `the name is empty, since ${name.value} is`, 'write a word beside it')
  return { value: filledName, at: name.at }
}

const changes = (name: string): boolean => name === 'version' || isGivenName(name)

function refuseChanging(name: string, { at }: WithPlace<string>, reading: Reading): void {
  const message = `a conversation has one name in every run, and {{${name}}} differs from run to run`
  refuse(reading, 'wrong-value', at, message, 'take variables and parameters with fixed values into names')
}
