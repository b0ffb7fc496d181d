import { readFileSync, writeFileSync } from 'node:fs'
import { parse } from 'yaml'

/**
 * Writes fixtures/rules.json, the table of rules as the contract reads it, from the catalogue in fixtures/rules.yaml: of each
 * rule its id, operation, level, source, text, and what must come of it. Run it after the catalogue changed.
 */
const read = (name) => readFileSync(new URL(`../fixtures/${name}`, import.meta.url), 'utf8')
const { rules } = parse(read('rules.yaml'))
const rows = rules.map(({ id, op, live, source, title, obligations, accept, local }) =>
  JSON.stringify([id, op, live, source, title, (obligations ?? accept)?.join('; ') ?? local]),
)
writeFileSync(new URL('../fixtures/rules.json', import.meta.url), `[\n${rows.join(',\n')}\n]\n`)
