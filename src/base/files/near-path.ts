import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
import { askMeant, isTypo, suggest } from '../text/suggest.ts'

/** The question whether another file or folder was meant, for a path where nothing is, as messages show paths from `folder`. */
export function nearHint(path: string, folder: string = process.cwd()): string | undefined {
  const near = nearPath(path)
  if (near === undefined || near === path) return undefined
  const short = relative(folder, near)
  return askMeant((short.startsWith('..') ? near : short).replaceAll('\\', '/'))
}

/** The same, if each name that differs can only be one that is there, mistyped: `shop-2` beside `shop-1` is none. */
export function mistypedHint(path: string): string | undefined {
  const [wrongParts, rightParts] = [path, nearPath(path) ?? ''].map((each) => each.split(sep)) as [string[], string[]]
  const isMistyped = wrongParts.every(
    (name, index) => name === rightParts[index] || isTypo(name, rightParts[index] ?? ''),
  )
  return isMistyped ? nearHint(path) : undefined
}

/** What is there and has nearly that path, part by part; names are compared without what follows their dot. */
function nearPath(path: string): string | undefined {
  if (existsSync(path)) return path
  const above = dirname(path) === path ? undefined : nearPath(dirname(path))
  if (above === undefined) return undefined
  const names = namesIn(above).filter((name) => !name.startsWith('.'))
  const stem = suggest(stemOf(basename(path)), names.map(stemOf))
  const same = names.filter((name) => stemOf(name) === stem)
  const name = same.find((each) => endOf(each) === endOf(path)) ?? same[0]
  return name === undefined ? undefined : join(above, name)
}

/** None of what is no folder, or cannot be read. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

const stemOf = (name: string): string => name.replace(/(?<=.)\.[a-z]+$/i, '')
const endOf = (name: string): string => basename(name).slice(stemOf(basename(name)).length)
