import { isJsonObject, type JsonObject, type JsonValue, setMember } from '../../../base/json/json.ts'
import { isExactNumber } from '../../../base/json/json-text.ts'
import { lazyLibrary } from '../../../base/memoize.ts'
import { cutJson, cutText } from '../../../base/privacy/cut.ts'
import { didYouMean } from '../../../base/text/suggest.ts'
import { count } from '../../../base/text/wording.ts'
import type { Place } from '../../yaml/place.ts'
import { readYaml } from '../../yaml/read-yaml.ts'
import { type Reading, refuse, refuseType } from '../../yaml/shape.ts'
import { refuseName, refuseTaken } from '../matchers/fixed-text.ts'
import { compileSchema } from '../matchers/json-schema.ts'
import type { IncludedFile, OpenIncluded } from './include-files.ts'
import { type DataFile, haveSameNames, type ParameterRow } from './parameters.ts'
import type { Script } from './script.ts'
import { type Variables, variableValues } from './variable-values.ts'

/** The most rows that a conversation takes from a file. */
const mostRows = 10_000

/** The size of the largest file of rows, in bytes. */
const mostData = 10_000_000

type Read = Variables & { at: Place }

const library = lazyLibrary<typeof import('csv-parse/sync')>('csv-parse/sync')

/** Reads the rows that conversations take from files; undefined once a problem with one has been reported. */
export function loadRows(script: Script, reading: Reading, open: OpenIncluded): Script | undefined {
  let isSound = true
  const conversations = script.conversations.map((conversation) => {
    const { parameters, ...rest } = conversation
    if (parameters === undefined || Array.isArray(parameters)) return conversation
    const rows = rowsOf(parameters, reading, open)
    isSound &&= rows !== undefined
    return rows === undefined ? rest : { ...rest, parameters: rows }
  })
  return isSound ? { ...script, conversations } : undefined
}

function rowsOf(source: DataFile, reading: Reading, open: OpenIncluded): ParameterRow[] | undefined {
  const { value: path, at } = source.from
  const kind = /\.(csv|tsv|json|jsonl|ndjson)$/i.exec(path)?.[1]?.toLowerCase()
  if (kind === undefined) {
    const message = `"${cutText(path, 60)}" is no file of rows`
    return refuse(reading, 'wrong-value', at, message, 'name a .csv, .tsv, .json or .jsonl file')
  }
  const includedFile = open(path, mostData)
  if (includedFile === null || 'reason' in includedFile) {
    const message = `the file ${path} cannot be read${includedFile === null ? '' : `: ${includedFile.reason}`}`
    return refuse(reading, 'unreadable', at, message, 'paths are relative to the suite, within the project')
  }
  const own: Reading = { file: includedFile.file, problems: reading.problems }
  const before = reading.problems.length
  const read =
    kind === 'json'
      ? readJson(includedFile, own)
      : kind === 'csv' || kind === 'tsv'
        ? readCsv(includedFile, own, kind, source.schema)
        : readLines(includedFile, own)
  if (read === undefined || reading.problems.length > before) return undefined
  if (read.length === 0) {
    const message = 'there are no rows in this file'
    return refuse(own, 'wrong-value', { line: 1, column: 1, length: 1 }, message, 'put one in, or take parameters: out')
  }
  haveSameNames(
    read,
    read.map((each) => each.at),
    own,
  )
  const rows = choose(read, source, reading, includedFile.file)
  if (rows.length > mostRows) {
    const message = `${includedFile.file} has ${count(rows.length, 'row')}, and at most ${mostRows} are read`
    return refuse(reading, 'too-large', at, message, 'choose some: rows: 1-1000')
  }
  refuseRepeated(rows, own)
  if (source.schema !== undefined) {
    refuseColumns(source.schema, [...new Set(read.flatMap(({ values }) => Object.keys(values)))], at, reading)
    checkRows(rows, source.schema, own)
  }
  return reading.problems.length > before
    ? undefined
    : rows.map(({ values, numerals, row }) => ({ values, numerals, row }))
}

