import { expect, it } from 'vitest'
import { isSameSession } from './same-session.ts'

it.each([
  ['a', 'a', true],
  ['desk/7', 'desk%2F7', true],
  ['desk%2f7', 'desk%2F7', true],
  ['caf\u00e9', 'cafe\u0301', true],
  ['100%', '100%', true],
  ['100%', '100%25', true],
  [null, null, true],
  ['a', 'A', false],
  ['a', 'a/', false],
  ['1', '01', false],
  ['a', null, false],
  ['desk/7', 'desk/8', false],
])('%s and %s: %s', (one, other, same) => expect(isSameSession(one, other)).toBe(same))
