import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isRefusal } from '../src/engine/transcript/refusal.ts'
import { wishNames } from '../src/suite/attack/fill-attack.ts'
import { parseAttacks, parseFamily } from '../src/suite/attack/read-attacks.ts'

const root = resolve(import.meta.dirname, '..')
const page = readFileSync(join(root, 'docs/attack.md'), 'utf8')
const list = readFileSync(join(root, 'docs/attack-library.md'), 'utf8')
const library = readdirSync(join(root, 'templates/attacks'))
  .filter((name) => name.endsWith('.yaml'))
  .sort()
  .map((name) => {
    const parsed = parseFamily(readFileSync(join(root, 'templates/attacks', name), 'utf8'), name)
    if (!parsed.ok) throw new Error(`${name}: ${JSON.stringify(parsed.problems)}`)
    return parsed.family
  })

describe('docs/attack.md', () => {
  it('shows a file of attacks that can be read', () => {
    const [, text = ''] = /```yaml\n(attacks:[\s\S]*?)```/.exec(page) ?? []
    expect(parseAttacks(text, 'docs/attack.md')).toMatchObject({ ok: true, file: { goals: { length: 3 } } })
  })
  it('has a row for every family of the library, with its number of attacks, and no other', () => {
    const rows = [...page.matchAll(/^\| `([a-z-]+)` \| (\d+) \|/gm)].map(([, family, count]) => [family, Number(count)])
    const wantedRows = library.map(({ attacks }) => [attacks[0]?.family, attacks.length])
    expect(rows.toSorted()).toEqual(wantedRows.toSorted())
    const all = library.reduce((sum, { attacks }) => sum + attacks.length, 0)
    expect(page).toContain(`has ${all} attacks in nine families`)
  })
  it('has a row for every attack of the library, with what it aims at, and no other', () => {
    const [, table = ''] = /^\| family \| attack \| mechanism \| aims at \|\n\| .*\n((?:\|.*\n)+)/m.exec(list) ?? []
    const rows = table
      .trim()
      .split('\n')
      .map((row) => row.split('|').map((cell) => cell.trim()))
      .map(([, , attack, , aims]) => `${attack}: ${aims}`)
    const wantedRows = library.flatMap(({ attacks }) =>
      attacks.map(({ name, aims }) => `${name.value}: ${aims.length === 2 ? 'both' : aims[0]}`),
    )
    expect(rows.toSorted()).toEqual(wantedRows.toSorted())
  })
  it('names every form of the wish', () => {
    expect(wishNames.filter((name) => !page.includes(`{{${name}}}`))).toEqual([])
  })
  it('says of refusals what is so', () => {
    for (const reply of ['I cannot do that.', 'That is not allowed.', 'It is against our policy.', "I'm sorry."])
      expect([reply, isRefusal(reply)]).toEqual([reply, true])
  })
})
