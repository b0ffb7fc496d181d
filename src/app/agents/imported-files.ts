import { existsSync, statSync } from 'node:fs'
import { dirname, relative, resolve, sep } from 'node:path'
import { readText } from '../../base/files/files.ts'
import { hashJson } from '../../base/json/hash-json.ts'
import type { VersionedAgent } from '../../service/workspace/agent.ts'
import { linkedEntries } from './linked-packages.ts'
import { modulesOf } from './unloaded-modules.ts'

/** Those of some files that are there, with all that modules among them import by a relative path, or of a linked package; full paths. */
export function withImports(files: readonly string[]): string[] {
  const visited = new Set<string>()
  const open = files.map((file) => resolve(file))
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (visited.has(next) || !existsSync(next)) continue
    visited.add(next)
    open.push(...importsOf(next))
  }
  return [...visited]
}

/** Sixteen digits that stand for the code of a version and of its tools, wherever it lies; undefined where it has none. */
export function digestCode(version: VersionedAgent): string | undefined {
  const modules = modulesOf(version)
  const [first] = modules
  if (first === undefined) return undefined
  const from = dirname(first.file)
  const texts = withImports(modules.map(({ file }) => file)).map((file) => [
    relative(from, file).split(sep).join('/'),
    readText(file).replaceAll('\r\n', '\n'), // git may write either
  ])
  return hashJson([Object.fromEntries(texts), modules.map(({ name }) => name)])
}

/** The extensions to try for an import that omits its own, or writes `.js` for a TypeScript file. */
const endings = ['', '.ts', '.js', '.mjs', '.cjs', '.mts', '.cts', '.tsx', '.json', '/index.ts', '/index.js']

function importsOf(file: string): string[] {
  if (file.includes('node_modules') || !/\.[cm]?[jt]sx?$/.test(file)) return []
  const text = readText(file)
  const importMatches = text.matchAll(/\b(?:from|import|require)\s*\(?\s*(["'])(?<path>\.{1,2}\/[^"']+)\1/g)
  const besides = [...importMatches].flatMap(({ groups }) => {
    const path = resolve(dirname(file), groups?.path ?? '')
    const spelled = [...endings.map((ending) => path + ending), path.replace(/js(x?)$/, 'ts$1')]
    return spelled.find((each) => existsSync(each) && statSync(each).isFile()) ?? []
  })
  return [...besides, ...linkedEntries(file, text)]
}
