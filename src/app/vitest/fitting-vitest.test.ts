import { expect, it } from 'vitest'
import { insistFitting, installVitest } from './fitting-vitest.ts'

it.each([
  ['20.19.0', '4.1.12'],
  ['20.20.2', '4.1.12'],
  ['22.11.0', '4.1.12'],
  ['22.12.0', '5.1.0'],
  ['24.1.0', '5.1.0'],
  ['26.0.0', '5.1.0'],
])('Node %s is told to install %s', (node, version) => {
  expect(installVitest(node)).toBe(`npm install --save-dev vitest@${version} @vitest/ui@${version}`)
})

it.each<[string, string | null, string | null, boolean, string | null]>([
  ['20.20.2', '4.1.12', '4.1.12', true, null],
  ['20.20.2', '4.1.12', null, false, null],
  ['22.12.0', '5.1.0', '5.1.0', true, null],
  ['20.20.2', null, null, false, '--watch needs vitest, and --ui @vitest/ui'],
  ['20.20.2', '4.1.12', null, true, '--watch needs vitest, and --ui @vitest/ui'],
  ['20.20.2', '5.1.0', '5.1.0', true, 'vitest 5.1.0 is installed, which needs Node 22.12; this is 20.20.2'],
  ['22.11.0', '5.1.0', null, false, 'vitest 5.1.0 is installed, which needs Node 22.12; this is 22.11.0'],
  ['20.20.2', '3.2.4', '3.2.4', true, 'vitest 3.2.4 is installed, and Tableread works with 4.1 and 5.1'],
  [
    '20.20.2',
    '4.1.12',
    '4.1.9',
    true,
    '@vitest/ui 4.1.9 is installed beside vitest 4.1.12: both have to be of one version',
  ],
])('on Node %s, vitest %s with the UI %s', (node, vitest, ui, withUi, refusal) => {
  const hold = (): void => insistFitting(withUi, node, (name) => (name === 'vitest' ? vitest : ui))
  if (refusal === null) expect(hold).not.toThrow()
  else expect(hold).toThrow(`${refusal}\n   hint: ${installVitest(node)}`)
})
