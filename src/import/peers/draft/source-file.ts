import { statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { isWithin, lookAt, readBytes, walkFiles } from '../../../base/files/files.ts'
import { cutText } from '../../../base/privacy/cut.ts'
import { readYaml, type YamlReading } from '../../../suite/yaml/read-yaml.ts'
import { type RefusedPart, startOf } from './draft.ts'
import { originAt } from './read-members.ts'

/** A file to import: `name` is its path in messages, `document` its content where it is YAML or JSON. */
export interface SourceFile {
  path: string
  name: string
  text: string
  document: YamlReading | null
}

/** Opens a file that another one refers to, by its path relative to that one; or says why not. */
export type OpenBeside = (from: SourceFile, path: string) => SourceFile | string

export const outside = 'it lies outside of the folder that is imported'

/** Opens files below the named folders or beside the named files and refuses others once; follows no link out. */
export function openBelow(
  givenPaths: readonly string[],
  show: (path: string) => string,
  refused: RefusedPart[],
): OpenBeside {
  const roots = givenPaths.map((path) => (lookAt(path)?.isDirectory() === true ? path : dirname(path)))
  return (from, path) => {
    const beside = resolve(dirname(from.path), path)
    if (!roots.some((root) => isWithin(beside, root))) {
      const line = from.text.slice(0, Math.max(0, from.text.indexOf(path))).split('\n').length
      const message = `${JSON.stringify(cutText(path, 120))} is not read: it lies outside of the folder that is imported`
      const isNew = !refused.some((each) => each.message === message && each.origin.file === from.name)
      const hint = 'name a folder that has both, or put it beside the script'
      if (isNew) refused.push({ origin: { file: from.name, line, column: 1 }, message, hint })
      return outside
    }
    const read = readSource(beside, show(beside))
    if (read.ok) return read.source
    return lookAt(beside)?.isFile() === true
      ? read.refused.message
      : 'the file cannot be read: import it together with this one'
  }
}

type SourceRead = { ok: true; source: SourceFile } | { ok: false; refused: RefusedPart; isEmpty: boolean }

/** Scripts are written by people: a larger file is something else. */
const maxBytes = 4_000_000
const empty = 'the file is empty'

/** Reads a text file; `name` is its path in messages. Never throws. */
export function readSource(path: string, name: string): SourceRead {
  const refuse = (message: string, hint: string, line = 1, column = 1): SourceRead => ({
    ok: false,
    refused: { origin: { file: name, line, column }, message, hint },
    isEmpty: message === empty,
  })
  try {
    const { size } = statSync(path)
    if (/\.xlsx?m?$/i.test(path)) return refuse('spreadsheets are not read', 'save each sheet as CSV, and import that')
    if (size > maxBytes)
      return refuse(`the file has ${Math.round(size / 1_000_000)} MB, more than a script has (4 MB)`, 'split it')
    const bytes = readBytes(path)
    if (/^(?:fffe|feff)/.test(bytes.toString('hex', 0, 2))) return refuse('the file is UTF-16', 'save it as UTF-8')
    const text = bytes.toString('utf8').replace(/^\uFEFF/, '')
    const zero = text.indexOf('\0')
    if (zero !== -1) return refuse('the file is no text', 'name scripts alone', ...placeOf(text, zero))
    const odd = text.indexOf('\uFFFD')
    if (odd !== -1 && !bytes.includes(Buffer.from('\uFFFD')))
      return refuse('here is a byte that is no UTF-8', 'save the file as UTF-8', ...placeOf(text, odd))
    if (text.trim() === '') return refuse(empty, 'name a file that holds a script')
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

const extensions = /\.(?:ya?ml|json|txt|csv|md|xlsx)$/i

/** A file, or all below a folder that could be scripts, sorted. A missing path stays: reading it reports the error. */
export function findSources(path: string): string[] {
  if (lookAt(path)?.isDirectory() !== true) return [path]
  return filesBelow(path)
    .filter((name) => extensions.test(name) && !isAside(basename(name)))
    .map((name) => join(path, name))
    .filter((file) => lookAt(file)?.isFile() === true)
}

function filesBelow(path: string): string[] {
  try {
    return walkFiles(path, (name) => !isAside(name))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EACCES') return []
    throw error
  }
}

function isAside(part: string): boolean {
  return part === 'node_modules' || part.startsWith('.')
}

/** Why the YAML or JSON of a file cannot be read; empty where it can. */
export function refuseDocument(
  { name, document }: SourceFile,
  mending = 'mend the file, and import it again',
): RefusedPart[] {
  if (document?.ok === true) return []
  const hint = 'name a file that ends in .yaml, .yml or .json'
  if (document === null) return [{ origin: startOf(name), message: 'this is neither YAML nor JSON', hint }]
  return document.problems.map((each) => ({
    origin: originAt(name, each.at),
    message: each.message,
    hint: each.hint ?? mending,
  }))
}
