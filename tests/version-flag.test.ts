import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { commands } from '../src/app/cli/commands.ts'
import type { CliRun } from './hostile/run-cli.ts'
import { runWarm } from './warm/run-warm.ts'

const bin = resolve(import.meta.dirname, '../bin/tableread.js')

const tableread = (...args: string[]): Promise<CliRun> => runWarm(args, { folder: import.meta.dirname })

const verbs = commands.map(({ name }) => name.split(' '))

describe('--version', () => {
  it('prints the version of Tableread where no verb is before it', () => {
    for (const flag of ['--version', '-V']) {
      const { status, stdout } = spawnSync(process.execPath, [bin, flag], { encoding: 'utf8' })
      expect([status, stdout]).toEqual([0, '0.1.0\n'])
    }
    expect(verbs.length).toBeGreaterThan(15)
  })
  it.each(verbs.map((words) => [words.join(' '), words] as const))('is refused after %s', async (_, words) => {
    for (const flags of [['--version', 'draft'], ['--version'], ['-V']]) {
      const { code, out, err } = await tableread(...words, ...flags)
      expect({ code, out }).toEqual({ code: 2, out: '' })
      expect(err).toMatch(/error: [\w-]+ has no --version\n {3}hint: /)
    }
  })
  it.each([
    ['run suites --version draft', 'write -v draft'],
    ['run --version=2', 'write -v 2'],
    ['replay -V draft', 'write -v draft'],
    ['compare --version draft', 'tableread compare default draft'],
    ['bisect --version draft', 'write -g 1 -b draft'],
  ])('%s is told: %s', async (line, hint) => {
    expect((await tableread(...line.split(' '))).err).toContain(hint)
  })
})
