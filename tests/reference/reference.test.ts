import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/base/json/json.ts'
import { findUndocumented } from './find-uses.ts'
import { exampleFolder } from './read-examples.ts'
import { readLaws } from './read-laws.ts'
import { complaints, runSuites } from './run-suites.ts'
import { sections } from './sections.ts'
import { examples, writeReference } from './write-reference.ts'

const file = resolve(import.meta.dirname, '../../docs/reference.md')
const keys = sections.flatMap(({ name, keys }) => keys.map((key) => `${name} > ${key}`))

describe('docs/reference.md', () => {
  it('is the reference of the language as it stands', () => {
    const text = writeReference()
    if (process.env.UPDATE_GOLDENS === '1') writeFileSync(file, text)
    expect(readFileSync(file, 'utf8')).toBe(text)
  })
  it('has a section for every mapping of the schema', () => {
    expect(findUndocumented()).toEqual([])
  })
  it('says of every law what docs/language.md says of it', () => {
    const laws = sections.find(({ name }) => name === 'laws')?.schema.properties as Record<string, JsonObject>
    const pairs = Object.entries(laws).map(([name, { description }]) => [name, description])
    expect(pairs).toEqual([...readLaws()].map(([name, means]) => [name, `Holds when: ${means}.`]))
  })
  it('has an example for every key, and none for a key that is gone', () => {
    const announced = examples.flatMap(({ section, keys }) => keys.map((key) => `${section} > ${key}`))
    expect(announced.toSorted()).toEqual(keys.toSorted())
  })
  it.each(examples)('$section > $keys in $file uses what it announces', ({ section, keys, uses }) => {
    expect(keys.filter((key) => !uses.has(`${section} > ${key}`))).toEqual([])
  })
})

describe('the examples of the reference', () => {
  const page = readFileSync(file, 'utf8')
  const head = /^```text\n([\s\S]*?)^```$/m.exec(page)?.[1] ?? ''
  const blocks = [...page.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text)
  const suites = blocks.map((text, index) => {
    const below = text.startsWith('- name: ')
    return { name: `${index + 1}.yaml`, text: below ? `${head}${text.replace(/^(?=.)/gm, '  ')}` : text, below }
  })
  it('are all of them, and most stand below the head that the page gives', () => {
    expect(blocks).toHaveLength(examples.length)
    expect(head).toMatch(/^suite: [\s\S]*\nconversations:\n$/)
    expect(suites.filter(({ below }) => below).length).toBeGreaterThan(50)
  })
  // Some show limits of seconds, which a busy machine may exceed.
  it('run green, each exactly as the page shows it', { tags: 'stress', retry: 2 }, async () => {
    const results = await runSuites(suites, exampleFolder)
    expect(complaints(results)).toEqual([])
    expect(new Set(results.map(({ file: suite }) => suite)).size).toBe(suites.length)
  })
  it('name a file to include as it is', () => {
    const [including = ''] = blocks.filter((text) => text.includes('\ninclude: '))
    const lines = including
      .split('\n')
      .filter((line) => line.startsWith('#   '))
      .map((line) => line.slice(4))
    const included = readFileSync(resolve(exampleFolder, 'included/shared.yaml'), 'utf8').split('\n')
    expect(included).toEqual(expect.arrayContaining(lines))
    expect(lines.length).toBeGreaterThan(1)
  })
})
