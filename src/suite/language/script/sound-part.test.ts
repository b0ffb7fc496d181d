import { expect, it } from 'vitest'
import { parseScript } from './parse.ts'

const head = 'suite: S\nagent: desk\nconversations:\n'
const sound = '  - { name: sound, turns: [{ user: hi, expect: { reply: x } }] }\n'
const typo = '  - { name: typo, turns: [{ user: hi, expct: { reply: x } }] }\n'
const idle = '  - { name: idle, turns: [{ user: hi }] }\n'

/** The line and code of each problem, and the conversations of the part that is sound. */
function read(text: string): [string[], string[] | undefined] {
  const parsed = parseScript(text, 's.yaml')
  if (parsed.ok) return [[], undefined]
  const names = parsed.sound?.conversations.map(({ name }) => name.value)
  return [parsed.problems.map(({ at, code }) => `${at.line} ${code}`), names]
}

it('leaves the conversations that are sound, and hides no problem of one step behind that of another', () => {
  expect(read(head + typo + sound)).toEqual([['4 unknown-key'], ['sound']])
  expect(read(`${head}${typo}${idle}${sound}`)).toEqual([['4 unknown-key', '5 asserts-nothing'], ['sound']])
  expect(read(head + typo + idle)).toEqual([['4 unknown-key', '5 asserts-nothing'], undefined])
})

it('leaves nothing where the suite itself is wrong, and says nothing that only the part is', () => {
  expect(read(`agnt: desk\n${head}${typo}${sound}`)).toEqual([['1 unknown-key', '5 unknown-key'], undefined])
  const used = `${head}  - { name: t, template: greets, turnz: [] }\n${sound}templates:\n  greets:\n    - { user: hi, expect: { reply: x } }\n`
  expect(read(used)[0]).toEqual(['4 unknown-key'])
})
