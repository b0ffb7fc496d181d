import { expect, it } from 'vitest'
import { planOf, suiteWith } from '../../records/snapshots/snapshot.fixture.ts'
import { refuseSharedPaths } from './snapshot-paths.ts'

it('refuses two conversations whose snapshots would be one file where letter case does not count', () => {
  const plan = { ...planOf(suiteWith()), file: 'suites/orders.yaml', id: 'suites/orders.yaml:3 default' }
  const other = { ...plan, file: 'suites/Orders.yaml', id: 'suites/Orders.yaml:3 default' }
  expect(() => refuseSharedPaths([plan, other], '/work')).toThrow(
    'suites/orders.yaml:3 default and suites/Orders.yaml:3 default would share the snapshot snapshots/suites/Orders/says-hello.default.txt',
  )
  expect(() => refuseSharedPaths([plan, { ...plan, version: 'draft' }], '/work')).not.toThrow()
})
