import { describe, expect, it } from 'vitest'
import { parseScript } from './parse.ts'

const suite = (top: string, conversation: string, turn: string) =>
  `suite: S\nagent: desk\n${top}conversations:\n  - name: one\n${conversation}    turns:\n      - user: hi\n        expect: { reply: hi }\n${turn}`

function codes(text: string): string[] {
  const parsed = parseScript(text, 'suite.yaml')
  return parsed.ok ? [] : parsed.problems.map(({ code }) => code)
}

describe('what is read but cannot be run yet', () => {
  it('is nothing in a plain suite', () => {
    expect(codes(suite('', '', ''))).toEqual([])
  })
  it.each([['include', suite('include: [other.yaml]\n', '', '')]])(
    'refuses %s, so that it cannot look like a pass',
    (_, text) => {
      expect(codes(text)).toEqual(['not-ready'])
    },
  )
})
