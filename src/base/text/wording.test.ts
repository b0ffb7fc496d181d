import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { measureGrowth, mostGrowth } from '../measure-growth.fixture.ts'
import { count, onOneLine, showTime } from './wording.ts'

it.each([
  [0, 'turn', '0 turns'],
  [1, 'turn', '1 turn'],
  [2, 'turn', '2 turns'],
  [2, 'tape entry', '2 tape entries'],
  [2, 'day', '2 days'],
  [2, 'branch', '2 branches'],
])('%i %s is %j', (number, noun, words) => {
  expect(count(number, noun)).toBe(words)
})

/** Numbers that are never one in their place: a limit, a length in a unit, or guarded nearby. */
const many = [
  / of \$\{[^}]+\} /,
  /=== 1 \?|=== 1\)|== 2 \?/,
  /length\} (?:members could|messages and|lines differ, in|times, so that)/,
  /more than \$\{|\/ 1000\} seconds|twice/,
  /\$\{rule\} rules it out|\$\{(?:name|turn|who|by)\} calls|times in a row|\.name\} runs|\} runs (?:\$|in)|scripts make|lists make|hours apart|messages stand/,
]

it('is what every text with a number before a noun takes', () => {
  const src = resolve(import.meta.dirname, '../..')
  const nouns =
    'turn|run|conversation|suite|problem|file|request|time|call|step|session|attempt|message|line|warning|row|item|rule|test|agent'
  const pattern = new RegExp(`\\$\\{[^}]*\\} (?:${nouns})s\\b`)
  const lines = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter(
      (name) => name.endsWith('.ts') && !/\.(?:test|fixture)\.ts$/.test(name) && !name.startsWith('wire/contract'),
    )
    .flatMap((name) =>
      readFileSync(join(src, name), 'utf8')
        .split('\n')
        .map((line) => `${name}: ${line.trim()}`),
    )
  expect(lines.length).toBeGreaterThan(20_000)
  const odd = lines.filter((line) => pattern.test(line) && !many.some((each) => each.test(line)))
  expect(odd).toEqual([])
})

it.each([
  [0, '0 ms'],
  [-0.3, '0 ms'],
  [999.6, '1.0 s'],
  [1_240, '1.2 s'],
  [59_949, '59.9 s'],
  [59_960, '1 min 0 s'],
  [119_700, '2 min 0 s'],
  [-1_240, '-1.2 s'],
])('%d ms are %j', (ms, text) => {
  expect(showTime(ms)).toBe(text)
})

it.each([
  ['look  up', 'look  up'],
  ['look \r\n\t up', 'look up'],
  ['\nlook\u2028up\u0085', ' look up '],
])('%j is %j on one line', (text, line) => {
  expect(onOneLine(text)).toBe(line)
})

it.each([' ', '\n', ' .', ' \u0085'])('takes no quadratic time to put %j over and over on one line', async (piece) => {
  expect(await measureGrowth(2_000, (size) => onOneLine(`${piece.repeat(size)}.`))).toBeLessThan(mostGrowth)
})
