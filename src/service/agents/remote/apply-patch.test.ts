import { expect, it } from 'vitest'
import type { JsonValue } from '../../../base/json/json.ts'
import { applyPatch } from './apply-patch.ts'

const before = { a: { b: [1, 2] }, 'x/y': 1 }

it.each<[JsonValue, JsonValue]>([
  [[{ op: 'add', path: '/c', value: null }], { ...before, c: null }],
  [[{ op: 'add', path: '/a/b/1', value: 9 }], { ...before, a: { b: [1, 9, 2] } }],
  [[{ op: 'add', path: '/a/b/-', value: 3 }], { ...before, a: { b: [1, 2, 3] } }],
  [[{ op: 'remove', path: '/a/b/0' }], { ...before, a: { b: [2] } }],
  [[{ op: 'remove', path: '/x~1y' }], { a: { b: [1, 2] } }],
  [[{ op: 'replace', path: '/a/b/1', value: { z: 1 } }], { ...before, a: { b: [1, { z: 1 }] } }],
  [[{ op: 'replace', path: '', value: { n: 1 } }], { n: 1 }],
  [[{ op: 'move', from: '/x~1y', path: '/a/c' }], { a: { b: [1, 2], c: 1 } }],
  [[{ op: 'copy', from: '/a/b', path: '/d' }], { ...before, d: [1, 2] }],
  [
    [
      { op: 'test', path: '/a/b/0', value: 1 },
      { op: 'remove', path: '/a' },
    ],
    { 'x/y': 1 },
  ],
])('%j is carried out', (patch, after) => {
  const copy = structuredClone(before)
  expect(applyPatch(copy, patch)).toEqual(after)
  expect(copy).toEqual(before)
})

it.each<[JsonValue, string]>([
  [{ op: 'add' }, 'no list of operations'],
  [[7], 'undefined is no operation'],
  [[{ op: 'shout', path: '/a' }], '"shout" is no operation'],
  [[{ op: 'add', path: '/c' }], 'add /c has no value'],
  [[{ op: 'move', path: '/c' }], 'move /c has no from'],
  [[{ op: 'remove', path: '/nope/x' }], 'there is nothing at'],
  [[{ op: 'remove', path: '/a/b/2' }], 'there is nothing at /a/b/2'],
  [[{ op: 'add', path: '/a/b/7', value: 1 }], 'there is no place at /a/b/7'],
  [[{ op: 'add', path: 'a', value: 1 }], 'a is no path'],
  [[{ op: 'add', path: '/toString/x', value: 1 }], 'there is nothing at'],
  [[{ op: 'test', path: '/a/b/0', value: 2 }], 'the test of /a/b/0 fails'],
])('%j is refused', (patch, message) => {
  expect(() => applyPatch(structuredClone(before), patch)).toThrow(message)
})
