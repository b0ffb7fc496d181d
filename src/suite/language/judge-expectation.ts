import type { JsonObject } from '../../base/json.ts'
import { oneOrMore } from '../yaml/collections.ts'
import type { Place } from '../yaml/place.ts'
import { optional, type RecordOf, record, required, sameHint } from '../yaml/record.ts'
import { text, wholeNumber } from '../yaml/scalar.ts'
import { type Reading, refuse, refuseType, type Shape } from '../yaml/shape.ts'
import { emptyIn, fillText, type Numerals } from './fill-text.ts'
import { fixedText } from './fixed-text.ts'

/** What a judge can say of a criterion where it can tell. */
export type Finding = 'met' | 'not met'

/** A criterion that a model judges: one item under `judge`. */
export interface JudgeExpectation {
  at: Place
  criterion: string
  /** The criterion with its `{{variables}}` unfilled: what labels and licences are for. */
  asWritten: string
  /** What has to be found. */
  expect: Finding
  /** What the judge is shown; where it is not stated, the turn, and under `session` the conversation. */
  looksAt?: 'turn' | 'conversation'
  /** Models of the config; where they are not stated, those of the project. */
  by?: string[]
  /** How often each model is asked; where it is not stated, as often as the project says. */
  votes?: number
  /** Why it cannot be judged with the values that were filled in. */
  unjudgeable?: string
}

/** The most votes of one model: more cost more than they tell. */
const mostVotes = 15

/** One of a few words. */
function oneOf<const W extends string>(what: string, words: readonly [W, ...W[]]): Shape<W> {
  const list = words.join(' or ')
  return {
    read(node, reading) {
      if (node.kind !== 'scalar') return refuseType(reading, node, what, `write ${list}`)
      const found = words.find((word) => word === node.source)
      return (
        found ??
        refuse(reading, 'wrong-value', node.at, `${what} is ${list}, not "${node.source}"`, `write ${words[0]}`)
      )
    },
    schema: () => ({ enum: [...words] }),
  }
}

const fields = {
  criterion: required('criterion', text, 'A sentence about the conversation that is true or not.'),
  expect: optional(
    'expect',
    oneOf('what is expected', ['met', 'not met']),
    'met, or not met for what must not be. @default met',
  ),
  looksAt: optional(
    'looks at',
    oneOf('what the judge looks at', ['turn', 'conversation']),
    'What the judge is shown: the turn, or everything up to here.',
  ),
  by: optional('by', oneOrMore('models', fixedText), 'A model of the config, or several: a panel.'),
  votes: optional('votes', wholeNumber(1), 'How often each model is asked. @default 1'),
}

const whole = record('a criterion', fields, {
  ...sameHint(['rubric', 'question', 'value', 'assertion', 'prompt'], 'write criterion:'),
  ...sameHint(['model', 'models', 'provider', 'judge'], 'write by:'),
  ...sameHint(['threshold', 'score', 'min'], 'a criterion is met or not: state what must hold as a sentence'),
  not: 'write the criterion as it is, and expect: not met',
})

const criterion: Shape<JudgeExpectation> = {
  read(node, reading) {
    if (node.kind !== 'scalar') {
      const read = whole.read(node, reading)
      return read === undefined ? undefined : complete(read, reading)
    }
    const sentence = text.read(node, reading)
    return sentence === undefined ? undefined : complete({ criterion: sentence, at: node.at }, reading)
  },
  schema: (definitions): JsonObject => ({ anyOf: [text.schema(definitions), whole.schema(definitions)] }),
}

function complete(read: RecordOf<typeof fields>, reading: Reading): JudgeExpectation | undefined {
  const { criterion, expect = 'met', at, votes = 1, by = [], ...rest } = read
  if (criterion.trim() === '')
    return refuse(reading, 'wrong-value', at, 'a criterion is a sentence, and this is none', 'write what must hold')
  if (votes > mostVotes)
    return refuse(reading, 'wrong-value', at, `${votes} votes of one model are too many`, `write at most ${mostVotes}`)
  const twice = by.find((name, index) => by.indexOf(name) !== index)
  if (twice !== undefined)
    return refuse(reading, 'wrong-value', at, `${twice} stands twice under by`, 'write votes: 2 to ask a model twice')
  return {
    ...rest,
    at,
    criterion,
    asWritten: criterion,
    expect,
    ...(read.by === undefined ? {} : { by }),
    ...(read.votes === undefined ? {} : { votes }),
  }
}

/** `judge:` of a turn, of `every turn` and of `session`: one criterion or a list of them. */
export const judgeExpectation: Shape<JudgeExpectation[]> = oneOrMore('criteria', criterion)

/** Whether a part of a script is a criterion for a judge. */
export function isJudgeExpectation(data: object): data is JudgeExpectation {
  return 'criterion' in data && 'asWritten' in data
}

/** A criterion with its variables filled in; with an empty one it says something else, and cannot be judged. */
export function fillCriterion(given: JudgeExpectation, variables: JsonObject, numerals: Numerals): JudgeExpectation {
  const empty = emptyIn(given.criterion, variables)
  const criterion = fillText(given.criterion, variables, numerals)
  return empty === undefined
    ? { ...given, criterion }
    : { ...given, criterion, unjudgeable: `{{${empty}}} is empty, so that the criterion says something else` }
}
