import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { readGivenYaml } from './given-yaml.ts'

it('names a file by its path from here, as suites are named', () => {
  const missing = { message: 'there is none', hint: 'write it' }
  const file = readGivenYaml(resolve('package.json'), { read: () => undefined, schema: () => ({}) }, { missing })
  file.refuse({ line: 1, column: 1, length: 1 }, 'it is wrong', 'mend it')
  expect(() => file.insistSound()).toThrow(/^package\.json:1:1: it is wrong/)
})
