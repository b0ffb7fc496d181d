import { expect, it } from 'vitest'
import { planOf, suiteWith } from '../../records/snapshots/snapshot.fixture.ts'
import { breakSharedPaths } from '../files/shared-paths.ts'

it('breaks two conversations whose snapshots would be one file where letter case does not count, and no other', () => {
  const plan = { ...planOf(suiteWith()), file: 'suites/orders.yaml', id: 'suites/orders.yaml:3 default' }
  const other = { ...plan, file: 'suites/Orders.yaml', id: 'suites/Orders.yaml:3 default' }
  const draft = { ...plan, version: 'draft' }
  const [first, second, third] = breakSharedPaths([plan, other, draft], '/work')
  expect(first?.problems).toMatchObject([
    {
      code: 'duplicate-name',
      file: 'suites/orders.yaml',
      message: 'suites/Orders.yaml:3 default would share the snapshot snapshots/suites/orders/says-hello.default.txt',
    },
  ])
  expect(second?.problems).toHaveLength(1)
  expect(third).toBe(draft)
})
