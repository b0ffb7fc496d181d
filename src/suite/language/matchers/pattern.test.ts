import { expect, it } from 'vitest'
import { matchesEveryText } from './pattern.ts'

it.each([
  ...['^[^<]*$', '^[^q]*$', '^[^€]+$', '^[^😀]*$', '^\\P{Cyrillic}+$', '^[^\\p{Cyrillic}]+$', '^[^а-я]+$', '^[^ق]+$'],
  ...['^(?:[^s]|s[^o])*$', '^.{0,1000}$', '^(?:\\S+\\s*){1,60}$', '^[^\\n]*$', '^[^ऀ-ॿ]+$'],
])('/%s/s can fail', (source) => {
  expect([matchesEveryText({ source, flags: 's' }), matchesEveryText({ source, flags: 's' }, true)]).toEqual([
    false,
    false,
  ])
})

it.each(['.*', '^', '$', '[^]?', 'a*', '\\S*', '(?:x|)', '^(?:.|\\n)*$'])('/%s/ cannot fail', (source) => {
  expect(matchesEveryText({ source, flags: '' })).toBe(true)
})

it.each(['.', '\\S', '.+', '[^ ]'])('/%s/s cannot fail for a text that is not blank', (source) => {
  expect([matchesEveryText({ source, flags: 's' }), matchesEveryText({ source, flags: 's' }, true)]).toEqual([
    false,
    true,
  ])
})
