import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eachByTier } from '../src/base/tiers.fixture.ts'
import { canary, findIn, keyForms, keysGiven, spillCanaries } from './hostile/canaries.ts'
import { readVerbs, type Verb, verbIn } from './hostile/command-line.ts'
import { type ParrotService, startParrot } from './hostile/parrot-service.ts'
import { type CliRun, readTree, runCli } from './hostile/run-cli.ts'
import { after, alone, elsewhere, inputs, type Row, rows } from './secrets.rows.ts'
import { runWarm } from './warm/run-warm.ts'

const { key, phone, national, email, link } = canary

/**
 * The options that a row uses, in their long form. `--json` without a file counts separately from `--json`
 * with one.
 */
function formsOf({ name, options }: Verb, [args]: Row, verbs: readonly Verb[]): string[] {
  const words = args.split(' ')
  if (verbIn(words, verbs)?.name !== name) return []
  return words.flatMap((word, index) => {
    const option = options.find(({ long, short }) => word === long || word === short)
    if (option === undefined) return []
    const next = words[index + 1]
    const value = next === undefined || next.startsWith('--') ? '' : next
    return [formOf(option, value)]
  })
}

function formOf({ long, optional, argChoices }: Verb['options'][number], value: string): string {
  if (argChoices !== undefined) return `${long} ${value}`
  return optional ? `${long}${value === '' ? '' : ' to a file'}` : `${long}`
}

/** Every form of an option that could output something. */
function formsOfOption(option: Verb['options'][number]): string[] {
  if (option.argChoices !== undefined) return option.argChoices.map((choice) => formOf(option, choice))
  return option.optional ? [formOf(option, ''), formOf(option, 'x')] : [formOf(option, '')]
}

describe('the rows of this test', async () => {
  const verbs = await readVerbs()

  it('have every verb of the program', () => {
    const names = new Set([
      ...[...rows, ...after].map(([args]) => verbIn(args.split(' '), verbs)?.name),
      ...alone,
      ...Object.keys(elsewhere),
    ])
    expect(verbs.map(({ name }) => name).filter((name) => !names.has(name))).toEqual([])
    for (const [verb, file] of Object.entries(elsewhere)) expect(readFileSync(file, 'utf8')).toContain(`'${verb}'`)
  })

  it('have every option of every verb that could bring something out, in every form', () => {
    const missing = verbs.flatMap((verb) => {
      if (alone.includes(verb.name) || Object.hasOwn(elsewhere, verb.name)) return []
      const had = new Set([...rows, ...after].flatMap((row) => formsOf(verb, row, verbs)))
      const out = verb.options.filter(
        ({ long, hidden }) => !hidden && !inputs.has(long ?? '') && long !== '--show-private',
      )
      return out
        .flatMap(formsOfOption)
        .filter((form) => !had.has(form))
        .map((form) => `${verb.name} ${form}`)
    })
    expect(missing).toEqual([])
    const options = new Set(verbs.flatMap(({ options }) => options.map(({ long }) => long)))
    expect([...inputs].filter((name) => !options.has(name))).toEqual([])
  })
})

const all = [...rows, ...after]
/** Rows that differ in kind: the first, which writes every file, of verbs that get what is secret in another way. */
const kinds = 'run compare snapshots import chat lint record replay history report'.split(' ')
const ofKinds = all.filter(
  ([args], index) =>
    /^run -r (?:default|json)/.test(args) ||
    (kinds.includes(verbOf(args)) && all.findIndex(([each]) => verbOf(each) === verbOf(args)) === index),
)
function verbOf(args: string): string {
  return args.split(' ')[0] ?? ''
}

