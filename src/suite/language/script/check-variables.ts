import type { JsonObject } from '../../../base/json/json.ts'
import { didYouMean } from '../../../base/text/suggest.ts'
import type { YamlNode } from '../../yaml/node.ts'
import { isPlace, type Place } from '../../yaml/place.ts'
import type { Problem } from '../../yaml/problem.ts'

import { type Reading, refuse } from '../../yaml/shape.ts'
import { plainDates, readDateWords } from '../matchers/date-words.ts'
import { variablePattern } from '../matchers/fill-text.ts'
import { refuseVariable } from '../matchers/fixed-text.ts'
import { capturedNames } from './capture.ts'
import type { Conversation } from './conversation.ts'
import { refuseGivenPatterns } from './given-patterns.ts'
import { isGivenName, madeUpNames } from './given-values.ts'
import { mentionsOf } from './mentions.ts'
import type { Script } from './script.ts'
import type { Turn } from './turn.ts'
import { findCircle, mergeVariables, resolveVariables, type Variables } from './variable-values.ts'

interface Known {
  names: readonly string[]
  hint: string
  /** Whether `{{attempt}}` has no value yet. */
  beforeAttempts?: true
}

/** Neither captures nor, in the version itself, `{{version}}` or `{{attempt}}` are known before the start. */
const startHint = 'give it under variables:; what is captured is known in later turns and under session: alone'
const turnHint = 'give it under variables:, or capture it in an earlier turn'

/** Also variables in a circle. `root` is what the script was read from, to find the places of texts in JSON. */
export function checkVariables(script: Script, reading: Reading, root?: YamlNode): void {
  const find = root === undefined || !mentionsOf(script).variable ? () => undefined : findIn(root)
  const within = (around: Place): Site => ({ reading, find: (text) => find(text, around), around })
  const ofSuite = within(script.suite.at)
  if (script.conversations.length === 0) checkStart(script, mergeVariables(script.variables), ofSuite)
  for (const conversation of script.conversations) {
    const own = within(conversation.at)
    const variables = mergeVariables(script.variables, conversation.variables)
    const shared = withoutOverridden(script, conversation)
    const start = checkStart(shared, variables, ofSuite)
    checkStart(conversation, variables, own)
    refuseCircle(variables, own)
    const names = [...start]
    const take = (turns: readonly Turn[]): void => {
      for (const turn of turns) {
        if (mentionsOf(turn).variable) {
          const before = reading.problems.length
          const patterns = turn.capture?.map(({ value }) => value.pattern)
          check({ ...turn, capture: patterns }, { names, hint: turnHint }, own)
          for (const problem of reading.problems.slice(before)) tellOrigin(problem, turn)
        }
        names.push(...capturedNames(turn))
      }
    }
    const { history, before = [], turns, simulatedUser, after = [] } = conversation
    take(before)
    for (const { turn, entries } of history?.from === undefined ? (history?.exchanges ?? []) : []) {
      check(entries, { names, hint: turnHint }, own)
      check(
        turn.capture?.map(({ value }) => value.pattern),
        { names, hint: turnHint },
        own,
      )
      names.push(...capturedNames(turn))
    }
    take(turns)
    check(simulatedUser, { names, hint: turnHint }, own)
    take(after)
    check(conversation.session, { names, hint: turnHint }, own)
    const captured = names.slice(start.length)
    const { values: resolved } = resolveVariables(variables, {})
    const values = Object.fromEntries(Object.entries(resolved).filter(([name]) => !captured.includes(name)))
    const compared = [shared.everyTurn, conversation.everyTurn, before, turns, simulatedUser, conversation.session]
    refuseGivenPatterns(compared, values, reading)
  }
}

function tellOrigin(problem: Problem, { origin }: Turn): void {
  if (origin === undefined) return
  const { template, written, used } = origin
  problem.message += `, in the template "${template}" (${written}) used at ${used}`
}

type Settings = Pick<Conversation, 'agent' | 'agentVersion' | 'metadata' | 'customer' | 'variables' | 'everyTurn'>

function withoutOverridden(script: Script, { agent, agentVersion, metadata = {}, variables }: Conversation): Settings {
  const shared: Settings = { ...script, conversations: undefined } as Settings
  if (agent !== undefined) delete shared.agent
  if (agentVersion !== undefined) delete shared.agentVersion
  const withoutOwn = (values: JsonObject, own: object): JsonObject =>
    Object.fromEntries(Object.entries(values).filter(([name]) => !Object.hasOwn(own, name)))
  if (shared.metadata !== undefined) shared.metadata = withoutOwn(shared.metadata, metadata)
  if (shared.variables !== undefined)
    shared.variables = { ...shared.variables, values: withoutOwn(shared.variables.values, variables?.values ?? {}) }
  return shared
}

