import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { knownTags } from './configure.ts'

const folder = mkdtempSync(join(tmpdir(), 'tableread-tags-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('knows the tags of a suite that includes a file', () => {
  mkdirSync(join(folder, 'suites'))
  writeFileSync(join(folder, 'suites/shared.yaml'), 'variables: { order: "1042" }\n')
  writeFileSync(
    join(folder, 'suites/orders.yaml'),
    'suite: Orders\nagent: desk\ntags: [slow]\ninclude: [shared.yaml]\nconversations:\n  - name: one\n    turns: [{ user: "where is {{order}}?", expect: { reply: "1042" } }]\n',
  )
  expect(knownTags(['suites'], folder)).toEqual(['slow'])
})
