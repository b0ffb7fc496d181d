import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '..')

const files = ['src', 'tests', 'suites'].flatMap((room) =>
  readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts') && !name.includes('node_modules'))
    .map((name) => `${room}/${name.replaceAll('\\', '/')}`),
)

/**
 * Each property call in formatted source: up to the line that closes it, at the same indentation as the line
 * that opens it.
 */
function propertiesIn(source: string): { line: number; text: string }[] {
  const lines = source.split('\n')
  return lines.flatMap((first, index) => {
    if (!/\bfc\.assert\(/.test(first)) return []
    const indent = /^ */.exec(first)?.[0] ?? ''
    const end = first.endsWith('(') ? lines.findIndex((line, at) => at > index && line.startsWith(`${indent})`)) : index
    return [{ line: index + 1, text: lines.slice(index, end + 1).join('\n') }]
  })
}

it('every property begins with a seed of its own, so that what passes once passes everywhere', () => {
  const properties = files.flatMap((file) =>
    propertiesIn(readFileSync(join(root, file), 'utf8')).map((property) => ({ file, ...property })),
  )
  expect(properties.length).toBeGreaterThan(40)
  const unseeded = properties.filter(({ text }) => !/\bseed\b/.test(text)).map(({ file, line }) => `${file}:${line}`)
  expect(unseeded).toEqual([])
})
