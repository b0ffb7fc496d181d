import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../src/report')
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => name.endsWith('.ts') && !/\.(test|fixture)\.ts$/.test(name))

/** What makes text of others fit to be shown. In a report, the door alone does so. */
const doorOnly = /\b(?:cutText|cutJson|lastOf|cleanLine|redactKeys|conceal\w*)\b/

/** The door, and what it is made of. */
const door = ['document/door.ts', 'text/line.ts']

describe('in reports, text of others', () => {
  it('is made fit to be shown by the door alone', () => {
    const naming = sources.filter((file) => doorOnly.test(readFileSync(join(root, file), 'utf8')))
    expect(naming.sort()).toEqual(door)
  })
})
