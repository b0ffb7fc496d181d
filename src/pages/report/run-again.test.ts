import { expect, it } from 'vitest'
import { compareCommand, runCommand } from './run-again.ts'

const file = 'suites/orders.yaml'

it.each([
  [
    { id: `${file}:18 draft`, file, version: 'draft' },
    'local service http://127.0.0.1:4010 (workspace demo)',
    `${file}:18 -v draft`,
  ],
  [
    { id: `${file}:18#2~7 3`, file, version: '3' },
    'https://agents.example',
    `'${file}:18#2~7' -v 3 --target https://agents.example`,
  ],
  [{ id: 'my $(id).yml:4 default', file: 'my $(id).yml', version: 'default' }, '', "'my $(id).yml:4' -v default"],
])('%o is run again by %s', (result, target, words) => {
  expect(runCommand(result, { target })).toBe(`npx tableread run ${words}`)
})

it('is nothing for what no suite of YAML holds', () => {
  expect(runCommand({ id: 'session-1', file: 'sessions.json', version: '1' }, {})).toBe(null)
  const talk = { id: 'attacks/a.yaml:9 a refund: the shift lead ~1 draft', file: 'attacks/a.yaml', version: 'draft' }
  expect(runCommand(talk, {})).toBe(null)
})

it('names both sides of a comparison, and their targets where these are addresses', () => {
  const side = { label: '', agent: null, version: 'default', target: 'https://a.example' }
  const other = { ...side, agent: 'desk', version: 'draft' }
  const compared = { id: `${file}:18`, file }
  expect(compareCommand(compared, { a: side, b: other })).toBe(
    `npx tableread compare default desk@draft ${file}:18 --target https://a.example`,
  )
  expect(compareCommand(compared, { a: side, b: { ...other, target: 'https://b.example' } })).toMatch(
    / --target https:\/\/a\.example --b-target https:\/\/b\.example$/,
  )
  expect(compareCommand(compared, { a: side, b: other }, ['--workspace', "'my desk'"])).toMatch(
    / --target https:\/\/a\.example --workspace 'my desk'$/,
  )
})
