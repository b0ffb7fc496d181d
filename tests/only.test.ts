import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { copyWithTwoVersions } from './bad-input/two-versions.ts'
import type { CliRun } from './hostile/run-cli.ts'
import { runWarm } from './warm/run-warm.ts'

const sentence = 'only: true left out 2 conversations'
let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tableread-only-'))
  copyWithTwoVersions(folder)
  const conversation = (name: string, reply: string, mark = '') =>
    `  - name: ${name}\n${mark}    turns:\n      - user: hello\n        expect: { reply: ${reply} }\n`
  const head = (name: string) => `suite: ${name}\nagent: desk\nconversations:\n`
  const onlyTalk = conversation('says hello', 'Hello.', '    only: true\n')
  writeFileSync(join(folder, 'greetings.yaml'), `${head('Greetings')}${onlyTalk}${conversation('fails', 'Bye.')}`)
  writeFileSync(join(folder, 'others.yaml'), `${head('Others')}${conversation('fails too', 'Bye.')}`)
  writeFileSync(
    join(folder, 'tagged.yaml'),
    `${head('Tagged')}${conversation('is tagged', 'Hello.', '    tags: [x]\n')}`,
  )
  const unmarked = onlyTalk.replace('true', 'false')
  writeFileSync(join(folder, 'sound.yaml'), `${head('Sound')}${unmarked}${conversation('greets', 'Hello.')}`)
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

const tableread = (ci: string | undefined, line: string): Promise<CliRun> =>
  runWarm([...line.split(' '), '--workspace', 'workspace'], { folder, env: { NO_COLOR: '1', CI: ci } })

/** Every verb that runs suites, with its minimal arguments. */
const verbs = [
  'run greetings.yaml others.yaml',
  'record greetings.yaml others.yaml',
  'replay greetings.yaml others.yaml',
  'snapshots greetings.yaml others.yaml',
  'compare default 1 greetings.yaml others.yaml',
  'bisect -g 1 -b 2 greetings.yaml others.yaml',
  'teeth greetings.yaml others.yaml',
  'prove greetings.yaml others.yaml',
  'vary greetings.yaml others.yaml',
]

describe('only: true where CI is set', () => {
  it.each(verbs)('is refused by %s, at its line', async (line) => {
    const { code, out, err } = await tableread('true', line)
    expect({ code, out }, err).toEqual({ code: 2, out: '' })
    expect(err).toMatch(/greetings\.yaml:5:11: "only: true" leaves out .* \[only-left-in\]/)
    expect(err).toMatch(/\n {2}5 \| {5}only: true\n/)
    expect(err).toContain('hint: take it out, or give --allow-only')
  })
  it.each(['1', 'yes', 'TRUE', 'GitHub'])('set to %s', async (ci) => {
    expect((await tableread(ci, verbs[0] ?? '')).code).toBe(2)
  })
  it.each([undefined, '', 'false', '0'])('but not where it is %s', async (ci) => {
    const { code, out } = await tableread(ci, verbs[0] ?? '')
    expect([code, out.includes(sentence)], out).toEqual([0, true])
  })
  it('may stand where it is allowed, and is told all the same', async () => {
    const { code, out } = await tableread('true', `${verbs[0]} --allow-only`)
    expect([code, out.includes(sentence)], out).toEqual([0, true])
  })
  it('is an error of lint, which comes before a run, and a warning elsewhere or where it is allowed', async () => {
    const { code, err } = await tableread('true', 'lint greetings.yaml')
    expect([code, err]).toEqual([2, expect.stringMatching(/greetings\.yaml:5:11.*only: true[\s\S]*--allow-only/)])
    expect((await tableread('true', 'lint greetings.yaml --allow-only')).code).toBe(0)
    expect((await tableread(undefined, 'lint greetings.yaml')).code).toBe(0)
  })
  it('is no matter where it is false, or of files that do not run', async () => {
    expect((await tableread('true', 'run sound.yaml')).code).toBe(0)
    expect((await tableread('true', 'run sound.yaml')).out).not.toContain('left out')
    expect((await tableread('true', 'run others.yaml')).code).toBe(1)
  })
})

describe('what only: true left out', () => {
  const read = (file: string): string => readFileSync(join(folder, file), 'utf8')
  it('is told in every report of a run, and of a merge of its shards', async () => {
    const files = '--json run.json --junit run.xml --markdown run.md --html run.html'
    const { code, out } = await tableread(undefined, `${verbs[0]} ${files}`)
    expect([code, out.includes(sentence)], out).toEqual([0, true])
    expect(JSON.parse(read('run.json'))).toMatchObject({ leftOutByOnly: 2 })
    for (const file of ['run.xml', 'run.md']) expect(read(file), file).toContain(sentence)
    expect(read('run.html')).toContain('"leftOutByOnly":2')
    await tableread(undefined, `${verbs[0]} --shard 1/1 --json part.json`)
    const merged = await runWarm(['merge', 'part.json'], { folder })
    expect([merged.code, merged.out.includes(sentence)], merged.out + merged.err).toEqual([0, true])
  })
  it('is told in every report of a comparison', async () => {
    const files = '--json both.json --junit both.xml --markdown both.md --html both.html'
    const { out } = await tableread(undefined, `${verbs[4]} ${files}`)
    expect(out).toContain(sentence)
    expect(JSON.parse(read('both.json'))).toMatchObject({ leftOutByOnly: 2 })
    for (const file of ['both.xml', 'both.md']) expect(read(file), file).toContain(sentence)
    expect(read('both.html')).toContain('"leftOutByOnly":2')
  })
  it.each([verbs[3], verbs[5], verbs[6]])('is told by %s', async (line = '') => {
    const { out, err } = await tableread(undefined, line)
    expect(out + err).toContain(sentence)
  })
  it.each(verbs)('is told by %s where it hides what filters ask for', async (line) => {
    const { code, err } = await tableread(undefined, `${line} -t fails`)
    expect(err).toContain('-t "fails" matches 2 conversations, which "only: true" on another one leaves out')
    expect(err).toContain('hint: take "only: true" out at greetings.yaml:5')
    expect(code).toBe(2)
  })
  it('is told where it hides tags', async () => {
    const { err } = await tableread(undefined, 'run tagged.yaml greetings.yaml --tags=x')
    expect(err).toContain('--tags x matches 1 conversation, which "only: true" on another one leaves out')
    expect((await tableread(undefined, 'run tagged.yaml --tags=y')).err).toContain(
      '--tags y\n   hint: the tags here are "x"',
    )
  })
  it('counts what was asked for alone', async () => {
    expect((await tableread(undefined, 'run greetings.yaml')).out).toContain('left out 1 conversation')
    expect((await tableread(undefined, 'run greetings.yaml:4')).out).not.toContain('left out')
    expect((await tableread(undefined, `${verbs[0]} -v default -v 1`)).out).toContain(sentence)
  })
})
