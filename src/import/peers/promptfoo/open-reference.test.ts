import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { importPeers, type PeerImport } from '../import-peers.ts'

let folder = ''

const files: Record<string, string> = {
  'outside/secret.txt': 'the secret of the house',
  'outside/secret.csv': 'q,__expected\nthe secret of the house,x\nthe secret too,y\n',
  'outside/secret.json': '[{ "vars": { "q": "the secret of the house" } }]',
  'in/own/shared.txt': 'what is shared',
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tableread-peers-'))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  symlinkSync(join(folder, 'outside/secret.txt'), join(folder, 'in/own/link.txt'))
})

afterAll(() => rmSync(folder, { recursive: true }))

function importConfig(text: string, name: string): PeerImport {
  mkdirSync(join(folder, 'in/own/deep'), { recursive: true })
  writeFileSync(join(folder, 'in/own/deep/promptfooconfig.yaml'), text)
  return importPeers([join(folder, name)], {
    from: 'promptfoo',
    agent: 'desk',
    show: (path) => relative(folder, path),
  })
}

const test = (rest: string): string => `prompts: ["{{q}}"]\ntests: [{ vars: { q: hi }, assert: [${rest}] }]\n`

it.each([
  ['tests', 'prompts: ["{{q}}"]\ntests: file://../../../outside/secret.csv\n'],
  ['tests of a list', 'prompts: ["{{q}}"]\ntests: ["../../../outside/secret.json"]\n'],
  ['tests by a pattern', 'prompts: ["{{q}}"]\ntests: file://../../../outside/*.csv\n'],
  ['tests by a pattern in disguise', 'prompts: ["{{q}}"]\ntests: file://x/../../../../outside/**/*.json\n'],
  ['a prompt', 'prompts: [file://../../../outside/secret.txt]\ntests: [{ assert: [{ type: contains, value: x }] }]\n'],
  ['a prompt by its whole path', 'prompts: [file://OUTSIDE/secret.txt]\ntests: [{ vars: { a: b }, assert: [] }]\n'],
  ['a prompt through a link', 'prompts: [file://../link.txt]\ntests: [{ vars: { a: b }, assert: [] }]\n'],
  ['variables', 'prompts: ["{{q}}"]\ntests: [{ vars: { q: file://../../../outside/secret.txt }, assert: [] }]\n'],
  ['a value', test('{ type: contains, value: file://../../../outside/secret.txt }')],
  ['assertions', test('file://../../../outside/secret.json')],
  ['defaults', `defaultTest: file://../../../outside/secret.json\n${test('{ type: contains, value: x }')}`],
])('reads nothing outside of the folder that was named, and says so: %s', (_, text) => {
  const draft = importConfig(text.replace('OUTSIDE', join(folder, 'outside')), 'in')
  expect(JSON.stringify(draft)).not.toContain('the secret')
  expect(JSON.stringify(draft)).toContain('is not read: it lies outside of the folder that is imported')
  expect(draft.refused.length).toBeGreaterThan(0)
})

it('reads beside a file that was named, and what the folder has that was named', () => {
  const text = test('{ type: contains, value: file://../shared.txt }')
  expect(importConfig(text, 'in').suites[0]?.text).toContain('contains: what is shared')
  const alone = importConfig(text, 'in/own/deep/promptfooconfig.yaml')
  expect(JSON.stringify(alone)).not.toContain('what is shared')
  expect(alone.suites[0]?.text).toContain('it lies outside of the folder that is imported')
})
