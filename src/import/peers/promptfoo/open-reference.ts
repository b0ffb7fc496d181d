import { relative, resolve } from 'node:path'
import { dirname, normalize } from 'node:path/posix'
import { cutText } from '../../../base/privacy/cut.ts'
import { nodeFromJson, type YamlNode } from '../../../suite/yaml/node.ts'
import { readYaml } from '../../../suite/yaml/read-yaml.ts'
import type { RefusedPart } from '../draft/draft.ts'
import { originAt } from '../draft/read-members.ts'
import { findSources, type OpenBeside, outside, refuseDocument, type SourceFile } from '../draft/source-file.ts'
import { separatorOf, splitCsv } from '../draft/split-csv.ts'
import { nodeOfRow } from './row-test.ts'

/** A node of a configuration, and the file that it stands in. */
export interface SourcedNode {
  node: YamlNode
  source: SourceFile
}

/** What a reference leads to: a node for each file, or why it leads nowhere. */
type Opened = { ok: true; nodes: SourcedNode[] } | { ok: false; why: string }

/** Whether a text refers to something outside the configuration: a file, code, or a place in the net. */
export function isReference(text: string | null): text is string {
  return text !== null && /^(?:file|https?|huggingface|package|az|s3):\/\//.test(text)
}

/** The files that a reference names, at least one; or why there are none. */
type Found = { ok: true; sources: SourceFile[] } | { ok: false; why: string; isMissing?: boolean }

/** Files that `file://` refers to, relative to the file that it stands in; `*` stands for any part of a path. */
export function openSources(reference: string, source: SourceFile, open: OpenBeside): Found {
  const path = reference.replace(/^file:\/\//, '')
  if (path === reference && isReference(reference)) return { ok: false, why: 'nothing is fetched: save it as a file' }
  if (isCode(path)) return { ok: false, why: 'code is not run' }
  const paths = /[*?[{]/.test(path) ? pathsOf(normalize(path), source, open) : [path]
  if (paths === null) return { ok: false, why: outside }
  const sources: SourceFile[] = []
  for (const each of paths) {
    const beside = open(source, each)
    if (typeof beside === 'string') return { ok: false, why: beside, isMissing: beside !== outside }
    sources.push(beside)
  }
  return sources.length > 0 ? { ok: true, sources } : { ok: false, why: 'no file has such a name', isMissing: true }
}

/** Whether a path leads to code, and perhaps to a function in it. */
export function isCode(path: string): boolean {
  return /\.(?:[cm]?[jt]s|py|rb|go|sh)(?::[\w.]+)?$/i.test(path)
}

/**
 * Opens what `file://` refers to from a node. YAML and JSON are nodes, CSV a list of tests, anything else a text. What is
 * missing or cut off is refused with its place, and the good lines beside it are read.
 */
export function openReference(
  reference: string,
  { node: { at }, source }: SourcedNode,
  { open, refused }: { open: OpenBeside; refused: RefusedPart[] },
): Opened {
  const sources = openSources(reference, source, open)
  if (!sources.ok) {
    const message = `${JSON.stringify(cutText(reference, 120))} is not read: ${sources.why}`
    const hint = 'put the file where this says, or take this out'
    if (sources.isMissing === true) refused.push({ origin: originAt(source.name, at), message, hint })
    return sources
  }
  const nodes: SourcedNode[] = []
  for (const each of sources.sources) {
    const { node, mistakes } = nodeOf(each)
    refused.push(...mistakes)
    if (node === null) return { ok: false, why: 'the file is not valid YAML, JSON or CSV' }
    nodes.push({ node, source: each })
  }
  return { ok: true, nodes: nodes }
}

/** The files that a pattern names; null where it names a folder that must not be read. */
function pathsOf(pattern: string, source: SourceFile, open: OpenBeside): string[] | null {
  const fixed = dirname(pattern.replace(/[*?[{].*$/s, 'x'))
  if (open(source, fixed) === outside) return null
  const parts = pattern.split(/(\*\*\/|\*|\{[^{}]*\})/).map((part) => {
    if (part === '**/') return '(?:.*/)?'
    if (part === '*') return '[^/]*'
    const literal = (text: string): string => text.replace(/[.+?^$()|[\]\\{}]/g, '\\$&')
    return part.startsWith('{') ? `(?:${part.slice(1, -1).split(',').map(literal).join('|')})` : literal(part)
  })
  const fileName = new RegExp(`^${parts.join('')}$`)
  const folder = dirname(source.path)
  return findSources(resolve(folder, fixed))
    .map((each) => relative(folder, each))
    .filter((each) => fileName.test(each))
}

/** What a file has, and what of it cannot be read. */
function nodeOf(source: SourceFile): { node: YamlNode | null; mistakes: RefusedPart[] } {
  const { path, name, text, document } = source
  const listed = (items: YamlNode[]): YamlNode => ({ ...nodeFromJson([]), kind: 'list', items })
  const refuse = (line: number, message: string): RefusedPart => ({
    origin: { file: name, line, column: 1 },
    ...{ message, hint: 'mend the file, and import it again' },
  })
  if (/\.csv$/i.test(path)) {
    const rows = splitCsv(text, separatorOf(text))
    if ('unclosed' in rows)
      return { node: null, mistakes: [refuse(rows.unclosed, 'the quote that begins in this line is never closed')] }
    const [head, ...body] = rows
    const names = (head?.cells ?? []).map((each) => each.trim())
    const twice = names.find((each, index) => each !== '' && names.indexOf(each) !== index)
    const mistakes =
      twice === undefined ? [] : [refuse(head?.line ?? 1, `two columns are named ${JSON.stringify(twice)}`)]
    return { node: listed(body.map((row) => nodeOfRow(names, row))), mistakes }
  }
  if (/\.(?:jsonl|ndjson)$/i.test(path)) {
    const mistakes: RefusedPart[] = []
    const items = text.split('\n').flatMap((line, index): YamlNode[] => {
      const read = line.trim() === '' ? null : readYaml(line, name)
      if (read?.ok === true) return [{ ...read.root, at: { ...read.root.at, line: index + 1 } }]
      if (read?.ok === false) mistakes.push(refuse(index + 1, 'this line is not valid JSON'))
      return []
    })
    return { node: items.length === 0 && mistakes.length > 0 ? null : listed(items), mistakes }
  }
  if (document === null) return { node: nodeFromJson(text.trim()), mistakes: [] }
  return document.ok ? { node: document.root, mistakes: [] } : { node: null, mistakes: refuseDocument(source) }
}
