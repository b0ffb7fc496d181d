import { expect, it } from 'vitest'
import { placeIn } from './read-thrown.ts'

it('names a place in code from here, and one elsewhere in full', () => {
  expect(placeIn(`Error: x\n    at desk (file://${process.cwd()}/agents/desk.mjs:5:48)`)).toBe(
    ' (agents/desk.mjs:5:48)',
  )
  expect(placeIn('Error: x\n    at file:///elsewhere/desk.mjs:1:2')).toBe(' (/elsewhere/desk.mjs:1:2)')
  expect(placeIn('Error: x\n    at node:internal/x:1:2')).toBe('')
})