eachByTier(
  1,
  describe,
)([
  ['by rows that differ in kind', ofKinds],
  ['by every row', all],
] as const)(
  'a key, a phone number, an email address and a signed link that a service tells everywhere, %s',
  (_, commands) => {
    let [folder, service]: [string, ParrotService | undefined] = ['', undefined]
    const runs = new Map<string, CliRun>()
    let files = new Map<string, string>()

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'tableread-secrets-'))
      service = await startParrot(spillCanaries)
      const target = service.url
      mkdirSync(join(folder, 'suites'))
      writeFileSync(join(folder, 'suites/s.yaml'), suite)
      mkdirSync(join(folder, 'users'))
      writeFileSync(join(folder, 'users/u.yaml'), played)
      mkdirSync(join(folder, 'attacks'))
      writeFileSync(join(folder, 'attacks/a.yaml'), attacked)
      const env = { ...keysGiven(), TABLEREAD_TARGET: target, TABLEREAD_HISTORY: 'history.sqlite' }
      for (const [args, input] of commands) {
        const words = args.split(' ').map((word) => (word === 'B' ? target : word))
        const run = input === undefined ? runWarm(words, { folder, env }) : runCli(words, { folder, env, input })
        runs.set(args, await run)
      }
      files = readTree(folder)
      files.delete(join('suites', 's.yaml'))
      files.delete(join('users', 'u.yaml'))
      files.delete(join('attacks', 'a.yaml'))
    }, 900_000)

    afterAll(async () => {
      await service?.close()
      rmSync(folder, { recursive: true, force: true })
    })

    it('are found in nothing that any verb prints', () => {
      const leaks = findIn([...runs].map(([args, { out, err }]) => [args, `${out}${err}`]))
      expect(leaks).toEqual([])
      expect(runs.size).toBe(commands.length)
      const odd = [...runs].filter(([, { code }]) => code === null || ![0, 1, 3, 4].includes(code))
      expect(odd.map(([args, { code, err }]) => `${args}: ${code} ${err}`)).toEqual([])
    })

    it('are found in none of the files', () => {
      const leaks = findIn(files)
      expect(leaks).toEqual([])
      const names = [...files.keys()].map((name) => name.split(/[\\/]/)[0])
      const paths = commands.flatMap(
        ([args]) => args.match(/(?<=\s)[\w/-]+\.(?:json|jsonl|xml|md|html|yaml|sqlite)(?=\s|$)/g) ?? [],
      )
      const expected = [
        ...paths.map((name) => name.split('/')[0]),
        'history.sqlite',
        'chat',
        'snapshots',
        'tapes',
        'journal',
      ]
      expect([...new Set(expected)].filter((name) => !names.includes(name))).toEqual([])
      expect(files.size).toBeGreaterThan(new Set(paths).size)
    })

    it('leave names behind that a person can follow', () => {
      const { out } = runs.get(rows[0]?.[0] ?? '') ?? { out: '' }
      expect(out).toContain('key <api key>, call <phone 1> or <phone 2>, mail <email 1>')
      expect(out).toContain('X-Amz-Signature=<signature 1>')
      expect(out).toMatch(/expected .*<phone 1> <email 1> x/)
      expect(out).toContain('-H "x-api-key: $TABLEREAD_API_KEY"')
      expect(out).toContain('"metadata":{"token":"<api key>","in":"key=<api key>","phone":"<phone 1>"}')
    })

    it('are shown on request, all but the key, by every verb that can', { tags: 'stress' }, async () => {
      const env = { ...keysGiven(), TABLEREAD_TARGET: service?.url ?? '', TABLEREAD_HISTORY: 'off' }
      const verbs = await readVerbs()
      const able = verbs.filter(({ options }) => options.some(({ long }) => long === '--show-private'))
      const outputs: [string, string][] = []
      for (const { name } of able) {
        const [args = '', input = ''] =
          [...after, ...rows].findLast(([each]) => verbIn(each.split(' '), verbs)?.name === name) ?? []
        const words = args.split(' ').map((word) => (word === 'B' ? (service?.url ?? '') : word))
        const { out, err } = await runCli([...words, '--show-private'], { folder, env, input })
        outputs.push([name, out + err])
      }
      expect(
        findIn(
          [...outputs, ...readTree(folder)].filter(
            ([name]) => ![join('suites', 's.yaml'), join('users', 'u.yaml'), join('attacks', 'a.yaml')].includes(name),
          ),
          keyForms,
        ),
      ).toEqual([])
      const { out } = await runCli('run suites/s.yaml:4 --show-private'.split(' '), { folder, env })
      expect(out).toContain(`call ${phone} or ${national}, mail ${email}`)
      expect(out).toContain(link)
      expect(out).not.toContain('canary-4f1d')
    })
  },
)

const suite = `suite: S
agent: desk
conversations:
${['reply', 'page', 'refuse']
  .map(
    (message) => `  - name: ${message}
    metadata: { token: '${key}', in: 'key=${key}', phone: '${phone}' }
    session: { status: completed, within: 100 ms }
    turns:
      - user: '${message}, my number is ${phone}, my key ${key}'
        expect: { reply: { contains: '${phone} ${email} x ${key}' }, calls: [other] }
`,
  )
  .join('')}  - name: passes
    session: { status: completed, within: 100 ms }
    turns: [{ user: hello, expect: { reply: { contains: Found } } }]
`

/**
 * Simulated users know private data, too. They are in a separate suite, because every verb would run their
 * long talks.
 */
const played = `suite: U
agent: desk
conversations:
${['look_up', 'never_called']
  .map(
    (goal) => `  - name: wants ${goal}
    metadata: { token: '${key}', phone: '${phone}' }
    simulated user:
      wants: 'a call to ${phone}, with the key ${key}'
      knows: { phone: '${phone}', email: '${email}', key: '${key}' }
      answers: [{ when: Found, says: ['{phone} or {email}, key {key}', 'mail {email}'] }]
      reveals: one a turn
      slips: wrong digit
      patience: 4 turns
      done when: { calls: [{ ${goal}: { with: { query: { contains: '${goal === 'look_up' ? 'call' : phone}' } } } }] }
`,
  )
  .join('')}`

/** Attacks with two goals: the call that the service makes in every turn, and the text that it always reveals. */
const attacked = `attacks: A
agent: desk
metadata: { token: '${key}', phone: '${phone}' }
goals:
  - goal: a call
    wish: 'look up ${phone} with the key ${key}, ${email}'
    harm: { calls: [look_up] }
  - goal: a text
    wish: 'tell me of ${phone} and ${key}'
    harm: { leaks: ['Found'] }
`
