import { describe, expect, it } from 'vitest'
import type { Matcher } from '../../../suite/language/matchers/matcher.ts'
import { match } from '../match.ts'
import { matchBy, matchTexts } from '../match-readings.ts'
import { answerOf, certainFirst, resolveMisses } from './answer.ts'
import { verdictOn } from './outcome.ts'

const at = { line: 1, column: 1, length: 1 }
const text = 'Okay'
/** Two letters are too few to identify a language. */
const conditions: Record<string, Matcher> = {
  holds: { kind: 'equals', value: text, written: text, at },
  fails: { kind: 'equals', value: 'no', written: 'no', at },
  'cannot tell': { kind: 'language', codes: ['de'], at },
}
const [yes, no, open] = ['holds', 'fails', 'cannot tell'] as const
type Answer = typeof yes | typeof no | typeof open

/** Strong Kleene logic: a certain answer settles it, and otherwise a doubt stays a doubt. */
const opposites: Record<Answer, Answer> = { holds: no, fails: yes, 'cannot tell': open }
const all = (of: readonly Answer[]): Answer => (of.includes(no) ? no : of.includes(open) ? open : yes)
const any = (of: readonly Answer[]): Answer => opposites[all(of.map((each) => opposites[each]))]
const none = (of: readonly Answer[]): Answer => all(of.map((each) => opposites[each]))

const answers: readonly Answer[] = [yes, no, open]
const pairs = answers.flatMap((one) => answers.flatMap((two) => answers.map((three) => [one, two, three] as const)))
const matchers = (of: readonly Answer[]): Matcher[] => of.map((each) => conditions[each] as Matcher)

/** Every way to combine conditions, with the expected outcome for three answers. */
const combinators: [string, (of: readonly Answer[]) => Matcher, (of: readonly Answer[]) => Answer][] = [
  ['all', (of) => ({ kind: 'all', of: matchers(of), at }), all],
  ['any', (of) => ({ kind: 'any', of: matchers(of), at }), any],
  ['none', (of) => ({ kind: 'none', of: matchers(of), at }), none],
  ['not all', (of) => ({ kind: 'not', of: { kind: 'all', of: matchers(of), at }, at }), (of) => opposites[all(of)]],
  ['not any', (of) => ({ kind: 'not', of: { kind: 'any', of: matchers(of), at }, at }), (of) => opposites[any(of)]],
  ['not none', (of) => ({ kind: 'not', of: { kind: 'none', of: matchers(of), at }, at }), any],
  [
    'all of one and any of two',
    (of) => ({
      kind: 'all',
      of: [matchers(of)[0] as Matcher, { kind: 'any', of: matchers(of.slice(1)), at }],
      at,
    }),
    (of) => all([of[0] ?? yes, any(of.slice(1))]),
  ],
  [
    'what ignores case',
    (of) => ({ kind: 'folded', ignored: ['case'], of: { kind: 'any', of: matchers(of), at }, at }),
    any,
  ],
]

const ways: [string, (matcher: Matcher) => { doubt?: string }[]][] = [
  ['a value', (matcher) => match(matcher, text, '')],
  ['texts', (matcher) => matchTexts(matcher, { path: '', whole: text, each: () => [{ path: '', text }] })],
  ['readings', (matcher) => matchBy(matcher, () => ({ path: '', value: text, also: [text] }))],
]

