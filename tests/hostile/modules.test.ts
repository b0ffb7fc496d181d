// @module-tag stress
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCli } from './run-cli.ts'

const folder = mkdtempSync(join(tmpdir(), 'tableread-modules-'))
const env = { NO_COLOR: '1', TABLEREAD_HISTORY: 'off' }
const suite =
  'suite: S\nagent: order-desk\nconversations: [{ name: n, turns: [{ user: hi, expect: { reply: { present: true } } }] }]\n'

/** Modules that cannot be loaded, and the message about each. */
const modules: [name: string, text: string, said: RegExp][] = [
  ['never.ts', 'await new Promise(() => {})\nexport default {}', /an await at its top level waits for something/],
  ['never.mjs', 'await new Promise(() => {})\nexport default {}', /an await at its top level waits for something/],
  ['exits.ts', 'process.exit(0)', /ended the process \(process\.exit\)/],
  ['exits-one.ts', 'process.exit(1)', /ended the process \(process\.exit\)/],
  ['exits-late.ts', 'setTimeout(() => process.exit(0), 10)\nawait new Promise(() => {})', /ended the process/],
  ['throws.ts', 'throw 5', /throws\.ts cannot be loaded: it threw 5/],
  ['throws-late.ts', 'setTimeout(() => { throw new Error("late") }, 10)\nawait new Promise(() => {})', /Error: late/],
  ['rejects.ts', 'Promise.reject(new Error("no"))\nawait new Promise(() => {})', /rejects\.ts:1: .*Error: no/],
  ['throws-error.mjs', 'const a = 1\nthrow new TypeError("no such")', /throws-error\.mjs:2:7: .*TypeError: no such/],
  ['throws-error.ts', 'const a = 1\nthrow new TypeError("no such")', /throws-error\.ts:2: .*TypeError: no such/],
  ['hostile.ts', 'throw { toString() { throw 1 } }', /hostile\.ts cannot be loaded/],
  ['syntax.ts', 'export default {\n  suites: [', /syntax\.ts:2:12: .*Unexpected token/],
  ['syntax.mjs', 'export default {\n  suites: [', /syntax\.mjs:2:12: .*Unexpected token/],
  ['lacks.ts', 'import a from "./nowhere.ts"\nexport default a', /Cannot find module '\.\/nowhere\.ts'/],
  ['null.ts', 'export default null', /here is nothing/],
  ['function.ts', 'export default () => ({})', /here is nothing/],
  ['promise.ts', 'export default Promise.resolve({})', /exports a promise/],
  ['proxy.ts', 'export default new Proxy({}, { get() { throw new Error("boo") } })', /cannot be read: boo/],
  ['keys.ts', 'export default new Proxy({}, { ownKeys() { throw new Error("boo") } })', /cannot be read: boo/],
  ['getter.ts', 'export default { get suites() { throw new Error("boo") } }', /cannot be read: boo/],
  ['circle.ts', 'const a = {}; a.a = a\nexport default { models: a }', /models\.a holds itself/],
]

/** Every verb that reads the config, with the arguments it needs to get that far. */
const verbs = [
  'run s.yaml',
  'lint s.yaml --no-blueprints',
  'compare 1 2 s.yaml',
  'snapshots s.yaml',
  'teeth s.yaml',
  'history',
  'record s.yaml',
  'replay',
  'score a.json',
  'merge a.json b.json',
  'import a.json',
  'judge status s.yaml',
  'schema --for-editor',
  'bisect s.yaml --good 1 --bad 2',
]

