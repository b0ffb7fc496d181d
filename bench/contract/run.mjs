/**
 * Measures the contract and tests its teeth against mutants: `npm run bench:contract`, optionally with the names of
 * parts, as in `npm run bench:contract -- teeth`. Writes docs/contract-teeth.md and the figures in docs/contract.md.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { measureAmbiguity } from './measure-ambiguity.mjs'
import { measureSafeMode } from './measure-safe-mode.mjs'
import { measureSpeed } from './measure-speed.mjs'
import { measureTeeth } from './measure-teeth.mjs'

const parts = { speed: measureSpeed, teeth: measureTeeth, ambiguity: measureAmbiguity, safe: measureSafeMode }
const docs = resolve(import.meta.dirname, '../../docs')
const asked = process.argv.slice(2)

for (const [name, measure] of Object.entries(parts)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  const { figures, page } = await measure()
  putFigures(name, figures)
  if (page !== undefined) writeFileSync(resolve(docs, page.name), page.text)
  process.stdout.write(`${figures}\n`)
}

/** Puts lines between the two marks of a part in docs/contract.md. */
function putFigures(name, figures) {
  const file = resolve(docs, 'contract.md')
  const text = readFileSync(file, 'utf8')
  const [begin, end] = [`<!-- ${name} -->\n`, `<!-- end of ${name} -->`]
  const [from, to] = [text.indexOf(begin), text.indexOf(end)]
  if (from < 0 || to < 0) throw new Error(`docs/contract.md has no place for ${name}`)
  writeFileSync(file, `${text.slice(0, from + begin.length)}${figures}\n${text.slice(to)}`)
}
