import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eachByTier } from '../src/base/tiers.fixture.ts'
import { type ParrotService, startParrot } from './hostile/parrot-service.ts'
import { type CliRun, readTree, runCli } from './hostile/run-cli.ts'

/** A key with letters of both cases, and with signs that file names and tags replace. */
const key = 'tr-K/9Zq-wA+pQ7_Lm2Xc'

/** A key with signs removed and letters lowercased. Any six consecutive characters of it reveal too much. */
const bare = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '')
const partsOf = (text: string, length = 6): string[] =>
  Array.from({ length: bare(text).length - length + 1 }, (_, at) => bare(text).slice(at, at + length))
const parts = partsOf(key)

/**
 * An address and numbers that are cut like the key. They are not in names, since suites' own names are shown
 * as they are.
 */
const personal = ['qz.wjxk@vbhf-mail.zqkj', '+49 151 9372 7465', '4012 8888 8888 1881', 'CASE-77XQ91-ZK'] as const

/** Long enough that any cut at a fixed width falls inside the key at one of the lengths. */
const padKey = (length: number): string => `${'w'.repeat(length)} ${key}`
const names = [`tells ${key} once`, ...Array.from({ length: 12 }, (_, index) => padKey(30 + index * 9))]

const suite = `suite: 'S ${key}'
agent: desk
conversations:
${names
  .map(
    (name, index) => `  - name: '${name}'
    turns:
      - user: '${name}'
        expect: { reply: { contains: '${'v'.repeat(60 + index * 12)} ${key}' }, calls: [other] }
      - user: 'told ${'u'.repeat(20 + index * 11)} ${personal.join(' ')}'
        expect: { reply: { contains: '${'v'.repeat(40 + index * 15)} ${personal.join(' ')}' }, calls: [other: { with: { query: { equals: '${'t'.repeat(40 + index * 13)} ${personal.join(' ')}' } } }] }
`,
  )
  .join('')}  - name: 'rows {{p}}'
    parameters: [{ p: '${padKey(20)}' }, { p: '${padKey(26)}' }, { p: '${padKey(34)}' }]
    turns: [{ user: '{{p}}', expect: { reply: { contains: xyzzy } } }]
  - name: passes
    turns: [{ user: '${key}', expect: { reply: { present: true } } }]
`

/** Mistakes in a suite whose message quotes what the user wrote. */
const broken: Record<string, string> = {
  'a tag': `tags: ['smoke ${key}']`,
  'tags in one text': `tags: 'a, ${key}'`,
  'a tag with a comma': `tags: ['a,${key},b']`,
  'a key that is not known': `${key}: 1`,
  'a value of another type': `repeat: '${'x'.repeat(20)} ${key}'`,
  'a long line': `${'z'.repeat(80)} ${key}: 1`,
  'a time': `time limit: '5 ${key}'`,
  'a moment': `clock: '2026-01-01 ${key}'`,
  'a capture': `variables: { a: '{{${key}}}' }`,
}

describe('a key that is cut, changed or part of a name', () => {
  let [folder, service]: [string, ParrotService | undefined] = ['', undefined]
  const env = (): Record<string, string> => ({
    ...{ TABLEREAD_API_KEY: key, TABLEREAD_TARGET: service?.url ?? '', TABLEREAD_HISTORY: 'h.sqlite' },
  })
  const run = (...args: string[]): Promise<CliRun> => runCli(args, { folder, env: env() })
  const partsIn = (texts: Iterable<readonly [string, string]>, sought = parts): string[] =>
    [...texts].flatMap(([name, text]) =>
      sought.filter((part) => bare(`${name}\n${text}`).includes(part)).map((part) => `${name}: ${part}`),
    )

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tableread-cut-'))
    let messageCount = 0
    const tell = (): string => `${'y'.repeat(100 + (messageCount++ % 40) * 3)} ${personal.join(' ')}`
    service = await startParrot(() => `Sure, it is ${tell()} ${tell()} ${key}`)
    writeFileSync(join(folder, 'tableread.config.yaml'), 'redact: /CASE-\\w+-\\w+/\n')
    writeFileSync(join(folder, 's.yaml'), suite)
  })
  afterAll(async () => {
    await service?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it('is in nothing that verbs print and write, names of files among them', { tags: 'stress' }, async () => {
    const runs = [
      await run('run', 's.yaml', '--trace', '--json=o.json', '--html=o.html', '--junit=o.xml', '--markdown=o.md'),
      await run('compare', 'default', 'draft', 's.yaml', '--repeat', '1', '--html=c.html', '--markdown=c.md'),
      await run('snapshots', 's.yaml', '--update', '--even-failed'),
      await run('snapshots', 's.yaml'),
      await run('record', 's.yaml'),
      await run('replay', 's.yaml', '--offline'),
      await run('teeth', 's.yaml', '--markdown=t.md'),
    ]
    const files = readTree(folder)
    files.delete('s.yaml')
    expect(partsIn(runs.map(({ out, err }, index) => [`run ${index}`, out + err]))).toEqual([])
    expect(partsIn(files)).toEqual([])
    files.delete('tableread.config.yaml')
    // Six digits in a row can be a time or a size by chance.
    const pieces = personal.flatMap((each) => partsOf(each, /[a-z]/i.test(each) ? 6 : 9))
    expect(
      partsIn(
        runs.map(({ out, err }, index) => [`run ${index}`, out + err]),
        pieces,
      ),
    ).toEqual([])
    expect(partsIn(files, pieces)).toEqual([])
    expect([...files.keys()].filter((name) => /tells-api-key-once/.test(name)).length).toBe(2) // a snapshot and a tape
    expect(runs[0]?.out).toContain('tells <api key> once')
  })

  eachByTier(1)(Object.entries(broken))('is in no message about %s', async (_, member) => {
    writeFileSync(
      join(folder, 'broken.yaml'),
      `suite: S\nagent: desk\nconversations:\n  - name: a\n    ${member}\n    turns: [{ user: hi, expect: { calls: none } }]\n`,
    )
    const { code, out, err } = await run('lint', 'broken.yaml', '--no-blueprints')
    expect([code, partsIn([['lint', out + err]])], out + err).toEqual([2, []])
    rmSync(join(folder, 'broken.yaml'))
  })
})
