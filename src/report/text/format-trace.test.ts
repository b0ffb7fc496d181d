import { expect, it } from 'vitest'
import { finishText } from './finish-text.ts'
import { formatTrace } from './format-trace.ts'
import { createPaint } from './paint.ts'
import type { TraceLine } from './trace-conversation.ts'

const plain = createPaint(false)
const event = (turn: number | null, observation: string, finding = '', poor = false): TraceLine => ({
  turn,
  seen: observation,
  found: finding,
  poor,
})

it('names a turn once, and what comes after the last one', () => {
  const trace = [
    event(0, 'user "a"'),
    event(0, 'reply "b"', 'passed reply'),
    event(null, 'stored session', 'failed status'),
  ]
  expect(formatTrace(trace, 80, plain)).toEqual([
    '    turn 1  user "a"',
    '            reply "b"   passed reply',
    '    after   stored session   failed status',
  ])
})

it('folds to the width, what was found on lines of its own', () => {
  const lines = formatTrace(
    [event(0, `reply "${'one two three '.repeat(9)}"`, 'failed contains "four": not in it')],
    60,
    plain,
  )
  expect(lines.every((line) => line.length <= 60)).toBe(true)
  expect(lines.at(-1)).toBe('              failed contains "four": not in it')
  expect(lines.slice(1, -1).every((line) => /^ {16}\S/.test(line))).toBe(true)
})

it('breaks a word that is longer than a line, and ends', () => {
  const lines = formatTrace([event(0, `reply "${'x'.repeat(300)}"`)], 20, plain)
  expect(lines.every((line) => line.length <= 44)).toBe(true)
  expect(lines.join('').replace(/\s/g, '')).toBe(`turn1reply"${'x'.repeat(300)}"`)
})

it('leaves out the middle of a long trace in whole events, and says how much', () => {
  const trace = Array.from({ length: 100 }, (_, turn) => event(turn, `user "${turn}"`))
  const lines = formatTrace(trace, 80, plain)
  expect(lines).toHaveLength(60)
  expect(lines[20]).toBe('    … 41 events in 41 lines left out')
  expect([lines[0], lines.at(-1)]).toEqual(['    turn 1    user "0"', '    turn 100  user "99"'])
})

it('dims all but what failed', () => {
  const [dim = '', poor = ''] = formatTrace([event(0, 'a'), event(0, 'b', 'failed', true)], 80, createPaint(true)).map(
    finishText,
  )
  expect([dim.includes('\u001b[2m'), poor.includes('\u001b')]).toEqual([true, false])
})

it('of nothing is nothing', () => {
  expect(formatTrace([], 80, plain)).toEqual([])
})
