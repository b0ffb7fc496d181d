import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { configOf } from '../../compare/blueprint/blueprint.fixture.ts'
import { cleanConfig } from '../../compare/blueprint/clean-config.ts'
import type { Blueprint } from '../../wire/api/blueprint.ts'
import { blueprintPath, readKeptBlueprint, saveBlueprint } from './kept-blueprint.ts'

const folder = mkdtempSync(join(tmpdir(), 'tableread-blueprints-'))
afterEach(() => rmSync(join(folder, 'snapshots'), { recursive: true, force: true }))

function blueprintOf(prompt: string, agentId = 'order-desk'): Blueprint {
  const config = configOf()
  config.agentInstructions.systemContext = [{ system: prompt }]
  return { agentId, config, version: { name: 'Order desk v3', description: 'Finds orders.', number: 3 } }
}

describe('kept blueprints', () => {
  it('are read as they were kept, with the day of the first time', () => {
    const blueprint = blueprintOf('Be brief.')
    const path = join(folder, 'snapshots/blueprints/order-desk@3.yaml')
    expect(readKeptBlueprint(folder, 'order-desk', 3)).toEqual({ kind: 'none' })
    expect(saveBlueprint(folder, blueprint, '2026-11-20')).toEqual({ kind: 'new', path })
    expect(saveBlueprint(folder, blueprint, '2026-11-21')).toEqual({ kind: 'same', path })
    const config = cleanConfig(blueprint.config)
    expect(readKeptBlueprint(folder, 'order-desk', 3)).toEqual({
      kind: 'kept',
      blueprint: { number: 3, keptOn: '2026-11-20', config },
    })
    expect(saveBlueprint(folder, blueprintOf('Be long.'), '2026-11-22').kind).toBe('changed')
  })
  it('are files that a person can read: folded, sorted, without secrets', () => {
    const prompt = `${'You are the order desk of a shop for household goods. '.repeat(4)}See https://x.com/a?api_key=abc123.`
    const { path } = saveBlueprint(folder, blueprintOf(prompt), '2026-11-20')
    const lines = readFileSync(path, 'utf8').split('\n')
    expect(lines.slice(1, 7)).toEqual([
      'agent: order-desk',
      'version: 3',
      'name: Order desk v3',
      'description: Finds orders.',
      'kept: 2026-11-20',
      'config:',
    ])
    expect(Math.max(...lines.slice(1).map(({ length }) => length))).toBeLessThanOrEqual(90)
    expect(lines.join()).not.toContain('abc123')
    const members = lines.flatMap((line) => /^ {2}(\w+):/.exec(line)?.[1] ?? [])
    expect(members).toEqual(members.toSorted())
  })
  it('give back any prompt', { tags: 'slow' }, () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.string({ unit: 'grapheme', maxLength: 300 }),
          fc.lorem({ maxCount: 60 }),
        ),
        (prompt) => {
          const blueprint = blueprintOf(prompt)
          saveBlueprint(folder, blueprint, '2026-11-20')
          expect(readKeptBlueprint(folder, 'order-desk', 3)).toMatchObject({
            blueprint: { config: cleanConfig(blueprint.config) },
          })
        },
      ),
      { seed: 16, numRuns: 100 },
    )
  })
  it.each([
    ['config: [', /flow|sequence|expected/i],
    ['- a list', /expected a mapping/],
    ['agent: other\nversion: 3\nkept: x\nconfig: {}', /expected agent order-desk/],
    ['agent: order-desk\nversion: 3\nconfig: {}', /expected kept/],
  ])('that are broken say so: %j', (text, reason) => {
    const { path } = saveBlueprint(folder, blueprintOf('x'), '2026-11-20')
    writeFileSync(path, text)
    expect(readKeptBlueprint(folder, 'order-desk', 3)).toMatchObject({
      kind: 'unreadable',
      path,
      reason: expect.stringMatching(reason),
    })
  })
  it('have names that stay in their folder', () => {
    expect(basename(blueprintPath(folder, 'Order desk', 3))).toBe('Order desk@3.yaml')
    expect(basename(blueprintPath(folder, '../../etc/passwd', 3))).toMatch(/^_\._.._etc_passwd~[0-9a-f]{8}@3\.yaml$/)
    expect(blueprintPath(folder, 'a/b', 1)).not.toBe(blueprintPath(folder, 'a_b', 1))
  })
})
