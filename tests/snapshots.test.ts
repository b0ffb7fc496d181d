import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CliRun } from './hostile/run-cli.ts'
import { runWarm } from './warm/run-warm.ts'

const root = resolve(import.meta.dirname, '..')
let folder: string

/** Runs `tableread snapshots` in a folder, against the workspace in it. */
function snapshots(
  args: string[],
  { cwd = folder, env = {} }: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<CliRun> {
  return runWarm(['snapshots', ...args], { folder: cwd, env: { NO_COLOR: '1', ...env } })
}

const putFile = (path: string, text: string): void => {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

/** Every snapshot file below a folder, with its content. */
function filesOf(at: string): Record<string, string> {
  const top = join(at, 'snapshots')
  if (!existsSync(top)) return {}
  const names = readdirSync(top, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.txt'))
  return Object.fromEntries(names.sort().map((name) => [name, readFileSync(join(top, name), 'utf8')]))
}

const agent = (hello: string): string =>
  `agent: desk\nid: desk\npublished: 1\nversions:\n  1:\n    rules:\n      - { id: hello, when: hello, do: [{ say: "${hello}" }] }\n      - { id: bye, when: bye, do: [{ say: Bye now. }] }\n`
const conversation = (name: string, user: string, expected: string): string =>
  `  - name: ${name}\n    turns:\n      - user: ${user}\n        expect: { reply: { contains: ${expected} } }\n`
const greetings = (hello = 'hello'): string =>
  `suite: Greetings\nagent: desk\nconversations:\n${conversation('says hello', hello, 'Hello')}${conversation('says goodbye', 'bye', 'Bye')}`
const [helloFile, byeFile] = ['suites/greetings/says-hello.default.txt', 'suites/greetings/says-goodbye.default.txt']

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tableread-snapshots-'))
  putFile('shop/workspace.yaml', 'workspace: small\nkeys: [small-key]\nagents: [agents/desk.yaml]\n')
  putFile('shop/agents/desk.yaml', agent('Hello there, friend.'))
  putFile('tableread.config.yaml', 'workspace: shop\n')
  putFile('suites/greetings.yaml', greetings())
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('tableread snapshots', () => {
  it('writes nothing without --update, in CI or not, and exits with 4 where there is no snapshot', async () => {
    for (const CI of ['', 'true']) {
      const { code, out } = await snapshots([], { env: { CI } })
      expect([code, filesOf(folder)]).toEqual([4, {}])
      expect(out).toContain(' ! missing  says hello  [default]\n   suites/greetings.yaml:4\n')
      expect(out).toContain('take what is right: npx tableread snapshots suites/greetings.yaml:4 -v default --update')
    }
  })

  it('writes readable files once, finds them the same, and shows the words of what changed', async () => {
    expect((await snapshots(['--update'])).code).toBe(0)
    const before = filesOf(folder)
    expect(before[helloFile]).toMatch(
      /^tableread snapshot 1\nsuite: Greetings\nconversation: says hello\nfile: suites\/greetings\.yaml\nagent: desk\nversion: default\nscript: [0-9a-f]{16}\n\nturn 1\n {2}user: hello\n {2}desk: Hello there, friend\.\n$/,
    )
    expect(await snapshots([])).toMatchObject({ code: 0, out: expect.stringContaining('2 same') })
    putFile('shop/agents/desk.yaml', agent('Hello there, stranger.'))
    const { code, out } = await snapshots([])
    expect(code).toBe(1)
    expect(out).toContain(` ✗ changed  says hello  [default]
   suites/greetings.yaml:4
   snapshots/${helloFile}
   turn 1
       user: hello
     ~ desk: Hello there, [-friend-]{+stranger+}.
`)
    expect((await snapshots(['--calls-only'])).code).toBe(0)
    expect(filesOf(folder)).toEqual(before)
  })

  it('updates the conversation asked for and leaves the others untouched, byte for byte', async () => {
    await snapshots(['--update'])
    const before = filesOf(folder)
    putFile(`snapshots/${byeFile}`, before[byeFile]?.replace('Bye now', 'Bye then') ?? '')
    putFile('shop/agents/desk.yaml', agent('Hello there, stranger.'))
    const { code, out } = await snapshots(['suites/greetings.yaml:4', '--update'])
    expect([code, out.includes('written (was changed)  says hello  [default]\n')]).toEqual([0, true])
    const after = filesOf(folder)
    expect([after[helloFile]?.includes('stranger'), after[byeFile]]).toEqual([
      true,
      before[byeFile]?.replace('Bye now', 'Bye then'),
    ])
    await snapshots(['suites/greetings.yaml:4', '--update'])
    expect(filesOf(folder)).toEqual(after)
  })

  it('does not bless a run that failed, unless told to', async () => {
    await snapshots(['--update'])
    const before = filesOf(folder)
    putFile('shop/agents/desk.yaml', agent('What?'))
    const { code, out } = await snapshots(['--update'])
    expect([code, filesOf(folder)]).toEqual([1, before])
    expect(out).toContain('not written, since its run came out as failed: --even-failed writes it all the same')
    expect((await snapshots(['--update', '--even-failed'])).code).toBe(0)
    expect(filesOf(folder)[helloFile]).toContain('desk: What?')
    expect((await snapshots([])).code).toBe(0)
    expect(await snapshots(['--even-failed'])).toMatchObject({ code: 2, err: expect.stringContaining('add --update') })
  })

  it('says not comparable when the script sends something else, and not when it expects something else', async () => {
    await snapshots(['--update'])
    putFile('suites/greetings.yaml', greetings().replace('contains: Hello', 'contains: friend'))
    expect((await snapshots([])).code).toBe(0)
    putFile('suites/greetings.yaml', greetings('hello you'))
    const { code, out } = await snapshots([])
    expect([code, out.includes('not comparable  says hello  [default]')]).toEqual([4, true])
    expect(out).toMatch(/the script sends something else since the snapshot was taken \(\w{16} is now \w{16}\)/)
    expect((await snapshots(['--update'])).out).toContain('(was not comparable)')
    putFile(`snapshots/${helloFile}`, '<<<<<<< HEAD\n')
    expect(await snapshots([])).toMatchObject({ code: 4, out: expect.stringContaining('cannot be read: line 1') })
  })

  it('reports and prunes what no conversation claims, only where its whole suite was asked for', async () => {
    putFile('suites/gone.yaml', greetings().replace('Greetings', 'Gone'))
    await snapshots(['--update'])
    putFile('snapshots/notes.txt', 'mine')
    putFile('suites/greetings.yaml', greetings().replace('says goodbye', 'takes its leave'))
    rmSync(join(folder, 'suites/gone.yaml'))
    for (const args of [['suites/greetings.yaml:4'], ['-t', 'hello', '--prune']])
      expect(await snapshots(args)).toMatchObject({ code: 0, out: expect.not.stringContaining('obsolete') })
    const one = await snapshots(['suites/greetings.yaml'])
    expect(one.out).toContain(`obsolete
 snapshots/${byeFile}: suites/greetings.yaml has no conversation "says goodbye"`)
    expect([one.code, one.out.includes('1 obsolete')]).toEqual([4, true])
    const all = await snapshots(['--prune', '--update'])
    expect([all.code, all.out.includes('there is no suite suites/gone.yaml'), all.out.includes('3 removed')]).toEqual([
      0,
      true,
      true,
    ])
    expect(Object.keys(filesOf(folder)).sort()).toEqual([
      'notes.txt',
      helloFile,
      'suites/greetings/takes-its-leave.default.txt',
    ])
  })

  it('keeps a snapshot a version', async () => {
    await snapshots(['--update'])
    const { code, out } = await snapshots(['-v', 'default', '-v', '1'])
    expect([code, out.includes('2 same, 2 missing'), out.includes('obsolete')]).toEqual([4, true, false])
  })

  it('exits with 3 when nothing could be judged, 2 for broken suites, and writes neither', {
    tags: 'stress',
  }, async () => {
    const env = { TABLEREAD_API_KEY: 'a-key-of-somebody' }
    const { code, out } = await snapshots(['--update', '--even-failed', '--target', 'http://127.0.0.1:1'], { env })
    expect([code, out.includes('errored  says hello'), out.includes('nothing answers')]).toEqual([3, true, true])
    expect(out).toMatch(/cause network: turn 1: nothing answers at/)
    const document = JSON.parse((await snapshots(['--json', '--target', 'http://127.0.0.1:1'], { env })).out)
    expect(document.conversations[0].cause).toMatchObject({ kind: 'network' })
    putFile('suites/broken.yaml', 'suite: Broken\nconversations: []\n')
    expect((await snapshots(['suites/broken.yaml', '--update'])).code).toBe(2)
    expect(filesOf(folder)).toEqual({})
  })

  it('prints all of it as JSON with --json', async () => {
    await snapshots(['--update'])
    putFile('shop/agents/desk.yaml', agent('Hello there, stranger.'))
    const { code, out } = await snapshots(['--json'])
    const result = JSON.parse(out)
    expect([code, result.schemaVersion, result.totals]).toMatchObject([
      1,
      1,
      { same: 1, changed: 1, missing: 0, written: 0 },
    ])
    expect(result.conversations[0]).toMatchObject({
      name: 'says hello',
      version: 'default',
      verdict: 'passed',
      state: 'changed',
      path: `snapshots/${helloFile}`,
      lines: [
        { section: 'turn 1', kind: 'same', text: 'user: hello' },
        { section: 'turn 1', kind: 'changed', words: expect.arrayContaining([{ kind: 'added', text: 'stranger' }]) },
      ],
    })
  })
})

describe('another private value behind the same stand-in', () => {
  const file = 'suites/mail/writes-to-a-customer.default.txt'
  /** The agent writes to an address, logs in with a password, and says a number. */
  const writes = ({
    to = 'asha@shop.example',
    password = 'hunter2-x',
    phone = '+44 20 7946 0958',
    link = '',
  } = {}): void =>
    putFile(
      'shop/agents/desk.yaml',
      [
        'agent: desk',
        'id: desk',
        'published: 1',
        'versions:',
        '  1:',
        '    functions: { during: [mail] }',
        '    tools: { mail: { output: { ok: true } } }',
        '    rules:',
        '      - id: write',
        '        when: "/write( to (?<to>\\\\S+))?/"',
        '        do:',
        `          - { call: mail, with: { to: ${to}, password: ${password} } }`,
        `          - say: "Done, call ${phone}. ${link}"`,
        '',
      ].join('\n'),
    )
  const asks = (user: string, expected = 'Done'): void =>
    putFile(
      'suites/mail.yaml',
      `suite: Mail\nagent: desk\nconversations:\n${conversation('writes to a customer', `"${user}"`, expected)}`,
    )

  beforeEach(() => {
    rmSync(join(folder, 'suites/greetings.yaml'))
    writes()
    asks('please write')
  })

  it.each([
    [
      'an address',
      { to: 'evil@attacker.example' },
      '<email 1>',
      '-> mail(password: "<secret>", to: "<email 1>") during',
    ],
    ['a password', { password: 'letmein-y' }, '<secret>', '-> mail(password: "<secret>", to: "<email 1>") during'],
    ['a number', { phone: '+44 20 7946 0959' }, '<phone 1>', 'desk: Done, call <phone 1>.'],
  ])('changes a talk, with its sentence and its line: %s', async (_, other, name, line) => {
    await snapshots(['--update'])
    const snapshotText = filesOf(folder)[file]
    expect(snapshotText).toMatch(
      /\nprivate values: <email 1> [0-9a-f]{2}, <phone 1> [0-9a-f]{2}, <secret> [0-9a-f]{2}\n\nturn 1\n/,
    )
    expect(snapshotText).not.toMatch(/asha|hunter|7946/)
    expect(await snapshots([])).toMatchObject({ code: 0, out: expect.stringContaining('1 same') })
    writes(other)
    const { code, out } = await snapshots([])
    expect([code, out.includes('take what is right: npx tableread snapshots suites/mail.yaml:4')]).toEqual([1, true])
    expect(out).toContain(` ✗ changed  writes to a customer  [default]
   suites/mail.yaml:4
   the lines are the same, but another value stands behind ${name} than in the snapshot, by the digits in its header; tableread run --json --show-private shows what stands there now
`)
    expect(out).toContain(`     ! ${line}`)
    expect(out).not.toMatch(/evil|letmein|7946/)
    const json = JSON.parse((await snapshots(['--json'])).out)
    expect(json.conversations[0]).toMatchObject({ state: 'changed', otherValues: [name] })
    expect(json.conversations[0].reason).toMatch(/^the lines are the same, but another value stands behind/)
    expect((await snapshots(['--update'])).out).toContain('(was changed)')
    expect((await snapshots([])).code).toBe(0)
  })

  it('counts with --calls-only where it stands in a call', async () => {
    await snapshots(['--update'])
    writes({ phone: '+44 20 7946 0959' })
    expect((await snapshots(['--calls-only'])).code).toBe(0)
    writes({ to: 'evil@attacker.example' })
    expect((await snapshots(['--calls-only'])).code).toBe(1)
  })

  it('is not written from a run that failed, and both reasons are given', async () => {
    await snapshots(['--update'])
    writes({ to: 'evil@attacker.example' })
    asks('please write', 'Nothing')
    const { code, out } = await snapshots(['--update'])
    expect([code, out]).toEqual([
      1,
      expect.stringMatching(/but another value stands behind <email 1>.*\n {3}not written/),
    ])
    expect(out).not.toContain('take what is right')
  })

  it('cannot be told from a file of before, which says so once until --update', async () => {
    await snapshots(['--update'])
    const whole = filesOf(folder)[file] ?? ''
    putFile(`snapshots/${file}`, whole.replace(/private values.*\n/, ''))
    writes({ to: 'evil@attacker.example' })
    const { code, out } = await snapshots([])
    expect([code, out]).toEqual([
      0,
      expect.stringContaining(
        '1 same\n   the private values of one conversation could be any, since its snapshot has no digits for them yet: tableread snapshots --update writes them\n',
      ),
    ])
    expect((await snapshots(['--update'])).out).not.toContain('could be any')
    writes()
    expect((await snapshots([])).code).toBe(1)
  })

  it('counts neither from the environment nor from chance', async () => {
    asks('please write to {{env.MAIL}} and {{random.email}}')
    writes({ to: '"{to}"' })
    expect((await snapshots(['--update'], { env: { MAIL: 'me@one.example' } })).code).toBe(0)
    expect(filesOf(folder)[file]).toContain('-> mail(password: "<secret>", to: "<env.MAIL>")')
    const { code, out } = await snapshots(['--seed', 'other'], { env: { MAIL: 'you@two.example' } })
    expect([code, out.includes('1 same')]).toEqual([0, true])
  })

  it('is not hidden beside the signature of a link', async () => {
    const link = 'https://shop.example/pay?order=1&token=abc-123&expires=99'
    writes({ link })
    await snapshots(['--update'])
    expect(filesOf(folder)[file]).toContain('https://shop.example/pay?order=1\n')
    writes({ link: link.replace('abc-123', 'bcd-234').replace('99', '98') })
    expect((await snapshots([])).code).toBe(0)
    writes({ link: link.replace('order=1', 'order=2') })
    expect((await snapshots([])).code).toBe(1)
  })
})

describe('the snapshots of the demo suites', () => {
  it('are what two fresh services give, byte for byte, without a signature or a key', { tags: 'stress' }, async () => {
    cpSync(join(root, 'suites'), join(folder, 'suites'), { recursive: true })
    rmSync(join(folder, 'suites/greetings.yaml'))
    rmSync(join(folder, 'tableread.config.yaml'))
    const { code, out } = await snapshots(['suites', '--update'])
    expect([code, out.includes('43 written')]).toEqual([0, true])
    const [texts, committed] = [filesOf(folder), filesOf(root)]
    expect(committed).toMatchObject(texts)
    expect(Object.keys(committed).filter((name) => name.startsWith('suites/'))).toEqual(Object.keys(texts))
    const text = Object.values(texts).join('')
    expect(text).not.toMatch(/signature|expires=|demo-key|127\.0\.0\.1:\d|[0-9a-f]{8}-[0-9a-f]{4}-|@example\.com/)
  })
  it('hold: the published version is as it was', { tags: 'stress' }, async () => {
    const { code, out } = await snapshots(['suites'], { cwd: root })
    expect([code, out.includes('43 same')]).toEqual([0, true])
  })
})
