import { didYouMean } from '../../../base/text/suggest.ts'
import { list, oneOrMore } from '../../yaml/collections.ts'
import type { WithPlace } from '../../yaml/place.ts'
import { optional, type RecordOf, record, required, sameHint, type WithDefaults } from '../../yaml/record.ts'
import { flag, text, wholeNumber, withPlace, word } from '../../yaml/scalar.ts'
import { type Reading, type ReadOf, refine, refuse, refuseType, type Shape, withCheck } from '../../yaml/shape.ts'
import { type CallsExpectation, callsExpectation } from '../expectations/calls-expectation.ts'
import { requirement, type TurnExpectation } from '../expectations/turn-expectation.ts'
import { fixedNames, fixedText } from '../matchers/fixed-text.ts'
import type { Matcher } from '../matchers/matcher.ts'
import { ofNames } from '../matchers/name-matcher.ts'
import { jsonMatcher, textMatcher } from '../matchers/read-matcher.ts'
import { looksLikePattern } from '../matchers/text-or-pattern.ts'

/** Each happens at most once in a talk and is corrected in a later turn. */
const slipKinds = ['wrong digit', 'change of mind', 'interruption', 'question back'] as const
export type SlipKind = (typeof slipKinds)[number]

/** How a simulated user talks, in the language's own words; any other description is for a model. */
const manners = ['terse', 'polite', 'chatty'] as const
export type Manner = (typeof manners)[number]

const policies = ['when asked', 'all at once', 'one a turn'] as const

/** An answer to a certain kind of reply from the agent. */
export interface UserAnswer extends ReadOf<typeof answer> {}

/** The state that a simulated user waits for; its members mean the same as under `session:`. */
export interface GoalState extends RecordOf<typeof goalMembers> {}

/**
 * A simulated user: what it wants, the only facts that it may tell, and when it is done. `{fact}` in its texts
 * refers to a fact of `knows`.
 */
export interface SimulatedUser
  extends WithDefaults<
    RecordOf<typeof members>,
    'knows' | 'style' | 'reveals' | 'answers' | 'slips' | 'repeatsAtMost' | 'patience'
  > {}

interface Style {
  manners: Manner[]
  words?: WithPlace<string>
}

const [usualPatience, usualRepeats] = [12, 2]

const factValue = oneOrMore('texts', withPlace(text))

const mannerFlags = record('style', {
  terse: optional(flag, 'true: says facts alone.'),
  polite: optional(flag, 'true: says thank you.'),
  chatty: optional(flag, 'true: says more than is needed.'),
})

const words = withPlace(text)

const style: Shape<Style> = {
  read(node, reading) {
    if (node.kind === 'map') {
      const read = mannerFlags.read(node, reading)
      return read === undefined ? undefined : { manners: manners.filter((each) => read[each] === true) }
    }
    const read = words.read(node, reading)
    if (read === undefined) return undefined
    const manner = manners.find((each) => each === read.value)
    return manner === undefined ? { manners: [], words: read } : { manners: [manner] }
  },
  schema: (definitions) => ({ anyOf: [words.schema(definitions), mannerFlags.schema(definitions)] }),
}

/** A condition on a reply: a bare text or pattern only has to occur in it, since nobody can predict a whole reply. */
const replyCondition: Shape<Matcher> = {
  read(node, reading) {
    if (node.kind !== 'scalar' || looksLikePattern(node.source))
      return textMatcher.read(node, refine(reading, { mayBeBlank: true }))
    const { at } = node
    return textMatcher.read({ kind: 'map', at, entries: [{ key: 'contains', keyAt: at, value: node }] }, reading)
  },
  schema: (definitions) => textMatcher.schema(definitions),
}

