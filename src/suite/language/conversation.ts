import type { JsonObject } from '../../base/json.ts'
import { redactKeys } from '../../base/secret-keys.ts'
import { list, type NamedEntry, oneOrMore } from '../yaml/collections.ts'
import { literalObject } from '../yaml/literal.ts'
import type { Place, Placed } from '../yaml/place.ts'
import { type Field, optional, record, required, sameHint } from '../yaml/record.ts'
import { flag, placed, wholeNumber } from '../yaml/scalar.ts'
import { checked, refuse, refuseType, type Shape } from '../yaml/shape.ts'
import { type Claim, claims } from './claims.ts'
import { type ClockStart, clockStart } from './clock.ts'
import { day } from './date.ts'
import { duration } from './duration.ts'
import { agentName, fixedText, reason, refuseVariable, shownText, versionName } from './fixed-text.ts'
import { relaxations } from './relaxations.ts'
import { type SessionExpectation, sessionExpectation } from './session-expectation.ts'
import { type SimulatedUser, simulatedUser } from './simulated-user.ts'
import { type Turn, turn } from './turn.ts'
import { type TurnExpectation, turnExpectation } from './turn-expectation.ts'
import { type Variables, variableValues } from './variable-values.ts'

/** Settings that a suite gives all its conversations and a conversation may override. */
export interface Settings {
  agent?: Placed<string>
  agentVersion?: Placed<string>
  metadata?: JsonObject
  customer?: { number?: string; email?: string }
  variables?: Variables
  tags?: string[]
  repeat?: { times: number; pass?: number; at: Place }
  /** The number of seeds for a simulated user, each run as a conversation of its own. */
  seeds?: Placed<number>
  everyTurn?: TurnExpectation
  laws?: NamedEntry<string>[]
  claims?: Claim[]
  timeLimitMs?: number
  stopAfterFailure?: boolean
  /** A conversation may start again after its worker was lost. */
  repeatable?: boolean
  clock?: ClockStart
}

/** Why a failure is expected, and until which day; `listed` is its place in a quarantine, such as `q.yaml:3`. */
interface ExpectedFail {
  reason: string
  until?: string
  at: Place
  listed?: string
}

/** One conversation: the unit of sessions, repeats, filters and verdicts. `at` is the place of its name. */
export interface Conversation extends Settings {
  at: Place
  name: Placed<string>
  skip?: Placed<string>
  only?: Placed<boolean>
  expectedFail?: ExpectedFail
  /** Expected failures of single seeds of its simulated user, from a quarantine. */
  failingSeeds?: { seed: number; mark: ExpectedFail }[]
  /** Empty if a simulated user says everything. */
  turns: Turn[]
  /** Continues after the turns. */
  simulatedUser?: SimulatedUser
  /** For attacks: the most messages sent after the turns. */
  mostSaid?: number
  session?: SessionExpectation
  parameters?: Variables[]
  /** The number of its parameter row, from 1, once rows are expanded. */
  row?: number
  template?: Placed<string>
  before?: Turn[]
  after?: Turn[]
}

const rows = list('rows', variableValues, 1)

/** Rows of variables. Every row must define the same names: a row that lacks one would leave its {{name}} unfilled. */
const parameterRows: Shape<Variables[]> = checked(rows, (read, reading, node) => {
  if (node.kind !== 'list') return read
  const names = Object.keys(read[0]?.values ?? {})
  const before = reading.problems.length
  for (const [index, { values: row }] of read.entries()) {
    const missing = names.find((each) => !Object.hasOwn(row, each))
    const extra = Object.keys(row).find((each) => !names.includes(each))
    if (missing === undefined && extra === undefined) continue
    const message = missing === undefined ? `gives "${extra}", which the first does not` : `does not give "${missing}"`
    const at = node.items[index]?.at ?? node.at
    refuse(reading, 'wrong-value', at, `row ${index + 1} of the parameters ${message}`, 'give every row the same names')
  }
  return reading.problems.length > before ? undefined : read
})

/** A tag: one word of letters, digits, `-`, `_`, `.`, `/` and `:`, so that command lines and tag expressions can name it. */
const tag: Shape<string> = {
  read(node, reading) {
    if (node.kind !== 'scalar' || node.value === null)
      return refuseType(reading, node, 'a tag', 'write one word, such as smoke')
    const { source } = node
    if (refuseVariable(source, node.at, reading)) return undefined
    if (/^[\p{L}\p{N}_./:-]+$/u.test(source) && !/^(and|or|not)$/i.test(source)) return source
    const clean = redactKeys(source) // first: an altered or split key would not be recognised
    const mended = clean.trim().replace(/[^\p{L}\p{N}_./:-]+/gu, '-')
    const several = clean.split(',').map((each) => each.trim())
    const hint = /^(and|or|not)$/i.test(source)
      ? 'and, or and not join tags: choose another word'
      : `write ${several.length > 1 ? `[${several.join(', ')}]` : mended}`
    return refuse(reading, 'wrong-value', node.at, `"${clean}" cannot be a tag`, hint)
  },
  schema: () => ({ type: 'string', pattern: '^[^\\s()!&|*]+$' }),
}

