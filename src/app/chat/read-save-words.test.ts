import { describe, expect, it } from 'vitest'
import { readSaveWords } from './perform-command.ts'

describe('readSaveWords', () => {
  it.each([
    ['', null, null],
    ['a.yaml', 'a.yaml', null],
    ['a.yml tracks an order', 'a.yml', 'tracks an order'],
    ['"my suites/a.yaml" "tracks an order"', 'my suites/a.yaml', 'tracks an order'],
    ['tracks an order', null, 'tracks an order'],
    ['"tracks an order"', null, 'tracks an order'],
    ['a.ts', 'a.ts', null],
  ])('parts %j', (rest, file, name) => {
    expect(readSaveWords(rest)).toEqual({ file, name })
  })
})
