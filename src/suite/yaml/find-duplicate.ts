import type { Document, Scalar } from 'yaml'
import { yamlLibrary } from './yaml-library.ts'

/** The library holds each key of a mapping against all others, which takes too long in a text as long as this. */
export const longText: number = 500_000

/** The first key that its mapping has twice, with its offsets. */
export function findDuplicate(document: Document.Parsed): { key: string; from: number; to: number } | null {
  let found: { key: string; from: number; to: number } | null = null
  const { isScalar, visit } = yamlLibrary()
  visit(document, {
    Map(_, { items }) {
      const keys = new Set<unknown>()
      for (const { key } of items) {
        if (!isScalar(key)) continue
        const { value, range } = key as Scalar
        const [from, to] = range ?? [0, 0]
        if (keys.has(value) && (found === null || from < found.from)) found = { key: String(value), from, to }
        keys.add(value)
      }
    },
  })
  return found
}