/** The keys that suites and conversations share. */
export const settingFields: { [K in keyof Required<Settings>]: Field<Required<Settings>[K], false> } = {
  agent: optional('agent', placed(agentName), 'The agent to talk with (agentName).'),
  agentVersion: optional(
    'agent version',
    placed(versionName),
    'default, draft or a number; the command line overrides it.',
  ),
  metadata: optional('metadata', literalObject, "Fills ${variable} in the agent's prompts."),
  customer: optional(
    'customer',
    record(
      'customer',
      {
        number: optional('number', shownText, 'A phone number: only labels the session, nobody is messaged.'),
        email: optional('email', shownText, 'An address: only labels the session, nobody is messaged.'),
      },
      { phone: 'write number:' },
    ),
    'Who the session is with; a label in the session history.',
  ),
  variables: optional('variables', variableValues, 'Values for {{name}} in this suite.'),
  tags: optional('tags', oneOrMore('tags', tag), 'Words to select conversations by: --tags smoke.'),
  repeat: optional(
    'repeat',
    record('repeat', {
      times: required('times', wholeNumber(1), 'How often the conversation runs, each time in a fresh session.'),
      pass: optional('pass', wholeNumber(1), 'How many of them must pass; all unless given.'),
    }),
    'Run it several times.',
  ),
  seeds: optional('seeds', placed(wholeNumber(1)), 'How many seeds a simulated user runs with; --seeds overrides it.'),
  everyTurn: optional('every turn', turnExpectation, 'Guardrails: hold on each turn of each conversation below.'),
  laws: optional(
    'laws',
    relaxations,
    "Transcript laws that do not hold here: the law's name and the reason; and grounded: on.",
  ),
  claims: optional(
    'claims',
    claims,
    'Words that say something is done, and the tool that has to have done it: { /refund was issued/i: issue_refund }.',
  ),
  timeLimitMs: optional('time limit', duration, 'How long to wait for the answer to a turn.'),
  repeatable: optional(
    'repeatable',
    flag,
    'true: it may begin again in a fresh session when the answer to its first turn, or a worker of a queue, was lost on the way; false: never.',
  ),
  stopAfterFailure: optional('stop after failure', flag, 'false: go on with the next turn after one that failed.'),
  clock: optional(
    'clock',
    clockStart,
    'A local service of its own for each run, whose clock stands until it is advanced: true, or an instant to start at.',
  ),
}

const fields = {
  name: required('name', placed(shownText), 'What the conversation shows, in words.'),
  ...settingFields,
  skip: optional('skip', placed(reason), 'Why it does not run for now.'),
  only: optional('only', placed(flag), 'true: run only the conversations marked so, while you work on them.'),
  expectedFail: optional(
    'expected fail',
    record('expected fail', {
      reason: required('reason', reason, 'Why it fails today.'),
      until: optional('until', day, 'A date (YYYY-MM-DD) from which failing counts again.'),
    }),
    'It is known to fail; passing is then reported.',
  ),
  simulatedUser: optional('simulated user', simulatedUser, 'A user who is played, after the turns or instead of them.'),
  session: optional('session', sessionExpectation, 'What the stored session holds after the last turn.'),
  parameters: optional('parameters', parameterRows, 'Rows of variables: the conversation runs once for each.'),
  template: optional('template', placed(fixedText), 'A template of the suite whose turns come first.'),
  before: optional('before', list('steps', turn, 1), 'Steps before the first turn; not judged.'),
  after: optional(
    'after',
    list('steps', turn, 1),
    'Steps after the last turn, also when a turn failed; not when the first one got no answer, since no session is known then.',
  ),
}

const turns = list('turns', turn, 1)
const turnsDoc = 'The turns, in order.'

const hints = {
  timeout: 'write time limit:',
  ...sameHint(['steps', 'messages', 'conversation'], 'write turns:'),
  ...sameHint(
    ['expect', 'reply', 'calls'],
    'expect belongs to a turn, under turns:; for all of them write every turn:',
  ),
  judge: 'write it under expect: of a turn, or under session: for the whole conversation',
}

const { name, simulatedUser: played, ...rest } = fields
const scripted = record(
  'a conversation',
  { name, turns: required('turns', turns, turnsDoc), simulatedUser: played, ...rest },
  hints,
)
const simulated = record(
  'a conversation',
  { name, turns: optional('turns', turns, turnsDoc), simulatedUser: played, ...rest },
  hints,
)

/** One entry of `conversations`: turns, a simulated user, or both. */
export const conversation: Shape<Conversation> = {
  read(node, reading) {
    if (node.kind !== 'map' || !node.entries.some(({ key }) => key === 'simulated user'))
      return scripted.read(node, reading)
    const read = simulated.read(node, reading)
    return read === undefined ? undefined : { ...read, turns: read.turns ?? [] }
  },
  schema: (definitions) => ({
    ...simulated.schema(definitions),
    if: { not: { required: ['simulated user'] } },
    // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
    then: { required: ['turns'] },
  }),
}

/** All turns of a conversation, from the first of `before` to the last of `after`. */
export function everyTurnOf({ before = [], turns, after = [] }: Conversation): Turn[] {
  return [...before, ...turns, ...after]
}

/** The most messages and steps that a conversation can send. */
export function mostTurnsOf(conversation: Conversation): number {
  const { simulatedUser, mostSaid = 0 } = conversation
  return everyTurnOf(conversation).length + (simulatedUser?.patience ?? 0) + mostSaid
}
