import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { boundaries, rooms } from './boundaries.table.ts'

const root = resolve(import.meta.dirname, '../src')
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => name.endsWith('.ts'))
const sources = files.filter((name) => !/\.(test|fixture)\.ts$/.test(name))

const specifiers = new Map(
  sources.map((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    const matches = text.matchAll(
      /^(?:import|export)\s[^'"]*?from\s+'([^']+)'|^import\s+'([^']+)'|\bimport\(\s*'([^']+)'\s*\)/gm,
    )
    return [file, [...matches].map((match) => match[1] ?? match[2] ?? match[3] ?? '')]
  }),
)

/** The files that each file imports, as paths below src/; leaves out `../package.json` and the like. */
const imports = new Map(
  [...specifiers].map(([file, names]) => [
    file,
    names
      .filter((name) => name.startsWith('.'))
      .map((name) => relative(root, resolve(root, dirname(file), name)).replaceAll('\\', '/'))
      .filter((path) => !path.startsWith('..')),
  ]),
)

const roomOf = (file: string): string => file.split('/')[0] ?? ''
const within = (file: string, part: string): boolean => file.startsWith(`${part}/`)
const partOf = (file: string): string =>
  Object.keys(boundaries)
    .filter((part) => within(file, part))
    .reduce((longest, part) => (part.length > longest.length ? part : longest), '')

/** The import cycles: for each node that can reach itself, one path. */
function cyclesOf(edges: ReadonlyMap<string, Iterable<string>>): string[] {
  const done = new Set<string>()
  const cycles: string[] = []
  const walk = (node: string, path: readonly string[]): void => {
    if (path.includes(node)) cycles.push([...path.slice(path.indexOf(node)), node].join(' -> '))
    if (path.includes(node) || done.has(node)) return
    for (const target of edges.get(node) ?? []) walk(target, [...path, node])
    done.add(node)
  }
  for (const node of edges.keys()) walk(node, [])
  return cycles
}

/** The arrows between groups of files, ignoring those within a group. The package's entry belongs to no group. */
function arrowsBetween(groupOf: (file: string) => string): Map<string, Set<string>> {
  const arrows = new Map<string, Set<string>>()
  for (const [file, targets] of imports) {
    if (file === 'index.ts') continue
    const from = groupOf(file)
    const to = arrows.get(from) ?? new Set<string>()
    for (const target of targets) if (groupOf(target) !== from) to.add(groupOf(target))
    arrows.set(from, to)
  }
  return arrows
}

describe('import boundaries', () => {
  it('have a row for every file, and the rooms of src/ are those that are listed', () => {
    expect(sources.filter((file) => file !== 'index.ts' && partOf(file) === '')).toEqual([])
    const folders = readdirSync(root, { withFileTypes: true }).filter((each) => each.isDirectory())
    expect(folders.map(({ name }) => name).sort()).toEqual([...rooms].sort())
    expect(rooms.length).toBeLessThanOrEqual(12)
  })

  it.each(Object.keys(boundaries))('%s imports what its row says, and no less', (part) => {
    const row = boundaries[part]
    const parts = new Set<string>()
    const packages = new Set<string>()
    for (const file of sources.filter((each) => partOf(each) === part)) {
      for (const name of specifiers.get(file) ?? [])
        if (!name.startsWith('.') && !name.startsWith('node:'))
          packages.add(
            name
              .split('/')
              .slice(0, name.startsWith('@') ? 2 : 1)
              .join('/'),
          )
      for (const target of imports.get(file) ?? []) {
        if (!existsSync(join(root, target))) expect.fail(`${file} imports ${target}, which is not there`)
        if (partOf(target) !== part) parts.add(partOf(target))
      }
    }
    expect({ parts: [...parts].sort(), packages: [...packages].sort() }).toEqual({
      parts: [...(row?.parts ?? [])].sort(),
      packages: [...(row?.packages ?? [])].sort(),
    })
  })

  it('between rooms all lead down, and there are few', () => {
    const arrows = [...arrowsBetween(roomOf)].flatMap(([from, to]) => [...to].map((each) => [from, each] as const))
    expect(arrows.filter(([from, to]) => rooms.indexOf(to) >= rooms.indexOf(from))).toEqual([])
    // Each room that shortens what others sent stands on `base/privacy/`, which cuts nothing private in half.
    expect(arrows.length).toBeLessThanOrEqual(42)
  })

  it('have no cycles of folders, nor of files', () => {
    expect(cyclesOf(arrowsBetween(dirname))).toEqual([])
    expect(cyclesOf(imports)).toEqual([])
  })
})

describe('files', () => {
  it('are never longer than 350 lines', () => {
    const lines = (file: string): number => readFileSync(join(root, file), 'utf8').split('\n').length - 1
    expect(sources.filter((file) => lines(file) > 350)).toEqual([])
  })

  it('are at most 30 in a folder', () => {
    const inside = (folder: string): number => sources.filter((file) => dirname(file) === folder).length
    expect([...new Set(sources.map((file) => dirname(file)))].filter((folder) => inside(folder) > 30)).toEqual([])
  })

  it('have names in kebab-case that say what is inside', () => {
    const vague = /(^|[/-])(utils?|helpers?|common|misc|types)([.-]|$)/
    expect(
      files.filter((file) => vague.test(file) || !/^[a-z0-9-]+(\/[a-z0-9-]+)*(\.[a-z]+)?\.ts$/.test(file)),
    ).toEqual([])
  })
})