function choose(read: readonly Read[], { rows }: DataFile, reading: Reading, file: string): (Read & { row: number })[] {
  const all = read.map((each, index) => ({ ...each, row: index + 1 }))
  if (rows === undefined) return all
  const ranges = rows.value.split(',').map((part) => part.split('-').map(Number))
  const last = Math.max(...ranges.flat())
  if (last > all.length) {
    const message = `there is no row ${last} in ${file}`
    const hint = `it has ${all.length === 1 ? 'one row' : `rows 1 to ${all.length}`}`
    refuse(reading, 'wrong-value', rows.at, message, hint)
  }
  return all.filter(({ row }) => ranges.some(([from = 0, to = from]) => row >= from && row <= to))
}

/** Two rows with the same values would be one conversation twice. */
function refuseRepeated(rows: readonly (Read & { row: number })[], reading: Reading): void {
  const rowsByKey = new Map<string, number>()
  for (const { values, at, row } of rows) {
    const key = JSON.stringify(Object.entries(values).sort())
    const earlier = rowsByKey.get(key)
    if (earlier === undefined) rowsByKey.set(key, row)
    else
      refuse(reading, 'duplicate-name', at, `row ${row} has the same values as row ${earlier}`, 'take one of them out')
  }
}

/** A type for a column that is not there would type nothing. */
function refuseColumns({ properties }: JsonObject, names: readonly string[], at: Place, reading: Reading): void {
  const odd = Object.keys(isJsonObject(properties) ? properties : {}).find((name) => !names.includes(name))
  if (odd === undefined) return
  const hint = didYouMean(odd, names) ?? `its columns are ${cutText(names.join(', '), 120)}`
  refuse(reading, 'wrong-value', at, `the schema has a column "${odd}", and the file has none`, hint)
}

function checkRows(rows: readonly (Read & { row: number })[], schema: JsonObject, reading: Reading): void {
  const compiled = compileSchema(schema)
  if (!compiled.ok) return
  for (const { values, at, row } of rows)
    for (const { path, expected } of compiled.violations(values)) {
      const message = `row ${row}${path === '' ? '' : `, ${path.replace(/^\./, '')}`}: the schema expects ${expected}`
      refuse(reading, 'wrong-value', at, message, `here is ${cutJson(values[path.replace(/^\./, '')] ?? values, 80)}`)
    }
}

function readJson({ content }: IncludedFile, reading: Reading): Read[] | undefined {
  const node = parseJson(content, reading)
  if (node === undefined) return undefined
  if (node.kind !== 'list') return refuseType(reading, node, 'a list of rows', 'write [{ "order": "1042" }, …]')
  return node.items.flatMap((item) => {
    const read = variableValues.read(item, reading)
    return read === undefined ? [] : [{ ...read, at: item.at }]
  })
}

function readLines({ content }: IncludedFile, reading: Reading): Read[] {
  return content.split(/\r?\n/).flatMap((line, index) => {
    if (line.trim() === '') return []
    const own: Reading = { ...reading, problems: [] }
    const node = parseJson(line, own)
    const read = node === undefined ? undefined : variableValues.read(node, own)
    const shift = (at: Place): Place => ({ ...at, line: index + 1 })
    reading.problems.push(...own.problems.map((problem) => ({ ...problem, at: shift(problem.at) })))
    return read === undefined || node === undefined ? [] : [{ ...read, at: shift(node.at) }]
  })
}

function parseJson(text: string, reading: Reading): ReturnType<typeof nodeOf> {
  try {
    JSON.parse(text)
  } catch (error) {
    const { message } = error as Error
    const before = text.slice(0, Number(/at position (\d+)/.exec(message)?.[1] ?? 0)).split('\n')
    const at = { line: before.length, column: (before.at(-1)?.length ?? 0) + 1, length: 1 }
    const hint = 'names and texts stand between double quotes, with commas between them'
    return refuse(reading, 'wrong-value', at, `this is not valid JSON: ${cutText(message, 120)}`, hint)
  }
  return nodeOf(text, reading)
}

/** JSON as nodes, which know their places and how numbers were written. */
function nodeOf(text: string, reading: Reading) {
  const yaml = readYaml(text, reading.file)
  if (yaml.ok) return yaml.root
  reading.problems.push(...yaml.problems)
  return undefined
}