const answer = record(
  'an answer',
  {
    when: required(
      replyCondition,
      'What the reply is: a text or /a pattern/ that is in it, or operators as under reply.',
    ),
    says: required(oneOrMore('texts', withPlace(text)), 'What the user says then; one of several by seed.'),
    slips: optional(word(slipKinds), 'A mistake to make here, once in a talk.'),
  },
  {
    ...sameHint(['if', 'on', 'asked'], 'write when:'),
    ...sameHint(['say', 'reply', 'answer'], 'write says:'),
  },
)

/** A number of turns: `8 turns`, or just the number. */
const turnCount: Shape<number> = {
  read(node, reading) {
    const countText = node.kind === 'scalar' ? /^(\d{1,6})(?: turns?)?$/.exec(node.source.trim())?.[1] : undefined
    const count = Number(countText)
    if (countText !== undefined && count >= 1) return count
    return refuseType(reading, node, 'a number of turns of at least 1', 'write it as 8 turns')
  },
  schema: () => ({ type: ['string', 'integer'], pattern: '^[1-9][0-9]{0,5}( turns?)?$', minimum: 1 }),
}

const goalMembers = {
  calls: optional(callsExpectation, 'Tool calls of the talk so far, as under session:.'),
  status: optional(withPlace(ofNames(jsonMatcher)), 'The status of the stored session.'),
  agentVersion: optional('agent version', withPlace(ofNames(jsonMatcher)), 'The version label that answered.'),
  /** What the workspace's state function returns (local service). */
  state: optional(withPlace(jsonMatcher), "What the workspace's function of the state gives (local service)."),
}

const goalRecord = record('done when', goalMembers, {
  ...sameHint(
    ['reply', 'says', 'judge', 'messages'],
    'a user is done when something has happened, whatever was said: write calls, status or state; words go under gives up when:',
  ),
})

/** `calls: none` would hold before anything is said and end every talk at once. */
const goalState: Shape<GoalState> = {
  read(node, reading) {
    const read = goalRecord.read(node, reading)
    if (read === undefined) return undefined
    if (Object.keys(read).length === 1)
      return refuse(reading, 'asserts-nothing', read.at, 'this waits for nothing', 'write calls, status or state')
    if (read.calls === undefined || Object.keys(read).length > 2 || demandsCalls(read.calls)) return read
    const hint = 'name a call that has to be there; what must not happen goes under session: or every turn:'
    return refuse(reading, 'wrong-value', read.calls.at, 'this holds before anything was said', hint)
  },
  schema: (definitions) => ({ ...goalRecord.schema(definitions), minProperties: 1 }),
}

function demandsCalls({ inOrder, exactly, anyOrder, count, pre, during, post }: CallsExpectation): boolean {
  if ((inOrder ?? exactly ?? anyOrder ?? count) !== undefined) return true
  return [pre, during, post].some((part) => part !== undefined && demandsCalls(part))
}

/** A turn expectation on the last answer, without what a simulated user cannot see. */
const surrender: Shape<TurnExpectation> = withCheck(requirement, (read, reading) => {
  const unseen = (['error', 'outbox', 'queue', 'attempts'] as const).find((key) => read[key] !== undefined)
  if (unseen === undefined) return read
  const message = `a simulated user gives up on an answer, and sees no ${unseen}`
  return refuse(reading, 'wrong-value', read.at, message, 'write reply: or calls:')
})

const members = {
  wants: required(withPlace(text), 'What the user wants, in words.'),
  knows: optional(fixedNames('facts', factValue), 'The only facts that the user may tell, by name.'),
  opensWith: optional(
    'opens with',
    oneOrMore('texts', withPlace(text)),
    'The first message; one of several by seed. Default: wants.',
  ),
  style: optional(style, 'terse, polite, chatty, or a text for a model.'),
  reveals: optional(word(policies), 'When facts are told: when asked (the default), all at once, one a turn.'),
  answers: optional(list('answers', answer, 1), 'What is said to which reply; the first that fits.'),
  otherwise: optional(oneOrMore('texts', withPlace(text)), 'What is said when nothing fits.'),
  slips: optional(oneOrMore('slips', word(slipKinds)), 'Mistakes to make by seed, each at most once.'),
  repeatsAtMost: optional('repeats at most', wholeNumber(1), 'How often the same message may be said. Default: 2.'),
  /** The most messages that it says. */
  patience: optional(turnCount, 'How many messages the user says at most. Default: 12 turns.'),
  doneWhen: required('done when', goalState, 'The state in which the user has what it wants.'),
  givesUpWhen: optional('gives up when', surrender, 'An answer after which the user gives up: the goal is missed.'),
  /** The name of a model in the config; without one, a seeded agenda speaks. */
  model: optional(withPlace(fixedText), 'A model of the config that phrases freely within the same laws.'),
}