/** Checks what is filled in before anything is sent; returns the names that can be used. */
function checkStart(settings: Settings, variables: Variables, site: Site): readonly string[] {
  const { agent, agentVersion, metadata, customer, everyTurn } = settings
  const fixed = Object.keys(variables.values)
  const names = ['version', ...fixed]
  const label = customer === undefined ? undefined : [customer.number, customer.email]
  check([agent, metadata, label, everyTurn, settings.variables?.values], { names, hint: startHint }, site)
  const hint = 'give it under variables:, or write {{env.NAME}}'
  check(agentVersion, { names: fixed, hint, beforeAttempts: true }, site)
  return names
}

/** How to locate what is checked: `find` gives the place of a text, `around` is the fallback. */
interface Site {
  reading: Reading
  find: (text: string) => Place | undefined
  around: Place
}

/** Walks a part of a script and reports each problem at the nearest known place. */
function check(data: unknown, scope: Known, site: Site, at: Place | null = null): void {
  const { reading, find, around } = site
  if (typeof data === 'string') checkText(data, scope, reading, at ?? find(data) ?? around)
  else if (Array.isArray(data)) for (const item of data) check(item, scope, site, at)
  else if (typeof data === 'object' && data !== null) {
    const own = 'at' in data && isPlace(data.at) ? data.at : at
    for (const [key, value] of Object.entries(data)) {
      refuseVariable(key, own ?? find(key) ?? around, reading)
      const inJson = key === 'metadata' || key === 'body' || key === 'attachments'
      if (key !== 'asWritten' && (key !== 'at' || !isPlace(value))) check(value, scope, site, inJson ? null : own)
    }
  }
}

function checkText(text: string, { names, hint, beforeAttempts }: Known, reading: Reading, at: Place): void {
  if (!text.includes('{{')) return
  for (const [, name = ''] of text.matchAll(variablePattern)) {
    if (names.includes(name) || (isGivenName(name) && !(beforeAttempts && name === 'attempt'))) continue
    const date = readDateWords(name)
    if (date !== null && 'reason' in date) {
      refuse(reading, 'unknown-variable', at, `{{${name}}} is no date: ${date.reason}`, date.hint)
      continue
    }
    const mend =
      didYouMean(
        name,
        [...names, ...madeUpNames.filter((each) => each !== name), ...plainDates],
        (near) => `{{${near}}}`,
      ) ?? hint
    refuse(reading, 'unknown-variable', at, `nothing gives {{${name}}} a value before this`, mend)
  }
}

function refuseCircle(variables: Variables, { reading, find, around }: Site): void {
  const circle = findCircle(variables)
  if (circle === null) return
  const [first = ''] = circle
  const firstValue = variables.values[first]
  const at = (typeof firstValue === 'string' ? find(firstValue) : undefined) ?? around
  const way = circle.map((name) => `{{${name}}}`).join(' -> ')
  const message = `variables use each other in a circle: ${way}`
  refuse(reading, 'wrong-value', at, message, `give {{${first}}} a value of its own`)
}

/** Close to `around` first (the conversation, or the suite without its conversations), then in the rest. */
function findIn(root: YamlNode): (text: string, around: Place) => Place | undefined {
  const conversations = root.kind === 'map' ? root.entries.find(({ key }) => key === 'conversations')?.value : undefined
  const items = conversations?.kind === 'list' ? conversations.items : []
  const whole = placesOf(root)
  const own = new Map(items.map((item) => [`${item.at.line}:${item.at.column}`, placesOf(item)]))
  return (text, { line, column }) => own.get(`${line}:${column}`)?.get(text) ?? whole.get(text)
}

/** These are filled in before the start and cannot use captures, so a bad text among them is the culprit. */
const fromTheStart = ['variables', 'parameters', 'metadata', 'customer']

/** Or the first of equal texts: settings come before turns, a suite's before its conversations'. */
function placesOf(root: YamlNode): Map<string, Place> {
  const places = new Map<string, Place>()
  const note = (text: string, at: Place): void => {
    if (text.includes('{{') && !places.has(text)) places.set(text, at)
  }
  const look = (node: YamlNode): void => {
    if (node.kind === 'scalar') note(node.source, node.at)
    else if (node.kind === 'list') for (const item of node.items) look(item)
    else
      for (const { key, keyAt, value } of node.entries) {
        note(key, keyAt)
        look(value)
      }
  }
  if (root.kind === 'map')
    for (const name of fromTheStart) for (const { key, value } of root.entries) if (key === name) look(value)
  look(root)
  return places
}
