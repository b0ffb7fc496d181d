import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import config from '../vitest.config.ts'

const root = resolve(import.meta.dirname, '..')
const files = ['src', 'suites', 'tests']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  .filter((name) => name.endsWith('.test.ts') && !name.includes('node_modules'))
  .map((name) => ({ name, text: readFileSync(join(root, name), 'utf8') }))

/** Lines of a file that match, each as `file:line`. */
const linesOf = ({ name, text }: (typeof files)[number], pattern: RegExp): string[] =>
  text.split('\n').flatMap((line, index) => (pattern.test(line) ? [`${name}:${index + 1}`] : []))

describe('the tiers of tests (CONTRIBUTING.md)', () => {
  it('have their limits in vitest.config.ts: no test and no hook has a shorter one', () => {
    const shorter =
      /^(?: {2})?\}, (?:[\d_]{4,6}|1[01]\d_000|120_000)\)$|['`], \{(?:.*, )?timeout: (?:[\d_]{4,6}|1[01]\d_000|120_000)\b/
    expect(files.flatMap((file) => linesOf(file, shorter))).toEqual([])
  })
  it('are built for none of the tests beside the sources, which start no program of ours and no browser', () => {
    const started = /from '(?:playwright-core|.*\/run-(?:warm|cli|vitest)\.ts)'|bin\/tableread\.js/
    const beside = files.filter(({ name }) => name.startsWith('src'))
    expect(beside.flatMap((file) => linesOf(file, started))).toEqual([])
  })
  it('have each test that is tagged in the project that plays it', () => {
    const stress = (config.test?.projects ?? []).flatMap((each) =>
      typeof each === 'object' && 'test' in each && each.test?.name === 'stress' ? (each.test.include ?? []) : [],
    )
    const tagged = files.filter(({ text }) => /tags: 'stress'|eachByTier\(\d|^\/\/ @module-tag stress/.test(text))
    expect(stress.toSorted()).toEqual(tagged.map(({ name }) => name).toSorted())
  })
})
