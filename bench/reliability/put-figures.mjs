import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'

const file = resolve(import.meta.dirname, '../../docs/reliability.md')

/** Puts lines between the two marks of a topic in docs/reliability.md. */
export function putFigures(name, figures) {
  const text = readFileSync(file, 'utf8')
  const [begin, end] = [`<!-- ${name} -->\n`, `<!-- end of ${name} -->`]
  const [from, to] = [text.indexOf(begin), text.indexOf(end)]
  if (from < 0 || to < 0) throw new Error(`docs/reliability.md has no place for ${name}`)
  writeFileSync(file, `${text.slice(0, from + begin.length)}${figures}\n${text.slice(to)}`)
}
