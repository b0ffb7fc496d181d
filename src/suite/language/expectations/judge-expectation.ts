import type { JsonObject } from '../../../base/json/json.ts'
import { oneOrMore } from '../../yaml/collections.ts'
import type { MapNode } from '../../yaml/node.ts'
import { keysOf, optional, type RecordOf, record, required, sameHint } from '../../yaml/record.ts'
import { text, wholeNumber, word } from '../../yaml/scalar.ts'
import { type Reading, refuse, refuseType, type Shape, withCheck, withName } from '../../yaml/shape.ts'
import { emptyIn, fillText, type Numerals, variablePattern } from '../matchers/fill-text.ts'
import { fixedText } from '../matchers/fixed-text.ts'

export type JudgeFinding = 'met' | 'not met'

/** A criterion that a model judges: one item under `judge`. */
export interface JudgeExpectation extends RecordOf<typeof fields> {
  /** The criterion with its `{{variables}}` unfilled, as used by labels and licences. */
  asWritten: string
  expect: JudgeFinding
  /** Why it cannot be judged with the values filled in. */
  unjudgeable?: string
}

/** The most votes of one model: more would cost more than they tell. */
const mostVotes = 15

/** Keys and words of other tools, each mapped to what to write here. */
const aliases = {
  criterion: ['rubric', 'question', 'value', 'assertion', 'prompt', 'criteria', 'llm-rubric', 'text', 'instructions'],
  reply: ['contains', 'matches', 'equals', 'starts with', 'ends with', 'language', 'similar to', 'words', 'length'],
  by: ['model', 'models', 'provider', 'judge', 'judges'],
  votes: ['repeat', 'samples', 'times', 'n'],
  looksAt: ['scope', 'over', 'context', 'looks'],
  scores: ['threshold', 'score', 'scores', 'min', 'max', 'scale', 'weight', 'choices', 'labels', 'at least', 'pass'],
}

export const judgeHints: Record<string, string> = sameHint(
  ['rubric', 'llm-rubric', 'llm rubric', 'criterion', 'criteria', 'factuality', 'g-eval', 'rating'],
  'write judge: and a sentence that is true or not',
)

const findings: Readonly<Record<string, JudgeFinding>> = {
  ...sameWord(['true', 'yes', 'pass', 'passed', 'holds'], 'met'),
  ...sameWord(['false', 'no', 'fail', 'failed', 'not', 'unmet', 'notmet', 'none', 'never'], 'not met'),
}
const extents: Readonly<Record<string, 'turn' | 'conversation'>> = {
  ...sameWord(['reply', 'answer', 'message', 'last turn'], 'turn'),
  ...sameWord(['session', 'whole', 'all', 'everything', 'transcript', 'talk', 'whole conversation'], 'conversation'),
}

function sameWord<W extends string>(words: readonly string[], commonWord: W): Record<string, W> {
  return Object.fromEntries(words.map((word) => [word, commonWord]))
}

/** Words about criteria that are no criterion themselves. */
const noCriteria = new Set([...Object.keys(findings), 'met', 'not met', 'cannot tell', 'judge', 'off', 'on'])

/** A licence is for the sentence as written: one for `{{variable}}` would cover anything filled in. */
const sentence: Shape<string> = {
  read(node, reading) {
    const hint = 'write what must hold, as in: apologises for the delay'
    if (node.kind === 'scalar' && typeof node.value !== 'string')
      return refuseType(reading, node, 'a criterion, which is a sentence', hint)
    const read = text.read(node, reading)
    if (read === undefined) return undefined
    const rest = read.replace(variablePattern, ' ').trim()
    if (noCriteria.has(read.trim().toLowerCase()))
      return refuse(reading, 'wrong-value', node.at, `a criterion is a sentence, and "${read}" is none`, hint)
    if (/\p{L}/u.test(rest)) return read
    const alone = rest === '' && read.trim() !== ''
    const message = alone
      ? 'a criterion that is a variable alone could say anything, and no licence could be for it'
      : 'a criterion is a sentence, and this is none'
    return refuse(reading, 'wrong-value', node.at, message, alone ? 'write the sentence around the variable' : hint)
  },
  schema: () => ({ type: 'string' }),
}

const votes: Shape<number> = {
  read(node, reading) {
    const read = wholeNumber(1).read(node, reading)
    if (read === undefined || read <= mostVotes) return read
    const message = `${read} votes of one model are too many`
    return refuse(reading, 'wrong-value', node.at, message, `write at most ${mostVotes}`)
  },
  schema: () => ({ type: 'integer', minimum: 1, maximum: mostVotes }),
}

const models = oneOrMore('models', fixedText)

const panel: Shape<string[]> = withCheck(models, (read, reading, node) => {
  const twice = read.findIndex((name, index) => read.indexOf(name) !== index)
  if (twice === -1) return read
  const at = node.kind === 'list' ? (node.items[twice]?.at ?? node.at) : node.at
  const message = `${read[twice]} stands twice under by`
  return refuse(reading, 'wrong-value', at, message, 'write votes: 2 to ask a model twice')
})

