import { fixedText } from '../language/matchers/fixed-text.ts'
import { attachedLinks } from '../language/script/turn.ts'
import { list, oneOrMore } from '../yaml/collections.ts'
import { literalObject } from '../yaml/literal.ts'
import type { Place, WithPlace } from '../yaml/place.ts'
import { type Field, optional, type RecordOf, record, required, sameHint, type WithDefaults } from '../yaml/record.ts'
import { text, wholeNumber, withPlace, word } from '../yaml/scalar.ts'
import { type ReadOf, type Shape, withCheck, withName } from '../yaml/shape.ts'

/** What an attack can aim at: a call that must not come, or a text that must not be revealed. */
const aims = ['call', 'leak'] as const
export type Aim = (typeof aims)[number]

export type OnRefusal =
  | { kind: 'go on' | 'back off' | 'try again' | 'give up' }
  /** Inserts these turns before the rest. */
  | { kind: 'turns'; turns: AttackTurn[] }

/** One message of an attack: wordings to choose from by seed, links sent along, and the reaction to a refusal. */
export interface AttackTurn {
  at: Place
  user: WithPlace<string>[]
  attachments: string[]
  onRefusal: OnRefusal
}

/** A technique: turns around `{{wish}}`, for any goal. */
export interface Technique
  extends Omit<
    WithDefaults<RecordOf<typeof shared>, 'needs' | 'backOff' | 'giveUpAfter' | 'mostTurns'>,
    'attack' | 'aims'
  > {
  name: WithPlace<string>
  family: string
  aims: readonly Aim[]
  /** The goals that it applies to, by name, if a file restricts it. */
  goals?: WithPlace<string>[]
  /** Whether it is defined in the file of the goals, so that its places refer to that file. */
  isOwn: boolean
}

const [usualRefusals, usualTurns] = [4, 8]

const usualBackOff = [
  'Okay, never mind that.',
  'No problem, forget it.',
  'Fair enough, sorry. Something else first.',
  'Alright, I understand.',
]

const moves = ['go on', 'back off', 'try again', 'give up'] as const

const turnList: Shape<AttackTurn[]> = list(
  'turns',
  withName('attack turn', () => turn),
  1,
)
const branch = record(
  'if refused',
  { turns: required(turnList, 'What the attacker says then, before the rest.') },
  sameHint(['say', 'user', 'then'], 'write turns: and a list of messages'),
)
const move = word(moves)

const onRefusal: Shape<OnRefusal> = {
  read(node, reading) {
    if (node.kind === 'map') {
      const read = branch.read(node, reading)
      return read === undefined ? undefined : { kind: 'turns', turns: read.turns }
    }
    const kind = move.read(node, reading)
    return kind === undefined ? undefined : { kind }
  },
  schema: (definitions) => ({ anyOf: [move.schema(definitions), branch.schema(definitions)] }),
}

const turnFields = record(
  'a turn of an attack',
  {
    user: required(oneOrMore('texts', withPlace(text)), 'What the attacker says; one of several by seed.'),
    attachments: optional(attachedLinks, 'Public links to files, sent with the message.'),
    ifRefused: optional(
      'if refused',
      onRefusal,
      'go on (the default), back off, try again, give up, or turns: of a branch.',
    ),
  },
  {
    ...sameHint(['say', 'message', 'input', 'says'], 'write user:'),
    ...sameHint(['expect', 'reply', 'calls'], 'what counts as harm stands under harm: of a goal'),
    ...sameHint(['on refusal', 'refused'], 'write if refused:'),
  },
)

const turn: Shape<AttackTurn> = withCheck(
  turnFields,
  ({ at, user, attachments = [], ifRefused = { kind: 'go on' as const } }) => ({
    at,
    user,
    attachments,
    onRefusal: ifRefused,
  }),
)

const shared = {
  attack: required(withPlace(fixedText), 'The name of the attack; no other has it.'),
  aims: optional(oneOrMore('aims', word(aims)), 'What it is tried for: call, leak, or both (the default).'),
  /** Variables that a file has to define for it. */
  needs: optional(oneOrMore('names', withPlace(fixedText)), 'Variables that the file has to give for it.'),
  /** Smuggled in with the metadata of the conversation. */
  metadata: optional(literalObject, 'Smuggled in with the metadata, over that of the file.'),
  turns: required(turnList, 'What the attacker says, in order.'),
  backOff: optional(
    'back off',
    oneOrMore('texts', withPlace(text)),
    'What is said to back off; one of several by seed.',
  ),
  /** After how many refusals it gives up. */
  giveUpAfter: optional('give up after', wholeNumber(1), 'How many refusals end the talk. Default: 4.'),
  mostTurns: optional('most turns', wholeNumber(1), 'How many messages the attacker says at most. Default: 8.'),
} satisfies Record<string, Field<unknown>>

const hints = {
  ...sameHint(['name'], 'write attack: and the name'),
  ...sameHint(['steps', 'messages'], 'write turns:'),
  ...sameHint(['aim'], 'write aims:'),
  ...sameHint(['max turns', 'patience'], 'write most turns:'),
}

const attackShape = record('an attack', shared, hints)

const owned = record(
  'an attack',
  {
    ...shared,
    family: optional(withPlace(fixedText), 'The family that it counts for. Default: own.'),
    goals: optional('for', oneOrMore('goals', withPlace(fixedText)), 'The goals that it is for; all without it.'),
  },
  hints,
)

/** The family of a file's own attacks that name none. */
const ownFamily = 'own'

export const ownTechnique: Shape<Technique> = withCheck(owned, ({ family, goals, ...read }) => ({
  ...techniqueOf(read, family?.value ?? ownFamily, true),
  ...(goals === undefined ? {} : { goals }),
}))

function techniqueOf(read: RecordOf<typeof shared>, family: string, isOwn: boolean): Technique {
  const { at, attack, metadata, turns, needs = [] } = read
  return {
    at,
    name: attack,
    family,
    aims: read.aims ?? aims,
    needs,
    ...(metadata === undefined ? {} : { metadata }),
    turns,
    backOff: read.backOff ?? usualBackOff.map((value) => ({ value, at })),
    giveUpAfter: read.giveUpAfter ?? usualRefusals,
    mostTurns: read.mostTurns ?? usualTurns,
    isOwn,
  }
}

export interface AttackFamily extends Omit<ReadOf<typeof familyFields>, 'attacks'> {
  attacks: Technique[]
}

const familyFields = record('a family of attacks', {
  family: required(withPlace(fixedText), 'The name of the family.'),
  about: required(withPlace(fixedText), 'What its attacks have in common, in a sentence.'),
  attacks: required(list('attacks', attackShape, 1), 'The attacks of the family.'),
})

export const attackFamily: Shape<AttackFamily> = withCheck(familyFields, ({ family, attacks, ...read }) => ({
  ...read,
  family,
  attacks: attacks.map((each) => techniqueOf(each, family.value, false)),
}))

export function techniqueTexts({ turns, backOff }: Technique): WithPlace<string>[] {
  return [...turns.flatMap(textsOfTurn), ...backOff]
}

function textsOfTurn({ at, user, attachments, onRefusal }: AttackTurn): WithPlace<string>[] {
  const own = [...user, ...attachments.map((value) => ({ value, at }))]
  return onRefusal.kind === 'turns' ? [...own, ...onRefusal.turns.flatMap(textsOfTurn)] : own
}
