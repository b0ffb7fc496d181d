import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { complaints, runSuites } from './run-suites.ts'

const root = resolve(import.meta.dirname, '../..')
const page = readFileSync(resolve(root, 'docs/recipes.md'), 'utf8')
const recipes = page
  .split(/^## /m)
  .slice(1)
  .map((text) => ({ name: text.split('\n', 1)[0] ?? '', text: /```yaml\n([\s\S]*?)^```$/m.exec(text)?.[1] ?? '' }))

describe('docs/recipes.md', () => {
  it('has a dozen recipes, and README links to it, to the tutorial and to the reference', () => {
    const readme = readFileSync(resolve(root, 'README.md'), 'utf8')
    const links = ['docs/recipes.md', 'docs/tutorial.md', 'docs/reference.md'].map((link) =>
      readme.includes(`(${link})`),
    )
    expect([recipes.length >= 12, links]).toEqual([true, [true, true, true]])
  })
  it.each(recipes)('$name: it runs', async (recipe) => {
    const results = await runSuites([recipe], root)
    expect([results.length > 0, complaints(results)]).toEqual([true, []])
  })
  it.each([
    ['Assert a handoff', 'agentName: human-desk }\n          calls', 'agentName: order-desk }\n          calls'],
    ['A tool that must fail', 'is_error: true', 'is_error: false'],
    ['A WhatsApp template', 'T01:00:00.000Z', 'T00:30:00.000Z'],
    ['Relax a law', '    laws: { no placeholder', '    laws: { no open call'],
  ])('%s: it fails with %j as %j', async (title, right, wrong) => {
    const recipe = recipes.find(({ name }) => name.startsWith(title))
    expect(recipe?.text).toContain(right)
    const text = recipe?.text.replace(right, wrong) ?? ''
    const results = await runSuites([{ name: title, text }], root)
    expect(results.map(({ verdict }) => verdict)).toEqual(['failed'])
  })
})
