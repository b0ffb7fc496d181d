import { redactKeys } from '../../../base/secrets/secret-keys.ts'
import { list, oneOrMore } from '../../yaml/collections.ts'
import { literalObject } from '../../yaml/literal.ts'
import { optional, type RecordOf, record, required, sameHint } from '../../yaml/record.ts'
import { flag, wholeNumber, withPlace } from '../../yaml/scalar.ts'
import { type ReadOf, refuse, refuseType, type Shape, withCheck } from '../../yaml/shape.ts'
import { claims } from '../claims.ts'
import { clockStart } from '../clock.ts'
import { sessionExpectation } from '../expectations/session-expectation.ts'
import { turnExpectation } from '../expectations/turn-expectation.ts'
import { day } from '../matchers/date.ts'
import { duration } from '../matchers/duration.ts'
import { agentName, fixedText, reason, refuseVariable, shownText, versionName } from '../matchers/fixed-text.ts'
import { relaxations } from '../relaxations.ts'
import { snapshotSettings } from '../snapshot-settings.ts'
import { capturedNames } from './capture.ts'
import { history } from './history.ts'
import { parameters } from './parameters.ts'
import { simulatedUser } from './simulated-user.ts'
import { type Turn, turn } from './turn.ts'
import { variableValues } from './variable-values.ts'

/** Settings that a suite gives all its conversations and a conversation may override. */
export interface Settings extends Omit<RecordOf<typeof settingFields>, 'at'> {}

/** Why a failure is expected, and until which day; `listed` is its place in a quarantine, such as `q.yaml:3`. */
interface ExpectedFail extends ReadOf<typeof expectedFail> {
  listed?: string
}

/** One conversation: the unit of sessions, repeats, filters and verdicts. `at` is the place of its name. */
export interface Conversation extends RecordOf<typeof fields> {
  expectedFail?: ExpectedFail
  /** Expected failures of single seeds of its simulated user, from a quarantine. */
  failingSeeds?: { seed: number; mark: ExpectedFail }[]
  /** Empty if a simulated user says everything. */
  turns: Turn[]
  /** For attacks: the most messages sent after the turns. */
  mostSaid?: number
  /** The number of its parameter row, from 1, once rows are expanded. */
  row?: number
}

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

const customer: Shape<{ number?: string; email?: string }> = record(
  'customer',
  {
    number: optional(shownText, 'A phone number: only labels the session, nobody is messaged.'),
    email: optional(shownText, 'An address: only labels the session, nobody is messaged.'),
  },
  { phone: 'write number:' },
)

/** A version that is named as it is: the history of all versions that are tested comes from it. */
const trustedVersion: Shape<string> = withCheck(fixedText, (read, reading, { at }) =>
  /^(?:default|draft|\d+)$/.test(read)
    ? read
    : refuse(reading, 'wrong-value', at, `"${read}" is no version`, 'write default, draft or a number'),
)

export const settingFields = {
  agent: optional(withPlace(agentName), 'The agent to talk with (agentName).'),
  agentVersion: optional(
    'agent version',
    withPlace(versionName),
    'default, draft or a number; the command line overrides it.',
  ),
  historyFrom: optional(
    'history from',
    trustedVersion,
    'Where nothing can be put into a session: the version that is asked the history; default unless given.',
  ),
  metadata: optional(literalObject, "Fills ${variable} in the agent's prompts."),
  customer: optional(customer, 'Who the session is with; a label in the session history.'),
  variables: optional(variableValues, 'Values for {{name}} in this suite.'),
  tags: optional(oneOrMore('tags', tag), 'Words to select conversations by: --tags smoke.'),
  repeat: optional(
    record('repeat', {
      times: required(wholeNumber(1), 'How often the conversation runs, each time in a fresh session.'),
      pass: optional(wholeNumber(1), 'How many of them must pass; all unless given.'),
    }),
    'Run it several times.',
  ),
  /** The number of seeds for a simulated user, each run as a conversation of its own. */
  seeds: optional(withPlace(wholeNumber(1)), 'How many seeds a simulated user runs with; --seeds overrides it.'),
  everyTurn: optional('every turn', turnExpectation, 'Guardrails: hold on each turn of each conversation below.'),
  laws: optional(
    relaxations,
    "Transcript laws that do not hold here: the law's name and the reason; and grounded: on.",
  ),
  claims: optional(
    claims,
    'Words that say something is done, and the tool that has to have done it: { /refund was issued/i: issue_refund }.',
  ),
  timeLimitMs: optional('time limit', duration, 'How long to wait for the answer to a turn.'),
  /** A conversation may start again after its worker was lost. */
  repeatable: optional(
    flag,
    'true: it may begin again in a fresh session when the answer to its first turn, or a worker of a queue, was lost on the way; false: never.',
  ),
  alone: optional(
    flag,
    'true: no other conversation of the run takes place at the same time; these come last, one after the other.',
  ),
  snapshots: optional(snapshotSettings, 'What tableread snapshots leaves out here.'),
  stopAfterFailure: optional('stop after failure', flag, 'false: go on with the next turn after one that failed.'),
  clock: optional(
    clockStart,
    'A local service of its own for each run, whose clock stands until it is advanced: true, or an instant to start at.',
  ),
}

