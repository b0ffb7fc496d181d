import { existsSync, statSync } from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { comparePaths, isWithin, readText, upwards, walkFiles } from '../../base/files/files.ts'
import { nearHint } from '../../base/files/near-path.ts'
import { isJsonObject } from '../../base/json/json.ts'
import { parseIfJson } from '../../base/json/json-text.ts'
import { quoteWord } from '../../base/json/quoting.ts'
import { listSome } from '../../base/text/wording.ts'
import type { Conversation } from '../../suite/language/script/conversation.ts'
import type { Script } from '../../suite/language/script/script.ts'
import type { MapEntry } from '../../suite/yaml/node.ts'
import { readYaml } from '../../suite/yaml/read-yaml.ts'
import { UsageError } from '../edge/usage-error.ts'
import { readGlob } from './globbed-files.ts'
import type { WrittenKind } from './packaged-schemas.ts'

/** A suite file, relative to the current folder, and what `file:line`, `file:line#row` or `file:line~seed` asks for. */
export interface SuitePath {
  file: string
  address?: ConversationAddress
  /** Found in a folder rather than named, so it may not be a suite. */
  inFolder?: true
  /** A link that leads out of the folder that suites may be read from: its target is not read. */
  isOutside?: true
}

/** Files, folders, unexpanded globs, and addresses of conversations. @throws UsageError for none, or out of `within` */
export function findSuites(paths: readonly string[], folder: string, within?: string): SuitePath[] {
  const suites = paths.flatMap((path) => suitesAt(path, folder, within))
  const keyOf = ({ file, address }: SuitePath): string => JSON.stringify([file, address])
  return suites.filter((each, index) => suites.findIndex((other) => keyOf(other) === keyOf(each)) === index)
}

/** Whether there is a suite at a path; a folder may be empty, or not there yet. @throws UsageError if it may not be read */
export function holdsSuites(path: string, { folder, within }: { folder: string; within?: string }): boolean {
  return existsSync(resolve(folder, readAddress(path).path)) && suitesAt(path, folder, within, true).length > 0
}

function suitesAt(word: string, folder: string, within: string | undefined, mayBeEmpty = false): SuitePath[] {
  const { path: givenPath, address } = readAddress(word)
  const glob = readGlob(givenPath, folder)
  const path = glob?.folder ?? resolve(folder, givenPath)
  insistWithin(path, givenPath, within)
  if (glob !== null && !existsSync(path)) throw nothingMatches(word)
  const isSuite = !isFolder(path, word, folder)
  if (isSuite && /\.[cm]?[jt]sx?$/i.test(givenPath)) throw new UsageError(...inCode(givenPath))
  if (isSuite) return [{ file: showPath(path, folder), ...(address === undefined ? {} : { address }) }]
  const outside: string[] = []
  const isInside = (file: string): boolean => within === undefined || isWithin(file, within)
  const files = readable(word, () =>
    walkFiles(path, (name, folder) => {
      if (name === 'node_modules') return false
      if (!isInside(folder)) outside.push(folder)
      return isInside(folder)
    }),
  ).filter(
    (name) =>
      /\.ya?ml$/i.test(name) ||
      (/\.json$/i.test(name) && isInside(join(path, name)) && isSuiteInJson(join(path, name))),
  )
  const suiteFiles = [...files.map((name) => join(path, name)), ...outside].filter(
    (file) => glob === null || glob.fits(relative(path, file)),
  )
  if (suiteFiles.length === 0 && !mayBeEmpty)
    throw glob === null
      ? new UsageError(`the folder ${word} holds no suite`, 'suites are .yaml files')
      : nothingMatches(word)
  return suiteFiles.sort(comparePaths).map((file) => ({
    file: showPath(file, folder),
    inFolder: true,
    ...(address === undefined ? {} : { address }),
    ...(outside.includes(file) || !isInside(file) ? { isOutside: true } : {}),
  }))
}

const nothingMatches = (glob: string): UsageError =>
  new UsageError(`no suite matches ${glob}`, 'a folder stands for every suite below it')

