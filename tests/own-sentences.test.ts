import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import type * as TypeScript from 'typescript'
import { expect, it } from 'vitest'

/*
 * No fact is read back out of a sentence that our own code wrote: what a program needs is a member. Where stored
 * results hold the sentence alone, one function reads it, in the file that writes it. So refused are
 * - a search for words that a text of another file holds, and
 * - a search for a word in something that is named as our sentences are, such as `reason`.
 */

/** Required, since Vitest would take long to read it as a module. */
const ts: typeof TypeScript = createRequire(import.meta.url)('typescript')

const root = resolve(import.meta.dirname, '../src')
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => name.endsWith('.ts') && !/\.(?:test|fixture)\.ts$/.test(name))

/** Rooms that read what people, agents and other tools write, in words that our own texts may hold too. */
const readsOthers =
  /^(?:import|engine\/user|engine\/transcript\/facts|suite\/lint\/criteria|compare\/(?:attack|vary|mutation))\//

/** Files whose searches find none of our sentences, with what they read. */
const allowed: Record<string, string> = {
  'compare/review/reply-facts.ts': 'what agents say of amounts and requests',
  'engine/transcript/refusal.ts': 'what agents say when they decline, whoever else uses the same words',
  'engine/grid/sample-arguments.ts': 'descriptions that people write of the arguments of tools',
  'app/formats/formats.ts': 'what begins a report, by its format',
  'app/files/report-file.ts': 'what begins a database of SQLite',
  'app/tapes/record-talk.ts': 'what begins a tape',
  'app/queue/connection.ts': 'errors of sockets and of Redis',
  'records/snapshots/snapshot.ts': 'the lines of snapshot files, whose format it defines',
  'suite/language/matchers/json-schema.ts': 'messages of ajv',
  'suite/language/script/mentions.ts': 'the text of suites',
  'suite/yaml/record.ts': 'which key the hint for an unknown one names: hints are written in the tables of each shape',
}

const searches = new Set(['startsWith', 'endsWith', 'includes', 'indexOf', 'replace', 'replaceAll', 'match', 'search'])
const ourNames = /(?:^|\.)(?:reason|hint|why|headline|sentence|expected|detail|summary)$/

interface Search {
  line: number
  /** What is searched in, as it is written. */
  where: string
  /** The letters of the text or pattern that is searched for, in runs. */
  runs: string[]
}

/** The searches of a file, the texts that it writes, and the texts that its types allow. */
function readSource(file: string): { searches: Search[]; texts: string[]; kinds: string[] } {
  const content = readFileSync(join(root, file), 'utf8')
  const source = ts.createSourceFile(file, content, ts.ScriptTarget.Latest, true)
  const searchList: Search[] = []
  const texts: string[] = []
  const kinds: string[] = []
  const sought = new Set<TypeScript.Node>()
  const add = (node: TypeScript.Node, where: string, pattern: TypeScript.Node): void => {
    const runs = runsOf(pattern)
    sought.add(pattern)
    if (runs.length === 0) return
    searchList.push({ line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1, where, runs })
  }
  const walk = (node: TypeScript.Node): void => {
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const { expression: on, name } = node.expression
      const [first] = node.arguments
      if (first !== undefined && searches.has(name.text)) add(node, on.getText(), first)
      if (first !== undefined && (name.text === 'test' || name.text === 'exec')) add(node, first.getText(), on)
    }
    if (ts.isRegularExpressionLiteral(node) && !sought.has(node)) add(node, '', node)
    if (
      (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) &&
      !sought.has(node)
    )
      texts.push(node.text)
    if (ts.isLiteralTypeNode(node) && ts.isStringLiteral(node.literal)) kinds.push(node.literal.text)
    ts.forEachChild(node, walk)
  }
  walk(source)
  return { searches: searchList, texts, kinds }
}

function runsOf(node: TypeScript.Node): string[] {
  if (ts.isStringLiteralLike(node)) return [node.text]
  if (!ts.isRegularExpressionLiteral(node)) return []
  return node.text
    .slice(1, node.text.lastIndexOf('/'))
    .replace(/\\.|\(\?(?:[:=!]|<[=!])/g, '\0')
    .split(/[\0^$.*+?()[\]{}|]/)
}

const sources = files.map((file) => ({ file, ...readSource(file) }))

/** The kinds that members have: lists of them are searched too. */
const kinds = new Set(sources.flatMap(({ kinds }) => kinds))

const refusals = (isRefused: (search: Search, run: string) => boolean): string[] =>
  sources
    .filter(({ file }) => !readsOthers.test(file) && allowed[file] === undefined)
    .flatMap(({ file, searches, texts }) =>
      searches.flatMap((search) =>
        search.runs
          .filter((run) => !kinds.has(run) && !texts.some((text) => text.includes(run)) && isRefused(search, run))
          .map((run) => `${file}:${search.line} looks for "${run}" in ${search.where}`),
      ),
    )

it('no search looks for words that another file writes', () => {
  const all = sources.flatMap(({ texts }) => texts)
  expect(refusals((_, run) => /[a-z]{2,} [a-z]{2,}/.test(run) && all.some((text) => text.includes(run)))).toEqual([])
})

it('no search looks for a word in what is named as our sentences are', () => {
  expect(refusals(({ where }, run) => ourNames.test(where) && /[a-z]{3,}/.test(run))).toEqual([])
})

it('what is allowed is needed', () => {
  expect(Object.keys(allowed).filter((file) => !files.includes(file))).toEqual([])
})
