// @module-tag stress
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { copyWithTwoVersions } from './bad-input/two-versions.ts'
import type { CliRun } from './hostile/run-cli.ts'
import { runWarm } from './warm/run-warm.ts'

const alike = 'a text of more than sixty characters which does not say at once that it is row number'
const suite = `suite: Rows
agent: desk

# Greets by name.
conversations:
  - name: greets {{who}}
    parameters:
      - { who: one }
      - { who: two }
    turns:
      - user: hello {{who}}
        expect: { reply: "no {{who}}" }

      - user: never said to {{who}}
        expect: { reply: Hello. }

  # Between.

  - name: long rows
    parameters:
      - { who: ${alike} 1 }
      - { who: ${alike} 2 }
    turns:
      - user: hello
        expect: { reply: Hello. }
  - { name: left, turns: [{ user: hello, expect: { reply: Hello. } }] }
  - { name: plain, turns: [{ user: hello, expect: { reply: Hello. } }] }
`

let folder: string
const run = (line: string): Promise<CliRun> =>
  runWarm([...line.split(' '), '--workspace', 'workspace'], {
    folder,
    env: { NO_COLOR: '1', TABLEREAD_HISTORY: join(folder, 'history.db'), TABLEREAD_JOURNAL: 'off' },
  })
const namesIn = ({ out }: CliRun): string[] =>
  (JSON.parse(out) as { conversations: { name: string }[] }).conversations.map(({ name }) => name)

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tableread-addresses-'))
  writeFileSync(join(folder, 'rows.yaml'), suite)
  copyWithTwoVersions(folder)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('a row of parameters', () => {
  /** Every verb that runs suites; ROWS stands for the address of one row. */
  const verbs = [
    'run ROWS',
    'record ROWS',
    'snapshots ROWS',
    'compare default 1 ROWS',
    'teeth ROWS',
    'vary ROWS',
    'bisect -g 1 -b 2 ROWS',
  ]
  it.each(verbs)('is run alone by %s', async (verb) => {
    const { out, err, code } = await run(verb.replace('ROWS', 'rows.yaml:6#2'))
    const output = `${out}${err}`
    expect(output, `exit ${code}`).toMatch(/two|\b1 same of 1\b|\b1 conversation\b/)
    expect(output).not.toMatch(/who=one|there is no|no conversation/)
  })

  it.each([
    ['run rows.yaml:6 --markdown m.md --junit j.xml', ['m.md', 'j.xml']],
    ['run rows.yaml:6 -r plain', []],
    ['compare default 1 rows.yaml:6 --markdown m.md --junit j.xml', ['m.md', 'j.xml']],
    ['snapshots rows.yaml:6', []],
    ['replay rows.yaml:6 --tapes none', []],
    ['teeth rows.yaml:6', []],
  ])('stands in the address that %s prints', async (line, files) => {
    const { out, err } = await run(line)
    const output = [out, err, ...files.map((file) => readFileSync(join(folder, file), 'utf8'))].join('\n')
    expect(output).toMatch(/rows\.yaml:6#2/)
    expect(output.match(/rows\.yaml:6(?!#|&#35;|:|\d).*/g)).toBeNull()
  })

  it('is blessed by the command that is printed', async () => {
    const { out } = await run('snapshots rows.yaml:19#2')
    const [, args = ''] = /take what is right: npx tableread (.*)/.exec(out) ?? []
    expect(args).toContain("'rows.yaml:19#2'")
    const blessed = await run(args.replaceAll("'", ''))
    expect(blessed.out).toMatch(/✓ written \(new\) {2}long rows .*\n {3}rows\.yaml:19#2\n/)
    expect(blessed.out).toContain('1 written')
  })

  it('that is not there is refused', async () => {
    expect((await run('run rows.yaml:6#3')).err).toContain('rows.yaml:6 has no row 3\n   hint: it has rows 1 to 2')
    expect((await run('run rows.yaml:27#1')).err).toContain('rows.yaml:27 has no row 1\n   hint: it has no parameters')
  })

  it('fills the turns that are not reached', async () => {
    const { out } = await run('run rows.yaml:6 --json')
    expect(out).toContain('"never said to two"')
    expect(out).not.toContain('{{')
  })

  it('may be long and begin like another one', async () => {
    const names = namesIn(await run('run rows.yaml:19 --json'))
    expect(names).toHaveLength(2)
    expect(new Set(names).size).toBe(2)
    for (const name of names) expect(name).toMatch(/^long rows \[who=a text of more than.*… ~[0-9a-f]{4}\]$/)
  })
})

describe('a line', () => {
  it.each([
    ['rows.yaml:6', 2],
    ['rows.yaml:13', 2],
    ['rows.yaml:14:9', 2],
    ['rows.yaml:25', 2],
    ['rows.yaml:26', 1],
    ['rows.yaml:27:20', 1],
  ])('%s of a conversation runs it', async (address, count) => {
    expect(namesIn(await run(`run ${address} --json`))).toHaveLength(count)
  })

  it('and a line of the same one run it once', async () => {
    expect(namesIn(await run('run rows.yaml:27 rows.yaml --json'))).toHaveLength(6)
  })

  it.each([
    ['rows.yaml:1', 'is rows.yaml:6 "greets one [who=one]"'],
    ['rows.yaml:4', 'is rows.yaml:6 "greets one [who=one]"'],
    ['rows.yaml:16', 'are rows.yaml:6 "greets two [who=two]" and rows.yaml:19 "long rows'],
    ['rows.yaml:17', 'are rows.yaml:6 "greets two [who=two]" and rows.yaml:19 "long rows'],
    ['rows.yaml:29', 'is rows.yaml:27 "plain"'],
    ['rows.yaml:900', 'is rows.yaml:27 "plain"'],
  ])('%s between conversations is refused, with its neighbours', async (address, neighbours) => {
    for (const verb of ['run', 'snapshots', 'compare default 1', 'teeth', 'vary', 'lint']) {
      const { code, err } = await run(`${verb} ${address}`)
      expect(err, verb).toContain(`no conversation stands at ${address}\n   hint: the nearest ${neighbours}`)
      expect(code).toBe(2)
    }
  })

  it('of several conversations runs them all, and a column chooses', async () => {
    cpSync(join(folder, 'rows.yaml'), join(folder, 'kept.yaml'))
    const one = (name: string): string => `{ name: ${name}, turns: [{ user: hello, expect: { reply: Hello. } }] }`
    writeFileSync(join(folder, 'flow.yaml'), `suite: Flow\nagent: desk\nconversations: [${one('a')}, ${one('b')}]\n`)
    const ids = JSON.parse((await run('run flow.yaml:3 --json')).out) as { conversations: { id: string }[] }
    expect(ids.conversations).toHaveLength(2)
    const [, second] = ids.conversations
    expect(namesIn(await run(`run ${second?.id.split(' ')[0]} --json`))).toEqual(['b'])
  })
})
