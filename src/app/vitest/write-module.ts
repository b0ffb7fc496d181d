import type { Script } from '../../suite/language/script/script.ts'
import type { BrokenFile, SuiteData } from './suite-data.ts'

/** Line for line as the YAML, so that every place in a stack is one in the suite, without a source map. */
export function writeModule(data: SuiteData, runtime: string): string {
  const { script } = data
  const head = [
    'import * as vt from "vitest"',
    `import { openSuite } from ${JSON.stringify(runtime)}`,
    `const { suite, conversation, turn } = openSuite(vt, ${embed(data)});`,
  ].join('; ')
  return layOut(head, [openDescribe(script), ...script.conversations.flatMap(registerConversation)], ' });')
}

/** The module in place of a broken suite file: importing it throws every problem. */
export function writeBrokenModule(data: BrokenFile, runtime: string): string {
  return `import { throwProblems } from ${JSON.stringify(runtime)}; throwProblems(${embed(data)})\n`
}

/** Its error has no stack, so that Vitest cannot quote lines of a file that must not be shown. */
export function writeRefusal(message: string): string {
  return `throw Object.assign(new Error(), { message: ${JSON.stringify(message)}, stack: "" })\n`
}

/** For files that suites include: they may be in a folder of suites, but have nothing to run. */
export const emptyModule: string = 'import { test } from "vitest"; test.skip("holds what suites include")\n'

/** A value as source: parsing JSON from a string is twice as fast as an object literal. */
function embed(data: unknown): string {
  return `JSON.parse(${JSON.stringify(JSON.stringify(data))})`
}

/** `describe` opens at the suite's name, or on line 1 if the file names the suite after its conversations. */
function openDescribe({ suite, conversations }: Script): Piece {
  const first = Math.min(...conversations.map(({ at }) => at.line))
  const { line, column } = suite.at.line < first ? suite.at : { line: 1, column: 1 }
  return { line, column, code: 'suite(() => {' }
}

function registerConversation(conversation: Script['conversations'][number], index: number): Piece[] {
  return [
    { ...placeOf(conversation), code: `conversation(${index});` },
    ...conversation.turns.map((turn, at) => {
      const { line, column } = placeOf(turn)
      return { line, column: Math.max(1, column - 3), before: `turn(${index}, ${at},`, code: 'f=>f());' }
    }),
  ]
}

function placeOf({ at: { line, column } }: { at: { line: number; column: number } }): Pick<Piece, 'line' | 'column'> {
  return { line, column }
}

/** A piece of code that must be at a place. `before` may be anywhere ahead of it, ideally on the line above. */
interface Piece {
  line: number
  column: number
  before?: string
  code: string
}

/** Each begins on its line and, if nothing is in the way, at its column; `head` is first, `tail` last. */
export function layOut(head: string, pieces: readonly Piece[], tail: string): string {
  const lines = [head]
  const append = (line: number, column: number, code: string): void => {
    while (lines.length < line) lines.push('')
    lines[line - 1] = (lines[line - 1] ?? '').padEnd(column - 1) + code
  }
  for (const { line, column, before = '', code } of sortByPlace(pieces)) {
    const free = line > lines.length && line > 1
    if (before !== '') append(free ? line - 1 : line, 1, before)
    append(line, column, code)
  }
  append(lines.length, 1, tail)
  return `${lines.join('\n')}\n`
}

function sortByPlace(pieces: readonly Piece[]): Piece[] {
  return [...pieces].sort((a, b) => a.line - b.line || a.column - b.column)
}
