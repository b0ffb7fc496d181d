import { expect, it } from 'vitest'
import { plainText } from '../document/door.ts'
import type { DiffLine } from './differing-rows.ts'
import { sideLines } from './first-difference.ts'

const removal = (of: 'call' | 'message' | 'entry', text: string): DiffLine => ({ kind: 'removed', of, text })
const words: DiffLine = {
  kind: 'words',
  label: 'reply',
  words: [
    { kind: 'removed', text: 'I will ask.' },
    { kind: 'added', text: 'No.' },
  ],
}
const quoted = (...lines: DiffLine[]): string[] =>
  sideLines({ title: 'turn 1', user: null, lines, crash: { a: null, b: null } }, { a: 'one', b: 'two' }).map(plainText)

it.each<[string, DiffLine[], string, string]>([
  [
    'words that differ, though a message is gone',
    [removal('message', 'reply "Hello."'), words],
    'reply: I will ask.',
    'reply: No.',
  ],
  [
    'words that differ, though a thought is gone',
    [removal('entry', 'thinking "?"'), words],
    'reply: I will ask.',
    'reply: No.',
  ],
  ['a call that is gone', [removal('call', 'call find()'), words], 'call find()', 'no such call'],
  [
    'a call that is gone behind a message',
    [removal('message', 'reply "A."'), removal('call', 'call find()')],
    'call find()',
    'no such call',
  ],
  ['a message, though others remain', [removal('message', 'reply "Hello."')], 'reply "Hello."', 'no such message'],
  [
    'one thing for another',
    [removal('call', 'call find()'), { kind: 'added', of: 'message', text: 'reply "B."' }],
    'call find()',
    'reply "B."',
  ],
])('quotes %s', (_, lines, a, b) => {
  expect(quoted(...lines)).toEqual([`- one  ${a}`, `+ two  ${b}`])
})

it('tells good from bad by what broke alone: what is merely different has no tone', () => {
  const turn = { title: 'turn 1', user: null, lines: [words], crash: { a: null, b: null } }
  const tonesOf = (isWorse: boolean): unknown[] =>
    sideLines(turn, { a: 'one', b: 'two' }, { isWorse }).map((line) => Object(line).tone ?? null)
  expect([tonesOf(true), tonesOf(false)]).toEqual([
    ['good', 'bad'],
    [null, null],
  ])
})
