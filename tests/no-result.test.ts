import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { commands } from '../src/app/cli/commands.ts'
import type { Flags } from '../src/app/flags/flag.ts'
import { formatFlags } from '../src/app/formats/formats.ts'
import { readResult } from '../src/records/schema/read-result.ts'
import { runWarm } from './warm/run-warm.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tableread-no-result-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const tableread = (...args: string[]) => runWarm(args, { folder, env: { NO_COLOR: '1', TABLEREAD_HISTORY: 'off' } })
const read = (name: string): string => readFileSync(join(folder, name), 'utf8')
const files = { json: 'r.json', junit: 'j.xml', ctrf: 'c.json', markdown: 'm.md', html: 'h.html' }

const validate = () => {
  const ajv = new Ajv({ strict: false })
  formats.default(ajv)
  return ajv.compile(JSON.parse(readFileSync(join(import.meta.dirname, 'report/ctrf-schema.json'), 'utf8')))
}

/** Every verb that can write reports, with the arguments that it needs. */
const needed: Record<string, string[]> = {
  merge: ['1.json'],
  report: ['1.json'],
  'report merge': ['1.json'],
  import: ['1.json'],
  score: ['1.json'],
  bisect: ['-g', '1', '-b', '2'],
  contract: ['--workspace', '1.json'],
  'judge calibrate': ['labels.yaml'],
}
const verbs = commands
  .filter(({ flags }) => (flags as Flags).markdown?.written === formatFlags.markdown.written)
  .map(({ name, flags, without }) => ({ name, flags: flags as Flags, without }))

it.each(verbs)('$name says in every report that it was asked for why there is no result', async (verb) => {
  writeFileSync(join(folder, 'tableread.config.yaml'), 'workspce: here\n')
  const flagFiles = Object.entries(files).filter(
    ([name]) => verb.flags[name] !== undefined && !Object.hasOwn(verb.without, name),
  )
  expect(flagFiles.length).toBeGreaterThan(1)
  const flags = flagFiles.flatMap(([name, file]) => [`--${name}`, file])
  const { code, err } = await tableread(...verb.name.split(' '), ...(needed[verb.name] ?? []), ...flags)
  expect([code, err]).toEqual([2, expect.stringMatching(/workspce|1\.json/)])
  const cause = /workspce|1\.json/
  for (const [name, file] of flagFiles) {
    expect(read(file)).toMatch(cause)
    if (name === 'junit') expect(read(file)).toMatch(/tests="1" failures="0" errors="1"[\s\S]*<error type="/)
    if (name === 'ctrf') expect(validate()(JSON.parse(read(file)))).toBe(true)
    if (name === 'markdown') expect(read(file)).toMatch(/^<!-- tableread -->\n## ❌ No result: /)
    if (name === 'json') expect(readResult(read(file))).toMatchObject({ ok: false, message: /^there is no result: / })
  }
})

it('leaves what a verb reads or has written, and what flags that make no sense name', async () => {
  writeFileSync(join(folder, 'r.json'), '{ "schemaVersion": 1, "tableread": "0.1.0" }')
  expect((await tableread('report', 'r.json', '--json', 'r.json', '--markdown', 'm.md')).code).toBe(2)
  expect(read('r.json')).toContain('"0.1.0"')
  expect(read('m.md')).toContain('No result')
  expect((await tableread('run', '', '--junit', 'j.xml')).code).toBe(2)
  expect(existsSync(join(folder, 'j.xml'))).toBe(false)
})

it('is told of a part by what merges the parts', async () => {
  expect((await tableread('run', 'nowhere', '--shard', '1/2', '--json', '1.json')).code).toBe(2)
  const { code, err } = await tableread('merge', '1.json', '--junit', 'j.xml')
  expect([code, err]).toEqual([3, expect.stringMatching(/1\.json: there is no result: .*nowhere/)])
  expect(read('j.xml')).toMatch(/<error type="no result" message="1\.json: there is no result: .*nowhere/)
})
