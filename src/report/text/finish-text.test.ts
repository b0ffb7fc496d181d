import { expect, it } from 'vitest'
import { finishText } from './finish-text.ts'

it.each(['', '  ', '\t', '\u00a0', '\u1680 ', '\u2003', '\u202f', '\u3000\t', '\ufeff'])(
  'takes the effect of a command to a CI, whatever white space stands before it (%j)',
  (space) => {
    expect(finishText(`a\n${space}::add-mask::x`)).not.toMatch(/^\s*::/m)
  },
)
