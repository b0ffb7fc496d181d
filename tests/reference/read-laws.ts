import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** When each transcript law holds, in the words of docs/language.md. */
export function readLaws(): Map<string, string> {
  const page = readFileSync(resolve(import.meta.dirname, '../../docs/language.md'), 'utf8')
  const table = page.split('## Transcript laws')[1]?.split('\n## ')[0] ?? ''
  return new Map([...table.matchAll(/^\| `([a-z ]+)` \| (.+) \|$/gm)].map(([, name = '', means = '']) => [name, means]))
}
