import { hashJson } from '../../base/json/hash-json.ts'

/** A hash in letters alone, which neither YAML nor a search for private numbers takes for something else. */
export function wordOf(value: unknown, length: number): string {
  return hashJson(value)
    .replace(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)))
    .slice(0, length)
}
