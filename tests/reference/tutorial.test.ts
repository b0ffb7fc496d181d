import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { maskTimes, readTutorial, replacePrinted } from './read-tutorial.ts'

const file = resolve(import.meta.dirname, '../../docs/tutorial.md')
const bin = resolve(import.meta.dirname, '../../bin/tableread.js')
const folder = mkdtempSync(join(tmpdir(), 'tableread-tutorial-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs a command line of the tutorial, with this checkout instead of the installed package. */
function run(command: string): string {
  const { FORCE_COLOR, ...env } = process.env
  const line = command.replaceAll('npx tableread', `"${process.execPath}" "${bin}"`)
  const ran = spawnSync('sh', ['-c', `${line} 2>&1`], { cwd: folder, env: { ...env, NO_COLOR: '1' }, encoding: 'utf8' })
  return ran.stdout
}

describe('docs/tutorial.md', () => {
  it('prints what it shows, step by step', { tags: 'stress' }, () => {
    const page = readFileSync(file, 'utf8')
    const printed: string[] = []
    const outputs: string[] = []
    for (const step of readTutorial(page)) {
      if (step.kind === 'write') {
        mkdirSync(dirname(join(folder, step.file)), { recursive: true })
        writeFileSync(join(folder, step.file), step.text)
      } else {
        const now = run(step.command)
        printed.push(maskTimes(now) === maskTimes(step.printed) ? step.printed : now)
        outputs.push(step.printed)
      }
    }
    if (process.env.UPDATE_GOLDENS === '1') writeFileSync(file, replacePrinted(page, printed))
    else expect(outputs).toEqual(printed)
    expect(printed.length).toBe(4)
  })
})