/** A folder may hold other JSON: only an object that names itself a suite is one. Broken JSON that begins so is, too. */
function isSuiteInJson(path: string): boolean {
  const text = readable(path, () => readText(path))
  const parsed = text.includes('"suite"') ? parseIfJson(text) : null
  return isJsonObject(parsed) ? typeof parsed.suite === 'string' : parsed === undefined && /^\s*\{\s*"suite"/.test(text)
}

const inCode = (file: string): [string, string] => [
  `${file} is code, and only suites in YAML are read`,
  `Vitest runs suites in code: npx vitest run ${file} (see docs/code.md)`,
]

/** Refuses a path that leads out of a folder, by its name or by a link. @throws UsageError */
export function insistWithin(path: string, word: string, within: string | undefined): void {
  if (within === undefined || isWithin(path, within)) return
  throw new UsageError(`${word} leads out of the folder ${basename(within)}`, 'name a path below it, without links out')
}

function isFolder(path: string, word: string, folder: string): boolean {
  const stats = readable(word, () => statSync(path, { throwIfNoEntry: false }))
  if (stats !== undefined) return stats.isDirectory()
  throw new UsageError(
    `there is no file or folder ${word}`,
    readable(
      word,
      () =>
        (word === 'suites' ? projectsBelow(folder) : undefined) ?? nearHint(path, folder) ?? suitesNamed(word, folder),
    ) ?? 'name a suite file or a folder of them; the default is suites, and tableread init writes one',
  )
}

/** Where the suites are that a word without a path names, or whose agent it names; undefined if there are none. */
export function suitesNamed(word: string, folder: string): string | undefined {
  if (/[\\/]/.test(word)) return undefined
  const configs = filesNear(folder)
    .filter((file) => /\.ya?ml$/i.test(file))
    .slice(0, 300)
    .flatMap((file) => {
      const members = membersOf(resolve(folder, file))
      const isNamed = ({ value }: MapEntry): boolean =>
        value.kind === 'scalar' && value.source.toLowerCase() === word.toLowerCase()
      const key = ['suite', 'agent'].find((each) => members.some((member) => member.key === each && isNamed(member)))
      if (key === undefined || !members.some((member) => member.key === 'suite')) return []
      return [{ key, file: showPath(resolve(folder, file), folder) }]
    })
  const own = configs.filter(({ key }) => key === 'suite')
  const files = (own.length > 0 ? own : configs).map(({ file }) => file)
  if (files.length === 0) return undefined
  const what = own.length > 0 ? 'a suite: write' : 'an agent: name the files of its suites,'
  return `${word} is the name of ${what} ${listSome(files.map(quoteWord), 5, ' ')}`
}

/** Of a file that may be anything, and need not be readable. */
function membersOf(file: string): readonly MapEntry[] {
  try {
    const yaml = readYaml(readText(file), file)
    return yaml.ok && yaml.root.kind === 'map' ? yaml.root.entries : []
  } catch {
    return []
  }
}

/** The files at most three folders down, without packages and what is hidden; where there is much, only some of them. */
function filesNear(folder: string): string[] {
  let left = 2_000
  const enters = (name: string, path: string): boolean =>
    !/^(?:\.|node_modules$)/.test(name) && relative(folder, path).split(sep).length <= 3 && left-- > 0
  return walkFiles(folder, enters, { skipsUnreadable: true }).slice(0, 3_000)
}

/** Refuses to write what belongs to a project into a folder that is none, above projects. @throws UsageError */
export function insistProject(folder: string): void {
  if (existsSync(resolve(folder, 'suites'))) return
  const hint = projectsBelow(folder)
  if (hint !== undefined) throw new UsageError('there is no project here: no config, and no suites', hint)
}

/** Where the projects are, in a folder that is none itself: those with a config at most three folders down. */
function projectsBelow(folder: string): string | undefined {
  const configs = filesNear(folder).filter((file) => /^tableread\.config\.(?:ya?ml|ts|m?js)$/.test(basename(file)))
  const [first, ...others] = configs.map((file) => showPath(dirname(resolve(folder, file)), folder))
  if (first === undefined || first === '') return undefined
  const more = others.length === 0 ? '' : `; other projects are ${listSome(others, 5)}`
  return `a project is in ${first}: cd ${quoteWord(first)}, and the same command again${more}`
}

/** Asks the file system about a path. @throws UsageError if it may not be read */
function readable<T>(word: string, ask: () => T): T {
  try {
    return ask()
  } catch (error) {
    throw new UsageError(`${word} cannot be read: ${(error as Error).message}`, 'name what may be read')
  }
}

/** A path as messages show it: relative to the current folder if below it, with forward slashes. */
export function showPath(path: string, folder: string): string {
  const short = relative(folder, path)
  return (short.startsWith('..') ? path : short).split(sep).join('/')
}

/** The path of a packaged schema relative to a file, for editors: where the package is installed for `folder`. */
export function schemaOf(file: string, folder: string, name: WrittenKind = 'suite'): string {
  const own = 'node_modules/tableread'
  const home = upwards(resolve(folder)).find((each) => existsSync(join(each, own))) ?? folder
  const path = relative(dirname(file), resolve(home, own, `schema/${name}.json`))
    .split(sep)
    .join('/')
  return path.startsWith('.') ? path : `./${path}`
}

/** What follows the file in `file:line`, `file:line:column`, `file:line#row`, `file:line~seed`; all count from 1. */
export interface ConversationAddress {
  line: number
  column?: number
  /** One row of `parameters`. */
  row?: number
  /** One seed of a simulated user. */
  seed?: number
}

/** Splits a path from an address. Text copied from a Markdown summary has a word joiner after the `#`. */
export function readAddress(word: string): { path: string; address?: ConversationAddress } {
  const [, path, line, column, row, seed] =
    /^(.+\.(?:ya?ml|json)):(\d+)(?::(\d+))?(?:#\u2060?(\d+))?(?:~(\d+))?$/i.exec(word) ?? []
  if (path === undefined) return { path: word }
  return {
    path,
    address: {
      line: Number(line),
      ...(column === undefined ? {} : { column: Number(column) }),
      ...(row === undefined ? {} : { row: Number(row) }),
      ...(seed === undefined ? {} : { seed: Number(seed) }),
    },
  }
}

/** One, or all of its rows, or all that start on the line. @throws UsageError for no such line or row */
export function conversationsAt(script: Script, address: ConversationAddress, text: string): readonly Conversation[] {
  const { line, column, row } = address
  const started = script.conversations.filter(({ at }) => at.line <= line)
  const start = started.at(-1)?.at.line
  if (start === undefined || line > endOf(script, start, text.split('\n'))) return refuseBetween(script, line)
  const onLine = started.filter(({ at }) => at.line === start)
  const before = column === undefined || line > start ? [] : onLine.filter(({ at }) => at.column <= column)
  const matches = onLine.filter(({ at }) => before.length === 0 || at.column === before.at(-1)?.at.column)
  if (row === undefined) return matches
  const ofRow = matches.filter((each) => each.row === row)
  if (ofRow.length > 0) return ofRow
  const place = `${script.file}:${start}`
  const rows = matches.filter((each) => each.row !== undefined).length
  throw new UsageError(
    `${place} has no row ${row}`,
    rows === 0 ? `it has no parameters: write ${place}` : `it has ${rows === 1 ? 'one, 1' : `rows 1 to ${rows}`}`,
  )
}

/** In block style, the last line that is indented deeper than the dash of the conversations. */
function endOf({ conversations }: Script, start: number, lines: readonly string[]): number {
  const next = conversations.find(({ at }) => at.line > start)?.at.line ?? lines.length + 1
  const column = conversations.find(({ at }) => at.line === start)?.at.column ?? 1
  const dash = /^( *)- *$/.exec((lines[start - 1] ?? '').slice(0, column - 1))?.[1]?.length
  let end = start
  for (let line = start + 1; line < next; line += 1) {
    const [, indent = '', rest = ''] = /^( *)(.*)$/.exec(lines[line - 1] ?? '') ?? []
    if (rest.trim() === '' || rest.startsWith('#')) continue
    if (dash !== undefined && indent.length <= dash) break
    end = line
  }
  return end
}

function refuseBetween({ file, conversations }: Script, line: number): never {
  const neighbours = [
    conversations.findLast(({ at }) => at.line < line),
    conversations.find(({ at }) => at.line > line),
  ].filter((each) => each !== undefined)
  throw new UsageError(
    `no conversation stands at ${file}:${line}`,
    `the nearest ${neighbours.length === 1 ? 'is' : 'are'} ${neighbours
      .map(({ name, at }) => `${file}:${at.line} "${name.value}"`)
      .join(' and ')}`,
  )
}
