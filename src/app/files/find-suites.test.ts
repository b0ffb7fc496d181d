import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findSuites, suitesNamed } from './find-suites.ts'

let folder = ''
const files = {
  'suites/a.yaml': 'suite: Returns # of goods\nagent: "my-desk"\n',
  'suites/b.yaml': 'agent: my-desk\nsuite: Orders\n',
  'workspace/agents/my-desk.yaml': 'agent: my-desk\nid: my-desk-1\n',
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tableread-named-'))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it.each([
  ['returns', 'returns is the name of a suite: write suites/a.yaml'],
  ['my-desk', 'my-desk is the name of an agent: name the files of its suites, suites/a.yaml suites/b.yaml'],
  ['nobody', undefined],
  ['suites/returns', undefined],
])('names the files of a suite or an agent that was given instead of a path: %s', (word, hint) => {
  expect(suitesNamed(word, folder)).toBe(hint)
  if (hint === undefined) return
  expect(() => findSuites([word], folder)).toThrow(hint)
})
