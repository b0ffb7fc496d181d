import type { Conversation } from '../../suite/language/conversation.ts'
import type { Script } from '../../suite/language/script.ts'
import { UsageError } from './usage-error.ts'

/** What stands behind the file in `file:line`, `file:line:column` and `file:line#row`; all count from 1. */
export interface ConversationAddress {
  line: number
  column?: number
  /** One row of `parameters`. */
  row?: number
}

/** A path as a person gives it, and the conversation of it that is asked for. What is copied from a summary in Markdown has a joiner behind its `#`. */
export function readAddress(given: string): { path: string; address?: ConversationAddress } {
  const [, path, line, column, row] = /^(.+\.ya?ml):(\d+)(?::(\d+))?(?:#\u2060?(\d+))?$/.exec(given) ?? []
  if (path === undefined) return { path: given }
  return {
    path,
    address: {
      line: Number(line),
      ...(column === undefined ? {} : { column: Number(column) }),
      ...(row === undefined ? {} : { row: Number(row) }),
    },
  }
}

/**
 * The conversations at an address: one, each row of its parameters by itself, or all that begin on one line where no column
 * tells which. `text` is the content of the file.
 * @throws UsageError where the line belongs to no conversation, naming those around it, and for a row that is not there
 */
export function conversationsAt(script: Script, address: ConversationAddress, text: string): readonly Conversation[] {
  const { line, column, row } = address
  const started = script.conversations.filter(({ at }) => at.line <= line)
  const start = started.at(-1)?.at.line
  if (start === undefined || line > endOf(script, start, text.split('\n'))) return refuseBetween(script, line)
  const onLine = started.filter(({ at }) => at.line === start)
  const before = column === undefined || line > start ? [] : onLine.filter(({ at }) => at.column <= column)
  const chosen = onLine.filter(({ at }) => before.length === 0 || at.column === before.at(-1)?.at.column)
  if (row === undefined) return chosen
  const ofRow = chosen.filter((each) => each.row === row)
  if (ofRow.length > 0) return ofRow
  const place = `${script.file}:${start}`
  const rows = chosen.filter((each) => each.row !== undefined).length
  throw new UsageError(
    `${place} has no row ${row}`,
    rows === 0 ? `it has no parameters: write ${place}` : `it has ${rows === 1 ? 'one, 1' : `rows 1 to ${rows}`}`,
  )
}

/** The last line of the conversations that begin on a line: in block style, what is indented deeper than their dash. */
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
