import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { boundaries } from './boundaries.table.ts'

const root = resolve(import.meta.dirname, '../src')
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
const sources = files.filter((name) => !/\.(test|fixture)\.ts$/.test(name))

function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8')
  const found = text.matchAll(
    /^(?:import|export)\s[^'"]*?from\s+'([^']+)'|^import\s+'([^']+)'|\bimport\(\s*'([^']+)'\s*\)/gm,
  )
  return [...found].map((match) => match[1] ?? match[2] ?? match[3] ?? '')
}

const folderOf = (file: string): string => file.split('/')[0] ?? ''
const inside = (file: string, specifier: string): string => relative(root, resolve(root, dirname(file), specifier))

describe('import boundaries', () => {
  it('lists every folder of src and no other', () => {
    const folders = readdirSync(root, { withFileTypes: true }).filter((each) => each.isDirectory())
    expect(folders.map(({ name }) => name).sort()).toEqual(Object.keys(boundaries).sort())
  })

  it.each(Object.keys(boundaries))('%s imports only what its row allows', (folder) => {
    const row = boundaries[folder]
    const wrong = sources
      .filter((file) => folderOf(file) === folder)
      .flatMap((file) =>
        importsOf(file).flatMap((specifier) => {
          if (specifier.startsWith('node:')) return []
          if (specifier.startsWith('.')) {
            const target = inside(file, specifier)
            if (!existsSync(join(root, target)) && !target.startsWith('..')) return [`${file} -> missing ${specifier}`]
            const to = folderOf(target)
            return to === folder || to === '..' || row?.folders.includes(to) ? [] : [`${file} -> ${target}`]
          }
          const name = specifier
            .split('/')
            .slice(0, specifier.startsWith('@') ? 2 : 1)
            .join('/')
          return row?.packages.includes(name) ? [] : [`${file} -> ${name}`]
        }),
      )
    expect(wrong).toEqual([])
  })

  it('has no import cycles', () => {
    const edges = new Map(
      sources.map((file) => [
        file,
        importsOf(file)
          .filter((each) => each.startsWith('.'))
          .map((each) => inside(file, each)),
      ]),
    )
    const done = new Set<string>()
    const cycles: string[] = []
    const walk = (file: string, path: readonly string[]): void => {
      if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(' -> '))
      if (path.includes(file) || done.has(file)) return
      for (const target of edges.get(file) ?? []) walk(target, [...path, file])
      done.add(file)
    }
    for (const file of edges.keys()) walk(file, [])
    expect(cycles).toEqual([])
  })
})

describe('file sizes', () => {
  const lines = sources.map((file) => ({ file, count: readFileSync(join(root, file), 'utf8').split('\n').length - 1 }))

  it('keeps the median under 60 lines, nine in ten under 150, none over 250', () => {
    const sorted = lines.map(({ count }) => count).sort((a, b) => a - b)
    expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThan(60)
    expect(sorted[Math.floor(sorted.length * 0.9)]).toBeLessThan(150)
    expect(lines.filter(({ count }) => count > 250)).toEqual([])
  })

  it('has names in kebab-case that say what is inside', () => {
    const vague = /(^|[/-])(utils?|helpers?|common|misc|types)([.-]|$)/
    expect(
      files.filter((file) => vague.test(file) || !/^[a-z0-9-]+(\/[a-z0-9-]+)*(\.[a-z]+)?\.ts$/.test(file)),
    ).toEqual([])
  })
})
