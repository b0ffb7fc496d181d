import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const bin = resolve(import.meta.dirname, '../bin/tableread.js')

function tableread(...args: string[]): { code: number | null; out: string; err: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args], { encoding: 'utf8' })
  return { code: status, out: stdout, err: stderr }
}

/** Every verb that the help lists below some words, and the verbs of verbs. */
function verbsBelow(...words: string[]): string[][] {
  const listed = tableread(...words, '--help').out.split(/^Commands:\n/m)[1] ?? ''
  const names = [...listed.matchAll(/^ {2}([a-z]+)/gm)].map(([, name = '']) => name).filter((name) => name !== 'help')
  return names.map((name) => [...words, name])
}

const verbs = [...verbsBelow(), ...verbsBelow('report'), ...verbsBelow('judge')]

describe('--version', () => {
  it('prints the version of Tableread where no verb is before it', () => {
    for (const flag of ['--version', '-V']) expect(tableread(flag)).toMatchObject({ code: 0, out: '0.1.0\n' })
    expect(verbs.length).toBeGreaterThan(15)
  })
  it.each(verbs.map((words) => [words.join(' '), words] as const))('is refused after %s', (_, words) => {
    for (const flags of [['--version', 'draft'], ['--version'], ['-V']]) {
      const { code, out, err } = tableread(...words, ...flags)
      expect({ code, out }).toEqual({ code: 2, out: '' })
      expect(err).toMatch(/error: \w+ has no --version\n {3}hint: /)
    }
  })
  it.each([
    ['run suites --version draft', 'write -v draft'],
    ['run --version=2', 'write -v 2'],
    ['replay -V draft', 'write -v draft'],
    ['compare --version draft', 'tableread compare default draft'],
    ['bisect --version draft', 'write -g 1 -b draft'],
  ])('%s is told: %s', (line, hint) => {
    expect(tableread(...line.split(' ')).err).toContain(hint)
  })
})
