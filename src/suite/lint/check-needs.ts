import { nameWords } from '../../base/text/name-words.ts'
import { isMisspelt } from '../../base/text/suggest.ts'
import type { CallExpectation } from '../language/expectations/call-expectation.ts'
import { fillFacts, listWords, type SimulatedUser, userTexts } from '../language/script/simulated-user.ts'
import type { Plan } from '../plan/plan.ts'
import type { Problem } from '../yaml/problem.ts'
import type { MemberNames } from './check-arguments.ts'
import type { NeededArgument, ToolFacts } from './known-agents.ts'
import { demandedCalls, isFixedName, namedCalls } from './named-calls.ts'
import type { Reach } from './reach.ts'

/** The agent has no way to learn it: from a fact, a text, the metadata, or the output of a tool it could call. */
export function checkNeeds(plan: Plan, { takes }: Reach): Problem[] {
  const user = plan.conversation.simulatedUser
  const calls = user?.doneWhen.calls
  if (user === undefined || calls === undefined || takes.size === 0) return []
  const source = sourceOf(plan, user)
  const expected = namedCalls(calls).flatMap(({ call, use }) => (use === 'expected' ? [call] : []))
  const demanded = demandedCalls(calls)
  const goal = new Set(demanded.map(({ tool }) => tool))
  if (!learn(source, takes, goal)) return []
  return demanded.flatMap(({ tool, at }): Problem[] => {
    const names = (takes.get(tool)?.needs ?? [])
      .filter((needed) => !isTold(needed, source) && !isNamed(needed, tool, expected, source))
      .map(({ name }) => name)
    if (names.length === 0) return []
    const [what, that] =
      names.length === 1
        ? ['it', 'no fact of its card has that name']
        : ['them', 'no facts of its card have these names']
    const message = `${tool} needs ${listWords(names)}, which the user cannot tell: ${that}, and no text says ${what}`
    const facts = names.map((name) => `${significant(name).join(' ')}: …`).join(', ')
    const hint = `write knows: { ${facts} }, unless the agent learns ${what} without the user`
    return [{ code: 'missing-fact', severity: 'warning', file: plan.file, at, message, hint }]
  })
}

interface Source {
  /** The words of all names under which it is told or finds a value. */
  names: Set<string>
  /** What the user says, and the conditions of its answers. */
  texts: string[]
  whens: string[]
}

function sourceOf({ conversation, metadata, customer }: Plan, user: SimulatedUser): Source {
  const names = [
    ...user.knows.map(({ name }) => name),
    ...Object.keys(metadata),
    ...(customer.number === undefined ? [] : ['phone number', 'mobile', 'customer']),
    ...(customer.email === undefined ? [] : ['email', 'customer']),
  ]
  const words = conversation.turns.flatMap(({ user: message, context }) => [message?.value, context?.value])
  const facts = user.knows.flatMap(({ value }) => value.map((each) => each.value))
  const texts = [...userTexts(user).map(({ value }) => fillFacts(value, user.knows)), ...facts, ...words]
  return {
    names: new Set(names.flatMap(significant)),
    texts: texts.flatMap((text) => (text === undefined ? [] : [text.toLowerCase()])),
    whens: user.answers.map(({ when }) => JSON.stringify(when).toLowerCase()),
  }
}

/** False if a tool takes what the user told and has unknown outputs, so that it might provide anything. */
function learn(source: Source, takes: ReadonlyMap<string, ToolFacts>, goal: ReadonlySet<string>): boolean {
  const waiting = new Map([...takes].filter(([name]) => !goal.has(name)))
  for (let size = -1; size !== waiting.size; ) {
    size = waiting.size
    for (const [name, { needs, gives }] of waiting) {
      if (!needs.every((each) => isTold(each, source))) continue
      if (gives === null && needs.length > 0) return false
      waiting.delete(name)
      for (const word of listNames(gives ?? new Map()).flatMap(significant)) source.names.add(word)
    }
  }
  return true
}

const listNames = (names: MemberNames): string[] => [...names].flatMap(([name, below]) => [name, ...listNames(below)])

/** Whether the agent learns an argument, by its name or in plain words, or it is not something that a user tells. */
function isTold({ name, oneOf }: NeededArgument, { names, texts, whens }: Source): boolean {
  const words = significant(name)
  if (words.every((word) => wordedByAgents.has(word)) || words.some((word) => names.has(word))) return true
  if (oneOf.some((value) => texts.some((text) => text.includes(value.toLowerCase())))) return true
  if (whens.some((when) => words.some((word) => when.includes(word)))) return true
  const isIdentifier = nameWords(name).some((word) => identifiers.has(word))
  return texts.some((text) => {
    if (isIdentifier && !/\d|@/.test(text)) return false
    const stems = nameWords(text).map(singular)
    return words.some((word) => stems.includes(word)) || (words.includes('email') && text.includes('@'))
  })
}

/** It then has to be on the card, which another check covers, or is the agent's choice. */
function isNamed({ name }: NeededArgument, tool: string, calls: readonly CallExpectation[], source: Source): boolean {
  const matchers = calls.filter((call) => call.name === tool).flatMap(({ with: some, exactly }) => [some, exactly])
  return matchers.some((matcher) => {
    if (matcher?.kind !== 'fields') return false
    const own = matcher.fields.find(({ key }) => key === name || isMisspelt(key, name))?.matcher
    if (own?.kind !== 'equals') return false
    const value = String(own.value).toLowerCase()
    return /\d|@/.test(value) || !isFixedName(value) || source.texts.some((text) => text.includes(value))
  })
}

/** Words that mean a number or name of something, without saying of what. */
const general = new Set(['id', 'number', 'no', 'nr', 'code', 'key', 'ref', 'reference', 'value', 'the', 'of', 'my'])

const identifiers = new Set([...general, 'ids', 'email', 'mail', 'phone', 'zip', 'iban', 'account', 'card'])

const wordedByAgents = new Set(
  'reason note comment message text summary description query subject title detail explanation topic language'.split(
    ' ',
  ),
)

/** The words of a name that say what it refers to, in the singular; all of them if there are no others. */
function significant(name: string): string[] {
  const words = nameWords(name).map(singular)
  const telling = words.filter((word) => !general.has(word))
  return telling.length === 0 ? words : telling
}

function singular(word: string): string {
  return word.length > 2 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word
}
