import { statSync } from 'node:fs'
import { readBytes } from '../../base/read-file.ts'
import { readYaml } from '../../suite/yaml/read-yaml.ts'
import type { Refused } from './draft/note.ts'
import type { SourceFile } from './draft/source-file.ts'

/** A file read, or why it is none that could be imported. */
export type SourceRead = { ok: true; source: SourceFile } | { ok: false; refused: Refused }

/** Scripts are written by people: a larger file is something else. */
const maxBytes = 4_000_000

/** Reads a file of text; `name` is how messages show it. Nothing is thrown. */
export function readSource(path: string, name: string): SourceRead {
  const refuse = (message: string, hint: string, line = 1, column = 1): SourceRead => ({
    ok: false,
    refused: { origin: { file: name, line, column }, message, hint },
  })
  try {
    const { size } = statSync(path)
    if (/\.xlsx?m?$/i.test(path)) return refuse('spreadsheets are not read', 'save each sheet as CSV, and import that')
    if (size > maxBytes)
      return refuse(`the file has ${Math.round(size / 1_000_000)} MB, more than a script has (4 MB)`, 'split it')
    const bytes = readBytes(path)
    if (bytes[0] === 0xff || bytes[0] === 0xfe) return refuse('the file is UTF-16', 'save it as UTF-8')
    const text = bytes.toString('utf8').replace(/^\uFEFF/, '')
    const zero = text.indexOf('\0')
    if (zero !== -1) return refuse('the file is no text', 'name scripts alone', ...placeOf(text, zero))
    const odd = text.indexOf('\uFFFD')
    if (odd !== -1 && !bytes.includes(Buffer.from('\uFFFD')))
      return refuse('here is a byte that is no UTF-8', 'save the file as UTF-8', ...placeOf(text, odd))
    if (text.trim() === '') return refuse('the file is empty', 'name a file that holds a script')
    const document = /\.(?:ya?ml|json)$/i.test(path) ? readYaml(text, name) : null
    return { ok: true, source: { path, name, text, document } }
  } catch (error) {
    return refuse(`the file cannot be read: ${(error as Error).message}`, 'name a file that is there and may be read')
  }
}

function placeOf(text: string, offset: number): [number, number] {
  const lines = text.slice(0, offset).split('\n')
  return [lines.length, (lines.at(-1)?.length ?? 0) + 1]
}
