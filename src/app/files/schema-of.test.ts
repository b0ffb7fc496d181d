import { expect, it } from 'vitest'
import { schemaOf } from './find-suites.ts'

it.each([
  ['/work/chat.yaml', './node_modules/tableread/schema/suite.json'],
  ['/work/suites/chat.yaml', '../node_modules/tableread/schema/suite.json'],
  ['/work/suites/desk/orders/chat.yaml', '../../../node_modules/tableread/schema/suite.json'],
])('the schema is named as seen from %s', (file, path) => {
  expect(schemaOf(file, '/work')).toBe(path)
})
