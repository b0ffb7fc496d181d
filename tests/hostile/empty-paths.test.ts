// @module-tag stress
import { expect, it } from 'vitest'
import { guardFlags } from '../../src/app/cli/guard-flags.ts'
import { readVerbs } from './command-line.ts'

it('an empty path is refused for each option of each verb that takes one', async () => {
  const takers: string[] = []
  let walked = 0
  for (const { name, options } of await readVerbs())
    for (const option of options) {
      if (!/[<[](?:file|folder|path|journal)[>\]]/.test(option.flags)) continue
      walked += 1
      const flag = option.long ?? option.flags
      const flags = { [option.attributeName()]: option.variadic ? [''] : '' }
      try {
        guardFlags({ options, args: [], paths: [], name, declared: {}, flags, words: [name, flag, ''] })
        takers.push(`${name} ${flag}`)
      } catch (error) {
        expect((error as Error).message).toContain(`${flag} names no`)
      }
    }
  expect(takers).toEqual([])
  expect(walked).toBeGreaterThan(40)
})