beforeAll(() => {
  for (const [name, text] of modules) writeFileSync(join(folder, name), text)
  for (const name of ['a.json', 'b.json']) writeFileSync(join(folder, name), '{}')
  writeFileSync(join(folder, 's.yaml'), suite)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.concurrent('a module that cannot be read is a mistake in it', () => {
  it.each(modules)('config %s', async (name, _, pattern) => {
    const { code, out, err } = await runCli(['lint', 's.yaml', '--no-blueprints', '--config', name], { folder, env })
    expect([code, out]).toEqual([2, ''])
    expect(err).toMatch(pattern)
    expect(err).toContain('hint: ')
    expect(err).not.toMatch(/^ {4}at |defect in Tableread/m)
  })
  // One loader reads both, so a few of them show that it is asked.
  it.each(modules.filter((_, index) => index % 4 === 0))('workspace %s', async (name, _, pattern) => {
    const { code, err } = await runCli(['run', 's.yaml', '--workspace', name], { folder, env })
    expect(code).toBe(2)
    expect(err).toMatch(pattern)
    expect(err).not.toMatch(/^ {4}at |defect in Tableread/m)
  })
  it.each(verbs.map((verb, index) => [verb, index % 2 === 0 ? 'never.ts' : 'exits.ts']))(
    '%s --config %s',
    async (verb, name) => {
      const { code, err } = await runCli([...verb.split(' '), '--config', name], { folder, env })
      expect([code, err]).toEqual([2, expect.stringContaining(join(folder, name))])
    },
  )
  it('a module that ends the process later ends no command with 0', async () => {
    writeFileSync(
      join(folder, 'after.ts'),
      'setTimeout(() => process.exit(0), 0)\nexport default { workspace: "late.ts" }',
    )
    writeFileSync(join(folder, 'late.ts'), 'await new Promise((done) => setTimeout(done, 2_000))\nexport default {}')
    const { code, err } = await runCli(['run', 's.yaml', '--config', 'after.ts'], { folder, env })
    expect([code, err]).toEqual([2, expect.stringMatching(/ended the process|process was ended/)])
  })
  it('one that waits long is told, and given up', async () => {
    writeFileSync(join(folder, 'waits.ts'), 'await new Promise((done) => setTimeout(done, 600_000))\nexport default {}')
    const { code, out, err } = await runCli(['run', 's.yaml', '--config', 'waits.ts'], { folder, env })
    expect([code, out]).toEqual([2, ''])
    expect(err).toMatch(
      /still loading .*waits\.ts[\s\S]*waits\.ts cannot be loaded: an await at its top level has waited/,
    )
  })
})

describe.concurrent('a module that was loaded', () => {
  const late = (name: string, text: string): ReturnType<typeof runCli> => {
    writeFileSync(join(folder, name), text)
    writeFileSync(join(folder, `${name}.yaml`), suite.replace('{ user: hi,', '{ wait: 1 s }, { user: hi,'))
    return runCli(['run', `${name}.yaml`, '--config', name], { folder, env })
  }
  const names = ['throws', 'rejects', 'throws a text', 'really exits', 'really exits at once'].concat([
    ...['rejects with no error', 'rejects with nothing', 'throws what has no stack'],
  ])
  it.each([
    ['throws', 'setTimeout(() => { throw new Error("too late") }, 300)\nexport default {}', /late-0\.ts:1: .*too late/],
    [
      'rejects',
      'setTimeout(() => Promise.reject(new Error("too late")), 300)\nexport default {}',
      /late-1\.ts:1: .*too late/,
    ],
    [
      'throws a text',
      'setTimeout(() => { throw "too late" }, 300)\nexport default {}',
      /a module of the project: .*too late/,
    ],
    [
      'rejects with no error',
      'setTimeout(() => Promise.reject("too late"), 300)\nexport default {}',
      /a module of the project: /,
    ],
    ['rejects with nothing', 'setTimeout(() => Promise.reject(), 300)\nexport default {}', /a module of the project: /],
    [
      'throws what has no stack',
      'setTimeout(() => { throw Object.assign(new Error("too late"), { stack: undefined }) }, 300)\nexport default {}',
      /a module of the project: .*too late/,
    ],
    ['really exits', 'setTimeout(() => process.reallyExit(0), 300)\nexport default {}', /process was ended/],
    ['really exits at once', 'process.reallyExit(0)', /ended the process/],
  ])('ends no command with a stack or with 0: %s', async (name, text, pattern) => {
    const index = names.indexOf(name)
    const { code, err } = await late(`late-${index}.ts`, text)
    expect([code, err]).toEqual([2, expect.stringMatching(pattern)])
    expect(err).not.toMatch(/^ {4}at |defect in Tableread/m)
  })
  /** What a module may do to disguise the command's exit code. */
  const disguises = [
    'process.on("exit", () => process.exit(0))',
    'process.on("exit", () => { process.exitCode = 0 })',
    'process.on("exit", () => process.reallyExit(0))',
    'process.on("beforeExit", () => process.exit(0))',
    'process.on("beforeExit", () => { process.exitCode = 0 })',
    'setInterval(() => { process.exitCode = 0 }, 1).unref()',
    'process.on("uncaughtException", () => {})',
  ]
  /** The ways for a command to fail, by what else its config does. */
  const ends: [how: string, more: string, code: number][] = [
    ['fails', 'export default {}', 1],
    ['has a wrong config', 'export default { agent: 7 }', 2],
    ['cannot load it', 'throw new Error("no")', 2],
    ['is ended', 'process.exit(0)', 2],
    ['hears a late throw', 'setTimeout(() => { throw new Error("late") }, 300)\nexport default {}', 2],
  ]
  it.each(disguises.flatMap((disguise, row) => ends.map(([how, more, code]) => ({ disguise, row, how, more, code }))))(
    'does not change the code of a command that $how: $disguise',
    async ({ disguise, row, how, more, code }) => {
      const name = `disguise-${row}-${how.replaceAll(' ', '-')}.ts`
      writeFileSync(join(folder, name), `${disguise}\n${more}`)
      const failing = suite
        .replace('{ user: hi,', '{ wait: 1 s }, { user: hi,')
        .replace('present: true', 'contains: no such words')
      writeFileSync(join(folder, `${name}.yaml`), failing)
      expect((await runCli(['run', `${name}.yaml`, '--config', name], { folder, env })).code).toBe(code)
    },
  )
  it('does not keep the process with what it began', async () => {
    const { code, err } = await late('timer.ts', 'setInterval(() => {}, 1_000)\nexport default {}')
    expect([code, err]).toEqual([0, expect.stringMatching(/the command is done, but something .*Timeout/)])
  })
})

it('a config of the project itself is no other', async () => {
  const own = join(folder, 'own')
  mkdirSync(own)
  writeFileSync(join(own, 'tableread.config.ts'), 'await new Promise(() => {})\nexport default {}')
  writeFileSync(join(own, 's.yaml'), suite)
  for (const verb of ['run s.yaml', 'lint s.yaml', 'history', 'schema --for-editor'])
    expect((await runCli(verb.split(' '), { folder: own, env })).code).toBe(2)
})

it('a file of durations that is a circle of links is no first run', async () => {
  symlinkSync('circle.json', join(folder, 'circle.json'))
  const args = ['run', 's.yaml', '--shard', '1/2', '--durations', 'circle.json']
  const { code, err } = await runCli(args, { folder, env })
  expect([code, err]).toEqual([2, expect.stringMatching(/circle\.json cannot be read/)])
})
