import { plainText } from '../document/door.ts'
import type { ReportDocument } from '../document/report-document.ts'
import type { Words } from '../document/words.ts'

/** A shape whose words are texts. */
type Plain<T> = Words extends T
  ? string | Extract<T, null | undefined>
  : T extends readonly (infer Each)[]
    ? Plain<Each>[]
    : T extends object
      ? { [Key in keyof T]: Plain<T[Key]> }
      : T

/**
 * What a study found, as a reporter of one's own is given it: plain JSON, in which all that people read is a text. It is
 * what every other format is written from: `cases`, `findings` with their `lines`, `tables`, `lists` and the `gate`.
 */
export type PlainReport = Plain<ReportDocument>

const texts = new Set(['headline', 'reason', 'group', 'title', 'label', 'what', 'evidence', 'wanted', 'seen', 'name'])
const lists = new Set(['short', 'lines', 'notes', 'items', 'footer'])
/** What is data already, whatever its members are called. */
const data = new Set(['runs', 'facts', 'problem', 'warnings'])

/** The document with its words as texts; keys are taken out of the whole where it leaves. */
export function plainDocument(document: ReportDocument): PlainReport {
  return toPlain(document) as PlainReport
}

function toPlain(value: unknown, key = ''): unknown {
  if (value === null || typeof value !== 'object' || data.has(key)) return value
  if (texts.has(key)) return plainText(value as Words)
  if (lists.has(key)) return (value as Words[]).map(plainText)
  if (key === 'rows') return (value as Words[][]).map((row) => row.map(plainText))
  if (Array.isArray(value)) return value.map((each) => toPlain(each))
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, toPlain(each, name)]))
}
