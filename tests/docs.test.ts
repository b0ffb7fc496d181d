import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { lawNames } from '../src/base/law-name.ts'
import { matcherOperators } from '../src/script/matcher-operator.ts'
import { parseScript } from '../src/script/parse.ts'
import { jsonMatcher } from '../src/script/read-matcher.ts'

const root = resolve(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(resolve(root, path), 'utf8')
const pages = ['README.md', 'ARCHITECTURE.md', ...readdirSync(resolve(root, 'docs')).map((name) => `docs/${name}`)]
const suites = pages.flatMap((page) =>
  [...read(page).matchAll(/```yaml\n(suite:[\s\S]*?)```/g)].map((match, index) => ({
    page,
    index,
    text: match[1] ?? '',
  })),
)

describe('the documentation', () => {
  it.each(suites)('$page: suite $index can be read', ({ text, page }) => {
    expect(parseScript(text, page)).toMatchObject({ ok: true })
  })
  it('holds suites at all', () => {
    expect(suites.length).toBeGreaterThanOrEqual(5)
  })
  it('has a row for every problem code', () => {
    const codes = [...read('src/grammar/problem.ts').matchAll(/^ {2}\| '([a-z-]+)'/gm)].map((match) => match[1])
    const rows = [...read('docs/problems.md').matchAll(/^\| `([a-z-]+)` \|/gm)].map((match) => match[1])
    expect(rows).toEqual(codes)
  })
  it('names every operator and every law', () => {
    const language = read('docs/language.md')
    const words = [...Object.keys(matcherOperators(jsonMatcher, 'json')), ...lawNames]
    expect(words.filter((word) => !language.includes(`\`${word}\``))).toEqual([])
  })
  it.each(pages)('%s links only to files that exist', (page) => {
    const links = [...read(page).matchAll(/\]\((?!https?:)([^)#]+)\)/g)].map((match) => match[1] ?? '')
    const broken = links.filter((link) => {
      try {
        return read(resolve(root, page, '..', link)) === ''
      } catch (error) {
        return (error as NodeJS.ErrnoException).code !== 'EISDIR'
      }
    })
    expect(broken).toEqual([])
  })
  it('speaks of no machine and no registry', () => {
    const registry = ['registry', 'npmjs', 'org'].join('.')
    const lock = read('package-lock.json')
    expect(
      pages
        .map(read)
        .concat(lock)
        .filter((text) => text.includes(registry) || /\/(home|root|work)\//.test(text)),
    ).toEqual([])
  })
})