const fields = record('a simulated user', members, {
  ...sameHint(['goal', 'task', 'instruction', 'instructions', 'intent'], 'write wants:'),
  ...sameHint(['facts', 'data', 'card'], 'write knows:'),
  ...sameHint(['until', 'stop when', 'success'], 'write done when:'),
  ...sameHint(['max turns', 'max_turns', 'turns'], 'write patience:'),
  ...sameHint(['persona', 'tone'], 'write style:'),
  ...sameHint(['greeting', 'first message', 'opening'], 'write opens with:'),
  seeds: 'write seeds: beside simulated user:, or --seeds on the command line',
  '*': 'the keys here are wants, knows, opens with, style, reveals, answers, otherwise, slips, repeats at most, patience, done when, gives up when, model',
})

/** `simulated user:` of a conversation. Its texts may only refer to facts of its card. */
export const simulatedUser: Shape<SimulatedUser> = withCheck(fields, (read, reading) => {
  const { knows = [], style: manner = { manners: [] }, reveals = 'when asked', answers = [], slips = [] } = read
  const { repeatsAtMost = usualRepeats, patience = usualPatience } = read
  const user: SimulatedUser = { ...read, knows, style: manner, reveals, answers, slips, repeatsAtMost, patience }
  const before = reading.problems.length
  for (const each of userTexts(user)) refuseUnknownFacts(each, user, reading)
  if (patience === 1 && (slips.length > 0 || answers.some((each) => each.slips !== undefined))) {
    const message = 'a slip is mended in a later turn, and this user says one message'
    refuse(reading, 'wrong-value', user.at, message, 'write patience: 4 turns or more, or leave out slips:')
  }
  return reading.problems.length > before ? undefined : user
})

export function userTexts({ wants, opensWith = [], answers, otherwise = [] }: SimulatedUser): WithPlace<string>[] {
  return [wants, ...opensWith, ...answers.flatMap(({ says }) => says), ...otherwise]
}

/** `{order}` in a text; double braces are a suite variable. */
const factPattern = /(?<!\{)\{([^{}\n]{1,80})\}(?!\})/g

function refuseUnknownFacts({ value, at }: WithPlace<string>, { knows }: SimulatedUser, reading: Reading): void {
  const names = knows.map(({ name }) => name)
  for (const [, name = ''] of value.matchAll(factPattern)) {
    if (names.includes(name.trim())) continue
    const hint =
      didYouMean(name, names, (near) => `{${near}}`) ??
      (names.length === 0 ? 'write the fact under knows:' : `the facts here are ${names.join(', ')}`)
    refuse(reading, 'unknown-variable', at, `the card has no fact "${name}"`, hint)
  }
}

export function fillFacts(template: string, knows: SimulatedUser['knows']): string {
  return template.replace(factPattern, (whole, name: string) => {
    const fact = knows.find((each) => each.name === name.trim())
    return fact === undefined ? whole : listWords(fact.value.map(({ value }) => value))
  })
}

/** `Mia Li, Tom Li and Ann Li`. */
export function listWords(values: readonly string[]): string {
  return values.length < 2 ? (values[0] ?? '') : `${values.slice(0, -1).join(', ')} and ${values.at(-1)}`
}
