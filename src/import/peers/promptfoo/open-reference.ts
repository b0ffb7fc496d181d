import { relative, resolve } from 'node:path'
import { dirname, normalize } from 'node:path/posix'
import { nodeFromJson, type YamlNode } from '../../../suite/yaml/node.ts'
import { readYaml } from '../../../suite/yaml/read-yaml.ts'
import { findSources, type OpenBeside, outside, type SourceFile } from '../draft/source-file.ts'
import { splitCsv } from '../draft/split-csv.ts'
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
type Found = { ok: true; sources: SourceFile[] } | { ok: false; why: string }

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
    if (typeof beside === 'string') return { ok: false, why: beside }
    sources.push(beside)
  }
  return sources.length > 0 ? { ok: true, sources } : { ok: false, why: 'no file has such a name' }
}

/** Whether a path leads to code, and perhaps to a function in it. */
export function isCode(path: string): boolean {
  return /\.(?:[cm]?[jt]s|py|rb|go|sh)(?::[\w.]+)?$/i.test(path)
}

/** Opens what `file://` refers to. YAML and JSON are nodes, CSV a list of tests, anything else a text. */
export function openReference(reference: string, source: SourceFile, open: OpenBeside): Opened {
  const sources = openSources(reference, source, open)
  if (!sources.ok) return sources
  const nodes: SourcedNode[] = []
  for (const each of sources.sources) {
    const node = nodeOf(each)
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

function nodeOf(source: SourceFile): YamlNode | null {
  const { path, name, text, document } = source
  if (/\.csv$/i.test(path)) {
    const rows = splitCsv(text, ',')
    if ('unclosed' in rows) return null
    const [head, ...body] = rows
    return { ...nodeFromJson([]), kind: 'list', items: body.map((row) => nodeOfRow(head?.cells ?? [], row)) }
  }
  if (/\.(?:jsonl|ndjson)$/i.test(path)) {
    const items = text.split('\n').flatMap((line, index) => {
      const read = line.trim() === '' ? null : readYaml(line, name)
      return read === null ? [] : [read.ok ? { ...read.root, at: { ...read.root.at, line: index + 1 } } : null]
    })
    return items.includes(null) ? null : { ...nodeFromJson([]), kind: 'list', items: items as YamlNode[] }
  }
  if (document === null) return nodeFromJson(text.trim())
  return document.ok ? document.root : null
}
