import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { JsonValue } from '../../base/json/json.ts'
import type { Talk } from '../sessions/talk.ts'
import { readTraces } from './read-traces.ts'
import type { TraceFormat } from './trace-format.ts'

/** The result of reading a file, with its conversations in words and its refusals as lines. */
export type Read = Omit<ReturnType<typeof readTraces>, 'refused'> & { refused: string[]; told: string[][] }

/** Writes files, passes on their paths, and removes them again. */
export function withFiles<T>(texts: Readonly<Record<string, string>>, use: (paths: string[]) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'tableread-traces-'))
  try {
    return use(
      Object.entries(texts).map(([name, text]) => {
        writeFileSync(join(folder, name), text)
        return join(folder, name)
      }),
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Reads files of these texts. */
export function readAll(texts: Readonly<Record<string, string>>, from: TraceFormat | 'auto' = 'auto'): Read {
  const { refused, ...found } = withFiles(texts, (paths) => readTraces(paths, from, (path) => basename(path)))
  const lines = refused.map(({ origin, message, hint }) => `${origin.file}:${origin.line}: ${message} (${hint})`)
  return { ...found, refused: lines, told: found.talks.map(tell) }
}

/** Reads a file of this text. */
export function readText(text: string, from: TraceFormat | 'auto' = 'auto', name = 'traces.jsonl'): Read {
  return readAll({ [name]: text }, from)
}

/** Reads a file of values, one per line. */
export function read(values: JsonValue | JsonValue[], from: TraceFormat | 'auto' = 'auto'): Read {
  return readText(
    Array.isArray(values) ? values.map((each) => JSON.stringify(each)).join('\n') : JSON.stringify(values),
    from,
  )
}

/** A transcript in words, one line per entry. */
function tell({ session }: Talk): string[] {
  return session.transcript.map((entry) => {
    switch (entry.type) {
      case 'message': {
        const items = entry.content.map((item) =>
          item.type === 'text' ? item.text : `[${item.type} ${'mimeType' in item ? item.mimeType : ''}]`,
        )
        return `${entry.role}${entry.agentName === null ? '' : ` (${entry.agentName})`}: ${items.join(' ')}`
      }
      case 'function_call':
        return `call ${entry.name} ${JSON.stringify(entry.arguments)}`
      case 'function_call_output':
        return `${entry.is_error ? 'error' : 'output'} ${entry.name}: ${entry.output}`
      case 'thinking':
        return `thinks: ${entry.thinking}`
      default:
        return entry.type
    }
  })
}