/** Rows below a line of names, separated by commas, semicolons or tabs, whichever the line of names has most of. */
function readCsv(
  { content }: IncludedFile,
  reading: Reading,
  kind: string,
  schema: JsonObject | undefined,
): Read[] | undefined {
  const [first = ''] = content.replace(/"[^"]*"/g, '').split(/\r?\n|\r/, 1)
  const count = (sign: string): number => first.split(sign).length
  const delimiter =
    kind === 'tsv' ? '\t' : [',', ';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best))
  const records = parseCsv(content, delimiter, reading)
  if (records === undefined) return undefined
  const [head, ...rest] = records
  if (head === undefined) return []
  const names = head.record.map((name) => name.trim())
  const atHead = placeIn(1, head.record)
  for (const [index, name] of names.entries()) {
    if (refuseName(name, atHead, reading) || refuseTaken(name, atHead, reading)) return undefined
    if (names.indexOf(name) < index) {
      const message = `two columns are called "${cutText(name, 60)}"`
      return refuse(reading, 'duplicate-name', atHead, message, 'give each a name of its own')
    }
  }
  return rest.flatMap(({ record, line }, index) => {
    const at = placeIn(line, record)
    if (record.length !== names.length) {
      const message = `row ${index + 1} has ${record.length} ${record.length === 1 ? 'cell' : 'cells'}, and there are ${names.length} columns`
      return (
        refuse(reading, 'wrong-value', at, message, 'put a cell that has the separator in it between double quotes') ??
        []
      )
    }
    const row: Read = { values: {}, numerals: {}, at }
    for (const [column, name] of names.entries()) addCell(row, name, record[column] ?? '', typeOf(schema, name))
    return [row]
  })
}

const placeIn = (line: number, cells: readonly string[]): Place => ({
  line,
  column: 1,
  length: Math.max(1, cells.join(',').split('\n', 1)[0]?.length ?? 1),
})

interface CsvRecord {
  record: string[]
  line: number
}

function parseCsv(content: string, delimiter: string, reading: Reading): CsvRecord[] | undefined {
  try {
    const trim = delimiter !== '\t'
    const options = {
      bom: true,
      delimiter,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim,
    } as const
    const parsed = library().parse(content, options) as unknown as { record: string[]; info: { lines: number } }[]
    return parsed.map(({ record, info }) => ({
      record,
      line: Math.max(1, info.lines - record.reduce((sum, cell) => sum + (cell.match(/\r\n|\n|\r/g)?.length ?? 0), 0)),
    }))
  } catch (error) {
    const { code, lines = 1 } = error as { code?: string; lines?: number }
    const message =
      code === 'CSV_QUOTE_NOT_CLOSED'
        ? 'a double quote is never closed'
        : 'a double quote stands within a cell that does not begin and end with one'
    const hint = 'put the whole cell between double quotes; a quote inside it is doubled'
    return refuse(reading, 'wrong-value', { line: Math.max(1, lines), column: 1, length: 1 }, message, hint)
  }
}

function typeOf(schema: JsonObject | undefined, name: string): JsonValue[] {
  const column =
    isJsonObject(schema?.properties) && Object.hasOwn(schema.properties, name) ? schema.properties[name] : null
  return isJsonObject(column) && column.type !== undefined ? [column.type].flat() : []
}

/** A cell is a text, unless the schema of its column says otherwise; what does not read as that stays a text. */
function addCell({ values, numerals }: Read, name: string, cell: string, types: readonly JsonValue[]): void {
  const isNumber =
    (types.includes('number') || types.includes('integer')) &&
    /^-?\d+(?:\.\d+)?$/.test(cell.trim()) &&
    isExactNumber(cell.trim())
  if (isNumber) {
    setMember(values, name, Number(cell))
    if (String(Number(cell)) !== cell.trim()) numerals[name] = cell.trim()
  } else if (types.includes('boolean') && /^(?:true|false)$/i.test(cell.trim()))
    setMember(values, name, /true/i.test(cell))
  else setMember(values, name, types.includes('null') && cell === '' ? null : cell)
}