const expectedFail = record('expected fail', {
  reason: required(reason, 'Why it fails today.'),
  until: optional(day, 'A date (YYYY-MM-DD) from which failing counts again.'),
})

const fields = {
  name: required(withPlace(shownText), 'What the conversation shows, in words.'),
  ...settingFields,
  skip: optional(withPlace(reason), 'Why it does not run for now.'),
  only: optional(withPlace(flag), 'true: run only the conversations marked so, while you work on them.'),
  expectedFail: optional('expected fail', expectedFail, 'It is known to fail; passing is then reported.'),
  history: optional(
    history,
    'What was said and called before the first turn: - user:, - agent: and - call: entries, or from: a file.',
  ),
  /** Continues after the turns. */
  simulatedUser: optional('simulated user', simulatedUser, 'A user who is played, after the turns or instead of them.'),
  session: optional(sessionExpectation, 'What the stored session holds after the last turn.'),
  parameters: optional(parameters, 'Rows of variables, or from: a file of them: the conversation runs once for each.'),
  template: optional(
    oneOrMore('templates', withPlace(fixedText)),
    'Templates of the suite, one or several, whose turns come first.',
  ),
  before: optional(list('steps', turn, 1), 'Steps before the first turn; not judged.'),
  after: optional(
    list('steps', turn, 1),
    'Steps after the last turn, also when a turn failed; not when the first one got no answer, since no session is known then.',
  ),
}

const turns = list('turns', turn, 1)
const turnsDoc = 'The turns, in order; not needed beside template: or simulated user:.'

/** What other runners call it. */
export const aloneHints = sameHint(
  ['parallel', 'sequential', 'serial', 'isolated', 'exclusive', 'concurrent'],
  'write alone: true, so that nothing else of the run takes place meanwhile',
)

const hints = {
  timeout: 'write time limit:',
  ...aloneHints,
  ...sameHint(['steps', 'messages', 'conversation'], 'write turns:'),
  ...sameHint(
    ['expect', 'reply', 'calls'],
    'expect belongs to a turn, under turns:; for all of them write every turn:',
  ),
  judge: 'write it under expect: of a turn, or under session: for the whole conversation',
}

const { name, history: pinned, simulatedUser: played, ...rest } = fields
const scripted = record(
  'a conversation',
  { name, history: pinned, turns: required(turns, turnsDoc), simulatedUser: played, ...rest },
  hints,
)
const without = record(
  'a conversation',
  { name, history: pinned, turns: optional(turns, turnsDoc), simulatedUser: played, ...rest },
  hints,
)

/** What may stand in the place of turns. */
const instead = ['simulated user', 'template']

/** One entry of `conversations`: turns, templates, a simulated user, or several of these. */
export const conversation: Shape<Conversation> = {
  read(node, reading) {
    if (node.kind !== 'map' || !node.entries.some(({ key }) => instead.includes(key)))
      return scripted.read(node, reading)
    const read = without.read(node, reading)
    return read === undefined ? undefined : { ...read, turns: read.turns ?? [] }
  },
  schema: (definitions) => ({
    ...without.schema(definitions),
    if: { not: { anyOf: instead.map((key) => ({ required: [key] })) } },
    // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
    then: { required: ['turns'] },
  }),
}

export function everyTurnOf({ before = [], turns, after = [] }: Conversation): Turn[] {
  return [...before, ...turns, ...after]
}

/** What the user said in the history of a conversation, which is sent only where nothing can be put into a session. */
export function givenTurnsOf({ history }: Conversation): Turn[] {
  return history?.exchanges.map(({ turn }) => turn) ?? []
}

/** The names of all values that a conversation captures, in its history too. */
export function capturesOf(conversation: Conversation): string[] {
  return [...givenTurnsOf(conversation), ...everyTurnOf(conversation)].flatMap(capturedNames)
}

/** The most messages and steps that a conversation can send; not those of a history, which is put into the session. */
export function mostTurnsOf(conversation: Conversation): number {
  const { simulatedUser, mostSaid = 0 } = conversation
  return everyTurnOf(conversation).length + (simulatedUser?.patience ?? 0) + mostSaid
}
