import { dirname, extname, posix, relative, sep } from 'node:path'
import type { JsonObject, JsonValue } from '../../../base/json.ts'
import { isTakenName } from '../../../suite/language/fixed-text.ts'
import { nodeFromJson, type YamlNode } from '../../../suite/yaml/node.ts'
import type { Table } from '../draft/draft.ts'
import { entriesOf, memberOf, textOf, toJson } from '../draft/read-members.ts'
import type { SourceFile } from '../draft/source-file.ts'
import type { PromptTest } from './collect-tests.ts'
import type { Sourced } from './open-reference.ts'

/** Tests of a table that differ in nothing but plain values: one test that names them, and the rows of them. */
export interface RowsTest {
  test: PromptTest
  rows: JsonObject[]
  table: Table
}

/** A test of a table in two parts: what other rows have as well, and the values of its own. */
interface Split {
  shared: JsonValue
  row: JsonObject
}

/** A kind of assertion whose value is a text that may come from a variable. */
const plain = /^(?:not-)?(?:equals|i?contains|starts-with|similar|factuality|model-graded-factuality)$/

/**
 * The tests, where those of a table that differ in nothing but plain values are one; `says` are the names in what the
 * user says in a test. Anything else, and what stands there once, stays a test of its own.
 */
export function joinRows(
  tests: readonly PromptTest[],
  suite: SourceFile,
  says: (test: PromptTest) => string[],
): (PromptTest | RowsTest)[] {
  const groups = new Map<string, { test: PromptTest; row: JsonObject }[]>()
  const alone = new Set(tests)
  for (const test of tests) {
    const split = splitTest(test, says(test))
    if (split === null) continue
    const key = JSON.stringify([test.table?.source.path, split.shared])
    const group = groups.get(key) ?? []
    if (!group.some(({ row }) => JSON.stringify(row) === JSON.stringify(split.row)))
      groups.set(key, [...group, { test, row: split.row }])
  }
  const joined = [...groups.values()].filter((group) => group.length > 1)
  for (const group of joined) for (const { test } of group) alone.delete(test)
  return tests.flatMap((test): (PromptTest | RowsTest)[] => {
    const group = joined.find(([first]) => first?.test === test)
    if (group === undefined || test.table === null) return alone.has(test) ? [test] : []
    const sameTable = joined.filter(([first]) => first?.test.table?.source === test.table?.source)
    const before = sameTable.slice(0, sameTable.indexOf(group)).flat().length
    const rows = sameTable.length === 1 ? null : `${before + 1}-${before + group.length}`
    const table = writeTable(
      test.table.source,
      suite,
      sameTable.flat().map(({ row }) => row),
      rows,
    )
    const notes = group.flatMap((each) => each.test.notes)
    const once = notes.filter(({ what }, index) => notes.findIndex((each) => each.what === what) === index)
    return [{ test: { ...withNames(test), notes: once }, rows: group.map(({ row }) => row), table }]
  })
}

/** Null for a test whose values are not plain, or that is more than one turn. */
function splitTest(
  { table, vars, asserts, user, storeAs, conversationId, name }: PromptTest,
  says: string[],
): Split | null {
  if (table === null || user !== null || storeAs !== null || conversationId !== null) return null
  const row: JsonObject = name === null ? {} : { __description: name }
  for (const column of table.columns) {
    const value = textOf(vars.get(column))
    if (value === null || !/^[A-Za-z]\w*$/.test(column) || isTakenName(column)) return null
    if (value.trim() === '' && says.includes(column)) return null
    row[column] = value
  }
  const own = ownAsserts(asserts, table.source)
  for (const [index, { node }] of own.entries()) row[expected(index)] = textOf(memberOf(node, 'value'))
  if (Object.values(row).some((value) => /\{\{|\{%|^file:\/\//.test(String(value)))) return null
  const named = withNames({ vars, asserts, table })
  const others = [...vars].filter(([column]) => !table.columns.includes(column))
  return {
    row,
    shared: [
      Object.keys(row),
      others.map(([column, node]) => [column, toJson(node)]),
      named.asserts.map(({ node }) => toJson(node)),
    ],
  }
}

const expected = (index: number): string => `__expected${index === 0 ? '' : index + 1}`

/** The assertions of a table's own whose values are columns of it. */
function ownAsserts(asserts: readonly Sourced[], table: SourceFile): Sourced[] {
  return asserts.filter(
    ({ node, source }) =>
      source === table &&
      plain.test(textOf(memberOf(node, 'type')) ?? '') &&
      (textOf(memberOf(node, 'value')) ?? '').trim() !== '',
  )
}

/** A test with the names of columns in place of the values that its assertions have. */
function withNames<T extends Pick<PromptTest, 'asserts' | 'table'>>(test: T): T {
  const own = test.table === null ? [] : ownAsserts(test.asserts, test.table.source)
  const asserts = test.asserts.map((each) => {
    const index = own.indexOf(each)
    const value: YamlNode = nodeFromJson(`{{${expected(index)}}}`)
    const entries = entriesOf(each.node).map((entry) => (entry.key === 'value' ? { ...entry, value } : entry))
    return index === -1 ? each : { ...each, node: { kind: 'map' as const, at: each.node.at, entries } }
  })
  return { ...test, asserts }
}

/** The table as a file of rows of the same kind, below the suite; a cell is empty where its row has none. */
function writeTable(
  { path }: SourceFile,
  suite: SourceFile,
  rows: readonly JsonObject[],
  chosen: string | null,
): Table {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const whole = rows.map((row) => Object.fromEntries(names.map((name) => [name, row[name] ?? ''])))
  const cell = (value: JsonValue): string => {
    const text = String(value)
    return /[",;\t\r\n]/.test(text) || text.trim() === '' ? `"${text.replaceAll('"', '""')}"` : text
  }
  const lines: Readonly<Record<string, () => string[]>> = {
    '.csv': () => [names, ...whole.map((row) => Object.values(row))].map((cells) => cells.map(cell).join(',')),
    '.json': () => [JSON.stringify(whole, null, 2)],
  }
  const text = (lines[extname(path).toLowerCase()] ?? (() => whole.map((row) => JSON.stringify(row))))()
  const name = relative(dirname(suite.path), path).split(sep).join('/')
  const below = name.startsWith('../') ? posix.basename(name) : name
  return { name: below, source: path, text: `${text.join('\n')}\n`, rows: chosen }
}
