import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
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

it('says at once that nothing is there, whatever is beside it and cannot be read', () => {
  const message = 'there is no file or folder suites'
  for (const root of ['/', '/proc'].filter((each) => existsSync(each)))
    expect(() => findSuites(['suites'], root), root).toThrow(message)
  const crowd = join(folder, 'crowd')
  for (let index = 0; index < 2_200; index += 1) mkdirSync(join(crowd, `${index}`), { recursive: true })
  writeFileSync(join(crowd, 'odd.yaml'), Buffer.from([0xff, 0xfe, 0xff]))
  expect(() => findSuites(['suites'], crowd)).toThrow(message)
})