const fields = {
  criterion: required(sentence, 'A sentence about the conversation that is true or not.'),
  expect: optional(
    word(['met', 'not met'], { what: 'what is expected', meanings: findings }),
    'met, or not met for what must not be. @default met',
  ),
  /** What the judge is shown; by default the turn, and under `session` the conversation. */
  looksAt: optional(
    'looks at',
    word(['turn', 'conversation'], { what: 'what the judge looks at', meanings: extents }),
    'What the judge is shown: the turn, or everything up to here.',
  ),
  /** Models of the config; by default those of the project. */
  by: optional(panel, 'A model of the config, or several: a panel.'),
  /** How often each model is asked; by default as often as the project says. */
  votes: optional(votes, 'How often each model is asked. @default 1'),
}

const hints: Readonly<Record<string, string>> = {
  ...sameHint(aliases.criterion, 'write criterion:'),
  ...sameHint(aliases.reply, 'what words can decide stands under reply:, beside judge:'),
  ...sameHint(['calls', 'latency', 'reply', 'error'], 'write it beside judge:, under expect:'),
  ...sameHint(aliases.by, 'write by:'),
  ...sameHint(aliases.votes, 'write votes:'),
  ...sameHint(aliases.looksAt, 'write looks at:'),
  ...sameHint(['expected', 'verdict', 'result', 'met'], 'write expect: met, or expect: not met'),
  ...sameHint(aliases.scores, 'a criterion is met or not: state what must hold as a sentence'),
  ...sameHint(['temperature', 'seed', 'system'], 'settings of a model stand under models: of the config'),
  not: 'write criterion: and the sentence as it is, with expect: not met',
}

const whole = record('a criterion', fields, hints)

const criterion: Shape<JudgeExpectation> = {
  read(node, reading) {
    if (node.kind === 'list') {
      return refuseType(reading, node, 'a criterion', 'write all criteria in one list')
    }
    if (node.kind !== 'scalar') {
      if (refuseOther(node, reading)) return undefined
      const read = whole.read(node, reading)
      return read === undefined ? undefined : complete(read)
    }
    const read = sentence.read(node, reading)
    return read === undefined ? undefined : complete({ criterion: read, at: node.at })
  },
  schema: (definitions): JsonObject => ({ anyOf: [sentence.schema(definitions), whole.schema(definitions)] }),
}

/** Names the one thing that is wrong with it. Returns true if it was refused. */
function refuseOther({ entries, at }: MapNode, reading: Reading): boolean {
  const [first, ...others] = entries
  if (first === undefined) {
    refuse(reading, 'asserts-nothing', at, 'this criterion is empty', 'write what must hold')
    return true
  }
  const { key, keyAt, value } = first
  if (others.length > 0 || keysOf(fields).includes(key)) return false
  const cut = !Object.hasOwn(hints, key) && value.kind === 'scalar' && /\s/.test(`${key}${value.source}`)
  const hint = aliases.reply.includes(key)
    ? 'what words can decide stands under reply:, beside judge:'
    : cut
      ? 'put a sentence that holds ": " in quotes'
      : undefined
  if (hint === undefined) return false
  refuse(reading, 'unknown-key', keyAt, `a criterion has no key "${key}"`, hint)
  return true
}

function complete({ criterion, expect = 'met', ...rest }: RecordOf<typeof fields>): JudgeExpectation {
  return { ...rest, criterion, asWritten: criterion, expect }
}

const criteria = oneOrMore('criteria', criterion)

/** `judge:` of a turn, of `every turn` and of `session`: one criterion or a list of them, each once. */
export const judgeExpectation: Shape<JudgeExpectation[]> = withName('judge', () =>
  withCheck(criteria, (read, reading) => {
    const byKey = new Map<string, JudgeExpectation>()
    for (const each of read) {
      const key = askedBy(each)
      const earlier = byKey.get(key)
      byKey.set(key, each)
      if (earlier === undefined) continue
      const [message, hint] =
        earlier.expect === each.expect
          ? [`line ${earlier.at.line} asks the same`, 'keep one; votes: 3 asks a judge three times']
          : [`no answer can satisfy this: line ${earlier.at.line} expects the opposite`, 'keep one of the two']
      return refuse(reading, 'wrong-value', each.at, message, hint)
    }
    return read
  }),
)

/** A key that is equal for criteria asking the same of the same judges. */
function askedBy({ criterion, looksAt, by = [] }: JudgeExpectation): string {
  const plain = criterion.toLowerCase().replace(/\s+/g, ' ').trim().replace(/[.!]$/, '')
  return JSON.stringify([plain, looksAt ?? null, [...by].sort()])
}

export function isJudgeExpectation(data: object): data is JudgeExpectation {
  return 'criterion' in data && 'asWritten' in data
}

/** A criterion with its variables filled in; with an empty one it would mean something else, so it cannot be judged. */
export function fillCriterion(original: JudgeExpectation, variables: JsonObject, numerals: Numerals): JudgeExpectation {
  const empty = emptyIn(original.criterion, variables)
  const criterion = fillText(original.criterion, variables, numerals)
  return empty === undefined
    ? { ...original, criterion }
    : { ...original, criterion, unjudgeable: `{{${empty}}} is empty, so the criterion says something else` }
}
