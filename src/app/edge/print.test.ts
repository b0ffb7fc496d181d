import { afterEach, expect, it, vi } from 'vitest'
import { colours } from './print.ts'

afterEach(() => vi.unstubAllEnvs())

it.each<[string | undefined, string | undefined, string, boolean]>([
  [undefined, undefined, 'default', false],
  [undefined, '1', 'default', true],
  ['1', '1', 'default', false],
  [undefined, '1', 'plain', false],
  [undefined, '1', 'json', false],
])('NO_COLOR %s and FORCE_COLOR %s colour the report %s: %s', (no, force, reporter, coloured) => {
  vi.stubEnv('NO_COLOR', no)
  vi.stubEnv('FORCE_COLOR', force)
  const was = process.stdout.isTTY
  process.stdout.isTTY = false
  expect(colours(reporter)).toBe(coloured)
  process.stdout.isTTY = was
})
