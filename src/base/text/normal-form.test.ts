import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { measureGrowth, mostGrowth } from '../measure-growth.fixture.ts'
import { toNormalForm } from './normal-form.ts'

it.each([
  ['e\u0301', 'é'],
  ['\u1e69 s\u0307\u0323', 'ṩ ṩ'],
  ['plain text', 'plain text'],
  [`z${'\u0301'.repeat(30)}`, `ź${'\u0301'.repeat(29)}`],
])('writes %j as any normal form does', (text, normal) => {
  expect(toNormalForm(text, 'NFC')).toBe(normal)
})

it('takes time in proportion to a text of nothing but marks', async () => {
  const growth = await measureGrowth(10_000, (size) => toNormalForm('\u0301\u0323'.repeat(size), 'NFC'))
  expect(growth).toBeLessThan(mostGrowth)
})

it('keeps two texts apart or alike, however many marks they have', () => {
  const marks = '\u0301\u0323'.repeat(100)
  expect(toNormalForm(`e${marks}`, 'NFC')).toBe(toNormalForm(`e${marks}`, 'NFC'))
  expect(toNormalForm(`e${marks}`, 'NFC')).not.toBe(toNormalForm(`e${marks}\u0301`, 'NFC'))
})

it('is what all code uses', () => {
  const root = resolve(import.meta.dirname, '../..')
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(?<!\.test|\.fixture|normal-form)\.ts$/.test(name),
  )
  expect(files.length).toBeGreaterThan(500)
  expect(files.filter((name) => /\.normalize\(('NF|\))/.test(readFileSync(join(root, name), 'utf8')))).toEqual([])
})
