import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { schemaOf } from './find-suites.ts'

it.each([
  ['/work/chat.yaml', './node_modules/tableread/schema/suite.json'],
  ['/work/suites/chat.yaml', '../node_modules/tableread/schema/suite.json'],
  ['/work/suites/desk/orders/chat.yaml', '../../../node_modules/tableread/schema/suite.json'],
])('the schema is named as seen from %s', (file, path) => {
  expect(schemaOf(file, '/work')).toBe(path)
})

it('the schema is where the package is installed, above a project of a monorepo', () => {
  const root = mkdtempSync(join(tmpdir(), 'tableread-schema-of-'))
  mkdirSync(join(root, 'node_modules/tableread'), { recursive: true })
  const project = join(root, 'apps/desk')
  expect(schemaOf(join(project, 'suites/a.yaml'), project)).toBe('../../../node_modules/tableread/schema/suite.json')
  rmSync(root, { recursive: true })
})
