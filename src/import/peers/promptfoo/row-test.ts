import type { JsonObject, JsonValue } from '../../../base/json/json.ts'
import { nodeFromJson, type YamlNode } from '../../../suite/yaml/node.ts'
import type { CsvRow } from '../draft/split-csv.ts'

/** The member of a row that has more cells than the first row names. */
export const unnamedCells = 'cells without a name'

/** A row of a table of tests as a test: columns are variables, except those that begin with two underscores. */
export function nodeOfRow(names: readonly string[], { cells, line }: CsvRow): YamlNode {
  const vars: JsonObject = {}
  const test: JsonObject = {}
  const asserts: JsonValue[] = []
  for (const [index, columnName] of names.entries()) {
    const [name, cell] = [columnName.trim(), cells[index] ?? '']
    if (!name.startsWith('__')) vars[name] = cell
    else if (cell.trim() === '') continue
    else if (/^__expected\d*$/.test(name)) asserts.push(assertionOf(cell.trim()))
    else if (name === '__description') test.description = cell
    else if (name === '__metadata:conversationId') test.metadata = { conversationId: cell }
    else test[name] = cell
  }
  const further = cells.slice(names.length).filter((cell) => cell.trim() !== '')
  if (further.length > 0) test[unnamedCells] = further.join(', ')
  return placed(nodeFromJson({ ...test, vars, assert: asserts }), line)
}

/** An assertion as a cell writes it: `contains: hello`, `similar(0.8): hello`, `not-is-json`, or a text to equal. */
function assertionOf(cell: string): JsonObject {
  const [, type = '', threshold, value = ''] =
    /^((?:not-)?(?:trajectory:)?[a-z][\w:-]*?)(?:\((\d+(?:\.\d+)?)\))?(?::(?!\/\/)\s*([\s\S]*))?$/.exec(cell) ?? []
  if (/^(?:fn|eval)$/.test(type)) return { type: 'javascript', value }
  if (type === 'grade') return { type: 'llm-rubric', value }
  if (cell.startsWith('file://')) return { type: /\.py\b/.test(cell) ? 'python' : 'javascript', value: cell }
  const isType =
    type !== '' && (cell.includes(':') || threshold !== undefined || /^(?:not-)?(?:is|contains)-/.test(cell))
  if (!isType || /\s/.test(type)) return { type: 'equals', value: cell }
  return {
    type,
    ...(threshold === undefined ? {} : { threshold: Number(threshold) }),
    ...(value === '' ? {} : { value: cellValue(type, value) }),
  }
}

/** Values that are no texts are JSON in a cell. */
function cellValue(type: string, value: string): JsonValue {
  if (!/^[[{]/.test(value) || !/json|trajectory|word-count/.test(type)) return value
  try {
    return JSON.parse(value) as JsonValue
  } catch {
    return value
  }
}

function placed(node: YamlNode, line: number): YamlNode {
  const at = { ...node.at, line }
  if (node.kind === 'list') return { ...node, at, items: node.items.map((each) => placed(each, line)) }
  if (node.kind === 'scalar') return { ...node, at }
  const entries = node.entries.map(({ key, value }) => ({ key, keyAt: at, value: placed(value, line) }))
  return { ...node, at, entries }
}
