import { fold } from './addressing-names.ts'

/** What a value holds: its members or items, also where it is a text of JSON. */
export function openValue(value: unknown): object | null {
  if (typeof value === 'object') return value
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return null
  try {
    const held: unknown = JSON.parse(value)
    return typeof held === 'object' ? held : null
  } catch {
    return null // a text that only begins like JSON
  }
}

/** The folded names in a text that is written like a form or like pairs. */
export function namesInText(text: string): string[] {
  const before = text.split(/[=:]/).slice(0, -1)
  return before.flatMap((part) => {
    const words = part.split(/[\s&,;{}"']/).filter((word) => word !== '')
    return words.slice(-1).map(fold)
  })
}
