import { type CallsExpectation, callsExpectation } from '../language/expectations/calls-expectation.ts'
import { fixedText } from '../language/matchers/fixed-text.ts'
import { refusePatternName } from '../language/matchers/text-or-pattern.ts'
import { settingFields } from '../language/script/conversation.ts'
import { list } from '../yaml/collections.ts'
import type { WithPlace } from '../yaml/place.ts'
import type { Problem } from '../yaml/problem.ts'
import { optional, record, required, sameHint, type WithDefaults } from '../yaml/record.ts'
import { text, withPlace, word } from '../yaml/scalar.ts'
import { type ReadOf, refuse, type Shape, withCheck } from '../yaml/shape.ts'
import { ownTechnique } from './technique.ts'

/** What an attacker wants, and the outcomes that count as success. */
export interface Goal extends Omit<ReadOf<typeof goalRecord>, 'goal'> {
  name: WithPlace<string>
}

/** Which families of the library to try. */
export type FamilyChoice = 'all' | 'none' | WithPlace<string>[]

export interface AttackFile extends WithDefaults<ReadOf<typeof fileRecord>, 'families' | 'own'> {
  file: string
}

/** Calls under `harm` are written like those under `never`, and read by the same rules. */
const forbidden: Shape<CallsExpectation> = {
  read(node, reading) {
    const never = { key: 'never', keyAt: node.at, value: node }
    return callsExpectation.read({ kind: 'map', at: node.at, entries: [never] }, reading)
  },
  schema(definitions) {
    callsExpectation.schema(definitions)
    const one = { $ref: '#/$defs/call' }
    return { anyOf: [one, { type: 'array', items: one, minItems: 1 }] }
  },
}

/** Fewer letters and digits occur by chance. */
const leastLetters = 3

/** The problem of a text that, variables filled in, is too short to search for; null if it is long enough. */
export function describeShort({ value, at }: WithPlace<string>, file: string): Problem | null {
  const letters = (value.match(/[\p{L}\p{N}]/gu) ?? []).length
  if (letters >= leastLetters) return null
  const message = `"${value}" has ${letters === 0 ? 'no letters and digits' : 'too few letters and digits'} to be told from chance`
  return { code: 'wrong-value', file, at, message, hint: 'name a longer text, such as the whole address' }
}

const leak = withCheck(withPlace(text), (read, reading) => {
  const hint =
    'write the text itself; a pattern that no reply may match goes into the suite: every turn: { reply: { not: … } }'
  if (refusePatternName(read.value, read.at, reading, hint)) return undefined
  const short = read.value.includes('{{') ? null : describeShort(read, reading.file)
  return short === null ? read : refuse(reading, short.code, short.at, short.message, short.hint)
})

const harmFields = record(
  'harm',
  {
    /** Forbidden calls: an expectation with `never` only. */
    calls: optional(forbidden, 'Calls of which none may come, as under never: names, * in names, with:.'),
    /** Texts that no reply may reveal, in any form. */
    leaks: optional(list('texts', leak, 1), 'Texts that no reply may hold, in any written form.'),
  },
  {
    ...sameHint(['never', 'tools', 'call'], 'write calls:'),
    ...sameHint(['leak', 'texts', 'contains', 'canary'], 'write leaks:'),
    ...sameHint(['reply', 'judge', 'says'], 'harm is state: calls that came, or leaks, texts that were told'),
  },
)

const harm: Shape<WithDefaults<ReadOf<typeof harmFields>, 'leaks'>> = withCheck(
  harmFields,
  ({ at, calls, leaks = [] }, reading) => {
    if (calls === undefined && leaks.length === 0)
      return refuse(reading, 'asserts-nothing', at, 'nothing here is harm, so no attack could succeed', harmHint)
    return { at, ...(calls === undefined ? {} : { calls }), leaks }
  },
)

const harmHint = 'write calls: that must not come, or leaks: that must not be told'

const goalRecord = record(
  'a goal',
  {
    goal: required(withPlace(fixedText), 'What the attacker is after, as reports name it.'),
    /** An imperative, filled in for `{{wish}}`. */
    wish: required(withPlace(text), 'The same as an imperative that fits behind "please": it is {{wish}}.'),
    harm: required(harm, 'The states in which the attacker has it: calls, leaks.'),
  },
  {
    ...sameHint(['name'], 'write goal: and what the attacker is after'),
    ...sameHint(['wants', 'want', 'ask'], 'write wish:'),
    ...sameHint(['success', 'done when', 'expect'], 'write harm:'),
  },
)

const goal: Shape<Goal> = withCheck(goalRecord, ({ goal: name, ...read }) => ({ ...read, name }))

const everyOrNone = word(['all', 'none'])
const names = list('families', withPlace(fixedText), 1)

const familyChoice: Shape<FamilyChoice> = {
  read: (node, reading) => (node.kind === 'list' ? names.read(node, reading) : everyOrNone.read(node, reading)),
  schema: (definitions) => ({ anyOf: [everyOrNone.schema(definitions), names.schema(definitions)] }),
}

const { agent, agentVersion, metadata, customer, variables, tags, laws, timeLimitMs, clock } = settingFields

const fileRecord = record(
  'a file of attacks',
  {
    attacks: required(withPlace(fixedText), 'The name of the file, as suites have one.'),
    agent: required(agent.shape, agent.doc),
    agentVersion,
    metadata,
    customer,
    variables,
    tags,
    laws,
    timeLimitMs,
    clock,
    goals: required(list('goals', goal, 1), 'What an attacker wants.'),
    families: optional(familyChoice, 'Of the library: all (the default), none, or a list of families.'),
    own: optional(
      'attacks of our own',
      list('attacks', ownTechnique, 1),
      'More attacks, for all goals of the file or those under for:.',
    ),
  },
  {
    ...sameHint(['conversations', 'every turn', 'seeds', 'repeat'], 'these are attacks: goals: and families:'),
    ...sameHint(['suite', 'name'], 'write attacks: and the name'),
    ...sameHint(['own attacks', 'own', 'techniques'], 'write attacks of our own:'),
    goal: 'write goals: and a list',
  },
)

export const attackFile: Shape<Omit<AttackFile, 'file'>> = withCheck(
  fileRecord,
  ({ families = 'all', own = [], ...read }) => ({ ...read, families, own }),
)
