import type { ContentItem } from '../../wire/api/transcript-entry.ts'
import { alignSequences } from '../align/align-sequences.ts'
import { overlap } from '../align/likeness.ts'
import { listWords } from '../align/tokens.ts'
import type { ItemDifference } from '../model/turn-comparison.ts'

export function listItems(content: readonly ContentItem[]): string[] {
  return content.flatMap((item) => (item.type === 'text' ? [] : [describeItem(item)]))
}

/** The items that differ between two messages; items of the same kind are matched by likeness, in order. */
export function diffItems(a: readonly string[], b: readonly string[]): ItemDifference[] {
  const kindOf = (line: string): string => line.slice(0, line.indexOf(' '))
  const pairs = alignSequences(a, b, {
    likeness: (one, two) =>
      one === two ? 1 : kindOf(one) === kindOf(two) ? 0.1 + 0.8 * overlap(listWords(one), listWords(two)) : 0,
    keys: [(line) => line],
  })
  const [inA, inB] = [new Map(pairs), new Map(pairs.map(([atA, atB]) => [atB, atA]))]
  const ofA = a.flatMap((line, index): ItemDifference[] => {
    const at = inA.get(index)
    const other = at === undefined ? null : (b[at] ?? null)
    return other === line ? [] : [{ a: line, b: other }]
  })
  return [...ofA, ...b.flatMap((line, index) => (inB.has(index) ? [] : [{ a: null, b: line }]))]
}

/** Describes an item other than text in one line; links by host only, since the rest may be signed (CNT-07). */
export function describeItem(item: Exclude<ContentItem, { type: 'text' }>): string {
  switch (item.type) {
    case 'button':
      return `button "${item.text}" (payload ${item.payload})`
    case 'image':
    case 'video':
      return `${item.type}${item.caption === '' ? '' : ` "${item.caption}"`} (${item.mimeType}, ${hostOf(item.url)})`
    case 'audio':
      return `audio (${item.mimeType}, ${hostOf(item.url)})`
    case 'file':
      return `file ${item.filename} (${item.mimeType}, ${hostOf(item.url)})`
    default:
      return `an item of an unknown type: ${JSON.stringify(item.original)}`
  }
}

function hostOf(url: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#]*@)?([^/?#:]+|\[[^\]]*\])/i.exec(url)?.[1] ?? 'no host'
}
