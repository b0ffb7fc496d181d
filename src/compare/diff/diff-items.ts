import type { ContentItem } from '../../wire/api/content-item.ts'
import { alignSequences } from '../align/align-sequences.ts'
import { overlap } from '../align/likeness.ts'
import { listWords } from '../align/list-words.ts'
import type { ItemDifference } from '../model/turn-comparison.ts'
import { describeItem } from './describe-item.ts'

/** One line for each item of a message other than text, in order. */
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
