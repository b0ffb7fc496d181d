import { dirname, extname, posix, relative, sep } from 'node:path'
import { groupBy } from '../../../base/group-by.ts'
import type { JsonObject, JsonValue } from '../../../base/json/json.ts'
import { isTakenName } from '../../../suite/language/matchers/fixed-text.ts'
import { looksLikePattern } from '../../../suite/language/matchers/text-or-pattern.ts'
import { nodeFromJson, type YamlNode } from '../../../suite/yaml/node.ts'
import type { DraftTable } from '../draft/draft.ts'
import { entriesOf, memberOf, scalarText, toJson } from '../draft/read-members.ts'
import type { SourceFile } from '../draft/source-file.ts'
import { ofValues } from './assertion-condition.ts'
import type { PromptTest } from './collect-tests.ts'
import type { SourcedNode } from './open-reference.ts'

/** Tests of a table that differ in nothing but plain values: one test that names them, and the rows of them. */
export interface RowsTest {
  test: PromptTest
  rows: JsonObject[]
  table: DraftTable
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
  const split = tests.flatMap((test) => {
    const parts = splitTest(test, says(test))
    return parts === null ? [] : [{ test, ...parts }]
  })
  const groups = groupBy(split, ({ test, shared }) => JSON.stringify([test.table?.source.path, shared]))
    .map((kind) => firstOfEach(kind, ({ row }) => JSON.stringify(row)))
    .filter(({ length }) => length > 1)
  const rows = new Map<PromptTest, RowsTest | null>()
  for (const ofTable of groupBy(groups, ([first]) => first?.test.table?.source.path ?? '')) {
    const all = ofTable.flat()
    const source = all[0]?.test.table?.source ?? suite
    const text = writeTable(
      source,
      all.map(({ row }) => row),
    )
    let before = 0
    for (const group of ofTable) {
      const rowRange = ofTable.length === 1 ? null : `${before + 1}-${before + group.length}`
      const table = { name: nameBelow(source, suite), source: source.path, text, rows: rowRange }
      before += group.length
      for (const { test } of group) rows.set(test, null)
      const [first] = group
      if (first === undefined) continue
      // What is lost of several rows is told of the first.
      const notes = firstOfEach(
        group.flatMap(({ test }) => test.notes),
        ({ what }) => what,
      )
      rows.set(first.test, { test: { ...withNames(first.test), notes }, rows: group.map(({ row }) => row), table })
    }
  }
  return tests.flatMap((test): (PromptTest | RowsTest)[] => {
    const one = rows.get(test)
    return one === undefined ? [test] : one === null ? [] : [one]
  })
}

/** The first of those with the same key. */
function firstOfEach<T>(items: readonly T[], keyOf: (item: T) => string): T[] {
  return groupBy(items, keyOf).map(([first]) => first)
}

/** Null for a test whose values are not plain, or that is more than one turn. */
function splitTest(
  { table, vars, asserts, user, storeAs, conversationId, name }: PromptTest,
  says: string[],
): { shared: JsonValue; row: JsonObject } | null {
  if (table === null || user !== null || storeAs !== null || conversationId !== null) return null
  const row: JsonObject = name === null ? {} : { __description: name }
  for (const column of table.columns) {
    const value = scalarText(vars.get(column))
    if (value === null || !/^[A-Za-z]\w*$/.test(column) || isTakenName(column)) return null
    if (value.trim() === '' && says.includes(column)) return null
    row[column] = value
  }
  // A cell that is a list of values for an assertion is split there, which no variable of a row is.
  const lists = asserts.filter(({ node }) => ofValues.test(scalarText(memberOf(node, 'type')) ?? ''))
  const isSplit = (column: string): boolean =>
    lists.some(({ node }) => (scalarText(memberOf(node, 'value')) ?? '').includes(column))
  if (table.columns.some((column) => /[,"]/.test(String(row[column])) && isSplit(column))) return null
  const own = ownAsserts(asserts, table.source)
  for (const [index, { node }] of own.entries()) row[expected(index)] = scalarText(memberOf(node, 'value'))
  // A value of a row is a text, and one that looks like a pattern is refused there.
  const isPlain = (value: JsonValue): boolean =>
    !/\{\{|\{%|^file:\/\//.test(String(value)) && !looksLikePattern(String(value))
  if (!Object.values(row).every(isPlain)) return null
  const test = withNames({ vars, asserts, table })
  return {
    row,
    shared: [
      Object.keys(row),
      [...vars].filter(([column]) => !table.columns.includes(column)).map(([column, node]) => [column, toJson(node)]),
      test.asserts.map(({ node }) => toJson(node)),
    ],
  }
}

const expected = (index: number): string => `__expected${index === 0 ? '' : index + 1}`

/** The assertions of a table's own whose values are columns of it. */
function ownAsserts(asserts: readonly SourcedNode[], table: SourceFile): SourcedNode[] {
  return asserts.filter(
    ({ node, source }) =>
      source === table &&
      plain.test(scalarText(memberOf(node, 'type')) ?? '') &&
      (scalarText(memberOf(node, 'value')) ?? '').trim() !== '',
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

/** Where a table lies below a suite. */
function nameBelow({ path }: SourceFile, suite: SourceFile): string {
  const name = relative(dirname(suite.path), path).split(sep).join('/')
  return name.startsWith('../') ? posix.basename(name) : name
}

/** The text of a table of the same format; a cell is empty where its row has none. */
function writeTable({ path }: SourceFile, rows: readonly JsonObject[]): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const whole = rows.map((row) => Object.fromEntries(names.map((name) => [name, row[name] ?? ''])))
  const format = extname(path).toLowerCase()
  if (format === '.json') return `${JSON.stringify(whole, null, 2)}\n`
  const cells = [names, ...whole.map((row) => Object.values(row))]
  const lines =
    format === '.csv' ? cells.map((each) => each.map(cell).join(',')) : whole.map((row) => JSON.stringify(row))
  return `${lines.join('\n')}\n`
}

function cell(value: JsonValue): string {
  const text = String(value)
  return /[",;\t\r\n]/.test(text) || text.trim() === '' ? `"${text.replaceAll('"', '""')}"` : text
}
