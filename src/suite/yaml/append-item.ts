import type { MapNode, YamlNode } from './node.ts'
import { readYaml } from './read-yaml.ts'

/** A file with one item added and the line where it starts, or why it stays unchanged. */
export type AppendedText = { ok: true; text: string; line: number } | { ok: false; message: string; hint: string }

/**
 * Appends an item to the top-level list `key` of a YAML text. Lines are only ever added: comments, whitespace
 * and line endings stay as they are. Refused unless the list is a block list, one item per line. `lines` may
 * begin with comments; the first other line begins with a dash. `gap` puts an empty line between the items.
 */
export function appendItem(text: string, key: string, lines: readonly string[], gap: boolean): AppendedText {
  const place = findPlace(text, key)
  if (place === null) {
    const message = `its ${key} are not a list of lines that begin with a dash`
    return { ok: false, message, hint: 'write them line by line, or save to another file' }
  }
  const { before, margin } = place
  const end = text.includes('\r\n') ? '\r\n' : '\n'
  const [head, tail] = [text.slice(0, before), text.slice(before)]
  const glue = head.endsWith('\n') ? '' : end
  const space = gap ? end : ''
  const addition = lines.map((each) => `${each === '' ? '' : margin}${each}${end}`).join('')
  const first = head.split('\n').length + (glue === '' ? 0 : 1) + (gap ? 1 : 0)
  const comments = lines.findIndex((each) => !each.startsWith('#'))
  const changed = `${head}${glue}${space}${addition}${tail === '' ? '' : end}${tail}`
  if (keepsAll(text, changed, key) && isAsGiven(lines, changed, key))
    return { ok: true, text: changed, line: first + Math.max(0, comments) }
  // An empty line after a block scalar that keeps line breaks (|+) would become part of it.
  if (gap) return appendItem(text, key, lines, false)
  return { ok: false, message: 'with it the file would not read as before', hint: 'save to another file' }
}

/** The offset at which the list ends and the indentation of its dashes; null unless it is a block list. */
function findPlace(text: string, key: string): { before: number; margin: string } | null {
  const root = rootOf(text)
  const at = root?.entries.findIndex((entry) => entry.key === key) ?? -1
  const list = root?.entries[at]?.value
  if (root === null || list?.kind !== 'list') return null
  const rows = text.split('\n')
  const margins = list.items.map(
    ({ at: { line, column } }) => /^( *)- +$/.exec(rows[line - 1]?.slice(0, column - 1) ?? '')?.[1],
  )
  const [margin] = margins
  if (margin === undefined || margins.some((each) => each !== margin)) return null
  const next = root.entries[at + 1]?.keyAt.line
  let last = next === undefined ? rows.length : next - 1
  if (next !== undefined) while (last > 0 && /^\s*$|^#/.test(rows[last - 1] ?? '')) last -= 1
  return { before: next === undefined ? text.length : rows.slice(0, last).join('\n').length + 1, margin }
}

/** Whether everything else in the file keeps its meaning, with exactly one item added at the end of the list. */
function keepsAll(text: string, changed: string, list: string): boolean {
  const [before, after] = [rootOf(text), rootOf(changed)]
  if (before === null || after === null || before.entries.length !== after.entries.length) return false
  return before.entries.every(({ key, value }, index) => {
    const now = after.entries[index]
    if (now?.key !== key) return false
    if (key !== list || value.kind !== 'list' || now.value.kind !== 'list') return same(value, now.value)
    const { items } = now.value
    return items.length === value.items.length + 1 && value.items.every((item, at) => same(item, items[at]))
  })
}

/** Whether the item means the same in the file as on its own; an alias of the file (`*name`) only has meaning there. */
function isAsGiven(lines: readonly string[], changed: string, list: string): boolean {
  const alone = readYaml(`${lines.join('\n')}\n`, 'item')
  if (!alone.ok || alone.root.kind !== 'list') return true
  const now = rootOf(changed)?.entries.find(({ key }) => key === list)?.value
  const [item, newNode] = [alone.root.items.at(-1), now?.kind === 'list' ? now.items.at(-1) : undefined]
  return item === undefined || same(item, newNode)
}

function rootOf(text: string): MapNode | null {
  const read = readYaml(text, 'file')
  return read.ok && read.root.kind === 'map' ? read.root : null
}

function same(a: YamlNode, b: YamlNode | undefined): boolean {
  return JSON.stringify(a, withoutPlaces) === JSON.stringify(b, withoutPlaces)
}

const withoutPlaces = (key: string, value: unknown): unknown => (key === 'at' || key === 'keyAt' ? undefined : value)
