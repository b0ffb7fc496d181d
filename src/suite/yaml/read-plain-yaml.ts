import { misleadingSpaces } from '../../base/odd-space.ts'
import { nextLine, openCursor, unusual } from './cursor.ts'
import type { YamlNode } from './node.ts'
import { readBlock } from './read-block.ts'

/** Tabs, line breaks that are none in YAML, control characters, halves of pairs, and marks between documents. */
const odd =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff\ud800-\udfff\ufffe\uffff]|^(?:---|\.\.\.|%)/mu

/**
 * Reads what nearly every suite is made of: mappings, lists, text with and without quotes, brackets that close on their
 * line, and comments. Gives null for a text that holds anything else or any mistake; the whole parser reads it then, and
 * whatever this one does read, that one reads alike, values and places (a test holds them together). It takes about
 * a tenth of the time, and most of the time before the first turn went into parsing.
 */
export function readPlainYaml(text: string, firstLine = 1): YamlNode | null {
  if (odd.test(text) || misleadingSpaces.test(text)) return null
  const cursor = openCursor(text, firstLine)
  try {
    nextLine(cursor)
    if (cursor.indent < 0) return null
    const root = readBlock(cursor, cursor.indent, 0)
    return cursor.indent < 0 ? root : null
  } catch (error) {
    if (error === unusual) return null
    throw error
  }
}
