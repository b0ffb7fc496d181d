import { didYouMean } from '../base/did-you-mean.ts'
import type { JsonObject } from '../base/json.ts'
import { type Reading, refuse } from '../grammar/shape.ts'
import type { Conversation } from './conversation.ts'
import { fillName } from './fill-name.ts'
import type { Script } from './script.ts'
import { mergeVariables, resolveVariables } from './variable-values.ts'

/** A script without its shorthands: the turns of templates stand in their conversations, a conversation with rows of parameters is one conversation a row, and names have their variables filled in. */
export function expandScript(script: Script, reading: Reading): Script {
  const conversations = script.conversations.map((conversation) => withTemplate(script, conversation, reading))
  return { ...script, conversations: conversations.flatMap((each) => withRows(script, each, reading)) }
}

function withTemplate({ templates = [] }: Script, conversation: Conversation, reading: Reading): Conversation {
  const { template, ...rest } = conversation
  if (template === undefined) return conversation
  const found = templates.find(({ name }) => name === template.value)
  if (found !== undefined) return { ...rest, turns: [...found.value, ...rest.turns] }
  const names = templates.map(({ name }) => name)
  const hint =
    didYouMean(template.value, names) ??
    (names.length === 0
      ? 'write its turns under templates: at the top of the suite'
      : `the templates here are ${names.join(', ')}`)
  refuse(reading, 'wrong-value', template.at, `there is no template "${template.value}"`, hint)
  return rest
}

function withRows({ variables: shared }: Script, conversation: Conversation, reading: Reading): Conversation[] {
  const { parameters, ...rest } = conversation
  if (parameters === undefined) {
    const name = fillName(rest.name, mergeVariables(shared, rest.variables), reading)
    return [name === rest.name ? conversation : { ...conversation, name }]
  }
  return parameters.map((row, index) => {
    const variables = mergeVariables(rest.variables, row)
    const all = mergeVariables(shared, variables)
    const { value, at } = fillName(rest.name, all, reading)
    const shown = describeRow(Object.keys(row.values), resolveVariables(all, {}).values)
    return { ...rest, row: index + 1, name: { value: `${value} [${shown}]`, at }, variables }
  })
}

function describeRow(names: readonly string[], values: JsonObject): string {
  const text = names
    .map((name) => [name, values[name]] as const)
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ')
  return text.length > 60 ? `${text.slice(0, 59)}…` : text
}