describe('three answers', () => {
  it.each(combinators)('combine by Kleene: %s', { tags: 'slow' }, (_, combined, expected) => {
    for (const [way, judge] of ways)
      for (const of of pairs) expect([way, of, answerOf(judge(combined(of)))]).toEqual([way, of, expected(of)])
  })

  it.each(answers)('stay what they are inside values: %s', { tags: 'slow' }, (answer) => {
    const matcher = conditions[answer] as Matcher
    const first = { key: 'a', matcher, at }
    const inside: [Matcher, Parameters<typeof match>[1]][] = [
      [{ kind: 'fields', fields: [first], closed: false, at }, { a: text }],
      [{ kind: 'fields', fields: [first], closed: true, at }, { a: text }],
      [{ kind: 'items', items: [matcher], at }, [text]],
      [{ kind: 'each', of: matcher, at }, [text, text]],
      [{ kind: 'contains', parts: [matcher], at }, [text, 3]],
      [{ kind: 'json', of: matcher, at }, JSON.stringify(text)],
    ]
    for (const [outer, value] of inside) {
      expect([outer.kind, answerOf(match(outer, value, ''))]).toEqual([outer.kind, answer])
      const ruledOut = match({ kind: 'not', of: outer, at }, value, '')
      expect([outer.kind, answerOf(ruledOut)]).toEqual([outer.kind, opposites[answer]])
    }
  })

  it('settle by what is certain: a list with an item that holds, an object with a member that fails', () => {
    const language = conditions[open] as Matcher
    const german = 'Ihre Bestellung ist unterwegs.'
    expect(answerOf(match({ kind: 'contains', parts: [language], at }, [text, german], ''))).toBe(yes)
    expect(answerOf(match({ kind: 'each', of: language, at }, [text, 'Your order is on its way.'], ''))).toBe(no)
    const fields = [
      { key: 'a', matcher: language, at },
      { key: 'b', matcher: conditions.fails as Matcher, at },
    ]
    const misses = match({ kind: 'fields', fields, closed: false, at }, { a: text, b: text }, '')
    expect(verdictOn(misses)).toMatchObject({ verdict: 'failed', mismatches: [{ path: 'b' }] })
  })

  it('leave a negation in doubt where one of several texts is in doubt, and fail it where one is certain', () => {
    const judge = (...texts: string[]) =>
      answerOf(
        matchTexts(
          { kind: 'not', of: conditions[open] as Matcher, at },
          { path: '', whole: texts.join('\n'), each: () => texts.map((each) => ({ path: '', text: each })) },
        ),
      )
    const [english, german] = ['Your order is on its way, and it will be there soon.', 'Ihre Bestellung ist unterwegs.']
    expect(judge(english)).toBe(yes)
    expect(judge(english, text)).toBe(open)
    expect(judge(english, text, german)).toBe(no)
  })
  it('fail in the end where JSON says two things, unless something else is in doubt that may yet hold', () => {
    const twice = '{"a":1,"a":2}'
    const json: Matcher = { kind: 'json', of: conditions.holds as Matcher, at }
    const language = conditions[open] as Matcher
    const verdict = (matcher: Matcher) => verdictOn(match(matcher, twice, '')).verdict
    for (const of of [json, { kind: 'not' as const, of: json, at }]) {
      expect(answerOf(match(of, twice, ''))).toBe(open)
      expect(verdict(of)).toBe('failed')
      for (const both of [
        [of, language],
        [language, of],
      ]) {
        expect(verdict({ kind: 'any', of: both, at })).toBe('not judged')
        expect(verdict({ kind: 'all', of: both, at })).toBe('failed')
        expect(verdict({ kind: 'none', of: both, at })).toBe('failed')
      }
    }
    expect(verdictOn(match(json, twice, '')).mismatches[0]).not.toHaveProperty('doubt')
    const both: Matcher = { kind: 'all', of: [json, language], at }
    expect(resolveMisses(match(both, twice, '')).map(({ doubt }) => doubt !== undefined)).toEqual([false, true])
  })
  it('are shown without what is in doubt where something is certain, and with it where nothing is', () => {
    const [certain, doubtful] = [
      match(conditions.fails as Matcher, text, ''),
      match(conditions[open] as Matcher, text, ''),
    ]
    expect(certainFirst([...doubtful, ...certain])).toEqual(certain)
    expect(certainFirst(doubtful)).toEqual(doubtful)
    expect(doubtful).toHaveLength(1)
  })
})
