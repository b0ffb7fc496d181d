import { describe, expect, it } from 'vitest'
import type { JsonValue } from '../../base/json.ts'
import { measure } from './measure.ts'

const kinds = ['length', 'words', 'sentences'] as const

describe('the length, words and sentences', () => {
  it.each<[JsonValue | undefined, (number | null)[]]>([
    ['', [0, 0, 0]],
    ['Hello there, Asha.', [18, 3, 1]],
    ['One. Two?  Three!', [17, 3, 3]],
    ['\n \n', [3, 0, 0]],
    ['. . .', [5, 0, 1]],
    ['One.\n\n \n\nTwo.', [13, 2, 2]],
    ["it's 3.50", [9, 2, 1]],
    ['cafe\u0301', [4, 1, 1]],
    ['a\r\nb', [3, 2, 2]],
    ['\u{1F44D}\u{1F3FD}', [1, 0, 1]],
    ['\u{1F468}\u200d\u{1F469}\u200d\u{1F467} ok', [4, 1, 1]],
    ['q\u0323\u0307', [1, 1, 1]],
    ['Dr. Smith calls. Fine?', [22, 4, 2]],
    ['东京 大阪', [5, 2, 1]],
    [
      [1, 2],
      [2, null, null],
    ],
    [{ a: 1, b: 2, c: 3 }, [3, null, null]],
    [7, [null, null, null]],
    [null, [null, null, null]],
    [undefined, [null, null, null]],
  ])('of %j are %j', (value, measures) => {
    expect(kinds.map((kind) => measure(kind, value))).toEqual(measures)
  })
})
