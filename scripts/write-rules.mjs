import { readFileSync, writeFileSync } from 'node:fs'
import { parse } from 'yaml'

/**
 * Writes fixtures/rules.json, the table of rules as the contract reads it, from the catalogue in fixtures/rules.yaml:
 * each rule's id, operation, level, source, text, expected result and, of a refusal that the interface states plainly,
 * the outcomes that it allows. Run it after changing the catalogue.
 */
const read = (name) => readFileSync(new URL(`../fixtures/${name}`, import.meta.url), 'utf8')
const { rules } = parse(read('rules.yaml'))
const refusals = ({ kind, live, expect, accept }) =>
  kind === 'reject' && live === 'must' && expect ? [accept ?? [[expect.http, expect.errorCode].join(' ').trim()]] : []
const rows = rules.map((rule) => {
  const { id, op, live, source, title, obligations, accept, local } = rule
  const expected = (obligations ?? accept)?.join('; ') ?? local
  return JSON.stringify([id, op, live, source, title, expected, ...refusals(rule)])
})
writeFileSync(new URL('../fixtures/rules.json', import.meta.url), `[\n${rows.join(',\n')}\n]\n`)
