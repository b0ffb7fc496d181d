import { expect, it } from 'vitest'
import { parseScript } from '../language/script/parse.ts'
import { fewProblems, mostTold } from './problem.ts'

it('tells of a file with very many problems the first, and how many more there are', () => {
  const keys = Array.from({ length: 20_000 }, (_, index) => `key${index}: 1\n`).join('')
  const sound = 'suite: S\nagent: a\nconversations: [{ name: n, turns: [{ user: hi, expect: { reply: hi } }] }]\n'
  const parsed = parseScript(`${sound}${keys}`, 's.yaml')
  const problems = parsed.ok ? [] : parsed.problems
  expect(problems).toHaveLength(mostTold + 1)
  expect(problems.at(-1)).toMatchObject({
    code: 'too-large',
    at: { line: mostTold + 4 },
    message: `and ${20_000 - mostTold} more problems from here on`,
  })
})

it('leaves no file out', () => {
  const problem = { code: 'unknown-key', at: { line: 1, column: 1, length: 1 }, message: 'm' } as const
  const many = Array.from({ length: 300 }, () => ({ ...problem, file: 'a.yaml' }))
  expect(fewProblems([...many, { ...problem, file: 'b.yaml' }]).filter(({ file }) => file === 'b.yaml')).toHaveLength(1)
})
