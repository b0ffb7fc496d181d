import { explainPattern, type Pattern, recallPattern } from '../../../base/patterns/linear-pattern.ts'
import { refuse, refuseType, type Shape } from '../../yaml/shape.ts'

/** `/source/flags`, or bare text. Refused: what takes exponential time, and what matches no text, or every one. */
export const pattern: Shape<Pattern> = patternOf(false)

/** The same for the text of an answer, which is never blank: a pattern that every other text matches says nothing. */
export const patternOfReply: Shape<Pattern> = patternOf(true)

/** The same for a part of a text that is taken: a pattern that every text matches takes it all. */
export const patternOfCapture: Shape<Pattern> = patternOf(null)

/** `isFilled` is null where a pattern may match every text. */
function patternOf(isFilled: boolean | null): Shape<Pattern> {
  return {
    read(node, reading) {
      if (node.kind !== 'scalar' || node.source === '')
        return refuseType(reading, node, 'a pattern', 'write it between slashes: /order \\d+/i')
      const slashed = /^\/(.*)\/([a-zA-Z]*)\n*$/s.exec(node.source)
      const read: Pattern = { source: slashed?.[1] ?? node.source, flags: slashed?.[2] ?? '' }
      const flaw = explainPattern(read) ?? flawOf(read, isFilled)
      return flaw === null ? read : refuse(reading, 'bad-pattern', node.at, flaw.reason, flaw.hint)
    },
    schema: () => ({ type: 'string' }),
  }
}

function flawOf(read: Pattern, isFilled: boolean | null): { reason: string; hint: string } | null {
  const odd = oddFilling(read)
  if (odd !== undefined)
    return { reason: `the pattern cannot be used: ${odd}`, hint: 'write \\{\\{ for braces, or write it out' }
  const plainPattern = withoutVariables(read)
  const isTrivial = isFilled !== null && matchesEveryText(plainPattern, isFilled)
  const hint = 'say more of the text, or present: true for any'
  if (isTrivial) return { reason: 'the pattern matches every text, so it could never fail', hint }
  if (!recallPattern(plainPattern).isEmpty()) return null
  return {
    reason: 'no text matches the pattern',
    hint: '^ and $ look at the beginning and the end; write \\^ and \\$ for the characters',
  }
}

/** Texts with little in common; the empty one comes first, since few patterns match it. */
const unlikeTexts = [
  '',
  'a',
  'Z',
  '7',
  ' ',
  '\n',
  '.',
  'Hello, Asha!\nIt was sent on 3 May.',
  'ß漢字🙂',
  '\u0000',
  '~'.repeat(500),
]

/** Replaces each variable by one letter: the rest of the pattern may match every text, whatever the values. */
function withoutVariables({ source, flags }: Pattern): Pattern {
  return { source: source.replace(/\{\{[^{}]*\}\}/g, 'q'), flags }
}

/** Texts with little in common, and those of its own characters, all or the `isFilled`. @throws if unusable */
export function matchesEveryText(read: Pattern, isFilled = false): boolean {
  const compiled = recallPattern(read)
  const isMatched = (text: string): boolean => (isFilled && text.trim() === '') || compiled.test(text)
  if (!unlikeTexts.every(isMatched)) return false
  for (const text of textsAgainst(read)) if (!isMatched(text)) return false
  return true
}

/** Letters of alphabets that a pattern may rule out by name. */
const letters = [...'яαقहאกაՀ한あア漢éßı€—😀٣Ⅳ\u0301\u200d\u00a0']

/** What it names, such as the `<` of `/^[^<]*$/`, alone and in pairs, and longer ones than it counts. */
function* textsAgainst({ source }: Pattern): Generator<string> {
  const own = [...new Set(source)]
  yield* own
  yield* letters
  yield* ['~', 'a ', 'a\n', 'a. '].map((each) => each.repeat(1_100))
  const few = own.slice(0, 40)
  for (const one of few) for (const other of few) yield `${one}${other}`
}

/** A backslash before a literal would escape its first letter, and none can be a repetition count. */
function oddFilling({ source }: Pattern): string | undefined {
  if (/(?<!\\)(?:\\\\)*\\\{\{[^{}]*\}\}/.test(source))
    return 'a backslash before {{…}} would be about the first letter of its value'
  return /\{\{\{[^{}]*\}\}|\{\d*,\{\{/.test(source)
    ? 'a variable cannot say how often something is repeated'
    : undefined
}
