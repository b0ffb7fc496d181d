import { readFileSync, writeFileSync } from 'node:fs'
import { parse } from 'yaml'

/**
 * Writes fixtures/rules.json, the table of rules as the contract reads it, from the catalogue in fixtures/rules.yaml:
 * each rule's id, operation, level, source, text, and expected result. Run it after changing the catalogue.
 */
const read = (name) => readFileSync(new URL(`../fixtures/${name}`, import.meta.url), 'utf8')
const { rules } = parse(read('rules.yaml'))
const rows = rules.map(({ id, op, live, source, title, obligations, accept, local }) =>
  JSON.stringify([id, op, live, source, title, (obligations ?? accept)?.join('; ') ?? local]),
)
writeFileSync(new URL('../fixtures/rules.json', import.meta.url), `[\n${rows.join(',\n')}\n]\n`)
