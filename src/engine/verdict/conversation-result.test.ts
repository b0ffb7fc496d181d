import { expect, it } from 'vitest'
import { sharedId } from './conversation-result.ts'

it.each([
  ['draft', 's.yaml:3', 's.yaml:3'],
  [2, 's.yaml:3#4~7', 's.yaml:3#4~7'],
  ['HEAD~1 (459371)', 'a b.yaml:3', 'a b.yaml:3'],
  ['HEAD~1 (45937158a)', 's.yaml:3', 's.yaml:3'],
  ['main@{2 days ago} (abc1234)', 's.yaml:3:9', 's.yaml:3:9'],
])('leaves the version %j away, whatever it is called', (version, place, id) => {
  expect(sharedId({ id: `${place} ${version}`, version })).toBe(id)
})
