import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eachByTier } from '../src/base/tiers.fixture.ts'
import { runWarm } from './warm/run-warm.ts'

const folder = mkdtempSync(join(tmpdir(), 'tableread-excerpts-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Values in the suites that no output may contain. */
const values = ['jane.doe@corp-mail.com', '+49 151 23456708', '4111 1111 1111 1111']
const [email, phone, card] = values
const says = `user: 'I am ${email}, ${phone}, ${card}'`
const turn = `{ ${says}, expect: { reply: { contains: shipped } } }`
const head = 'suite: S\nagent: order-desk\nmetadata: { customer_name: Asha, tier: gold }\nconversations:\n'
const sound =
  '  - { name: good, turns: [{ user: Where is my order 1042?, expect: { reply: { contains: shipped } } }] }\n'

/** Mistakes after, below and inside private values; the caret must stand below the named word. */
const broken: Readonly<Record<string, readonly [text: string, word: string | null]>> = {
  'behind it': [`${head}  - { name: bad, turns: [{ ${says}, bogus: 1 }] }\n`, 'bogus'],
  'on the line below it': [`${head}  - name: bad\n    turns:\n      - ${says}\n        bogus: 1\n`, 'bogus'],
  'far behind it': [`${head}  - { name: bad, turns: [${turn}, ${turn}, { bogus: 1, user: '${email}' }] }\n`, 'bogus'],
  'it is': [`${head}  - { name: bad, turns: [{ user: hello, expect: { reply: { maxWords: '${email}' } } }] }\n`, null],
  'its key': [`${head}  - { name: bad, '${email}': 1, turns: [${turn}] }\n`, null],
  'no YAML': [`${head}  - { name: bad, turns: [{ ${says} }\n`, null],
  'a variable behind it': [
    `${head}  - { name: bad, turns: [{ user: 'I am ${email}, {{env.UNSET_FOR_SURE}}' }] }\n`,
    null,
  ],
}

/** Every form of report, for every verb that reads suites. */
const reports = (name: string): string =>
  `--json ${name}.json --junit ${name}.xml --markdown ${name}.md --html ${name}.html`
const verbs: readonly string[] = [
  'lint',
  'lint --json',
  `run -r plain ${reports('run')}`,
  'run -r default',
  'run -r json',
  'run -r junit',
  'run --markdown -',
  `compare default draft -r plain ${reports('compare')}`,
  'snapshots',
  'snapshots --json',
  'bisect -g 1 -b 2',
  'teeth',
  'record -r plain',
  `replay --offline -r plain ${reports('replay')}`,
  `report run.json -r plain ${reports('again')}`,
]

/** What writes the files that a verb reads. */
const before: Readonly<Record<string, string>> = { replay: 'record -r plain', report: 'run --json run.json' }

const noCaret = verbs.filter((verb) => /--json$|json$|junit$|markdown -|^report/.test(verb))

const placeOf = (name: string): string => join(folder, name.replaceAll(' ', '-'))
const pairs = Object.keys(broken).flatMap((name) => verbs.map((verb) => [name, verb] as const))

describe('a suite whose mistake is', () => {
  beforeAll(() => {
    for (const [name, [text]] of Object.entries(broken)) {
      const place = placeOf(name)
      mkdirSync(place)
      writeFileSync(join(place, 'suite.yaml'), text)
      writeFileSync(join(place, 'sound.yaml'), `suite: T\n${head.slice(9)}${sound}`)
      writeFileSync(join(place, 'tableread.config.yaml'), 'suites: [suite.yaml, sound.yaml]\n')
    }
  })
  // So many pairs, spread evenly, have every verb and every mistake.
  eachByTier(17)(pairs)('%s is told without what is private in it: %s', async (name, verb) => {
    const place = placeOf(name)
    const [, word = null] = broken[name] ?? []
    const settings = { folder: place, env: { NO_COLOR: '1', COLUMNS: '200' } }
    const first = before[verb.split(' ')[0] ?? '']
    if (first !== undefined) await runWarm(first.split(' '), settings)
    const names = new Set(readdirSync(place))
    const { code, out, err } = await runWarm(verb.split(' '), settings)
    expect([70, null]).not.toContain(code)
    const files = readdirSync(place).filter((file) => !names.has(file) && /\.(?:json|xml|md|html)$/.test(file))
    for (const output of [out, err, ...files.map((file) => readFileSync(join(place, file), 'utf8'))])
      for (const value of values) expect(output).not.toContain(value)
    if (word === null || noCaret.includes(verb) || !/\^/.test(out + err)) return
    const lines = (out + err).split('\n')
    const at = lines.findIndex((line) => /^ *\| *\^+$/.test(line))
    const start = lines[at]?.indexOf('^') ?? 0
    expect(lines[at - 1]?.slice(start, start + word.length), lines.join('\n')).toBe(word)
  })
})

const key = 'sk-proj-9rQQ81KmQp44TtYv09LlWe77Rr'
const privateText = `${email} ${phone} CASE-85653494694449 ${key}`
const verbsOfTarget = ['run', 'lint', 'compare default draft', 'snapshots', 'teeth', 'replay']

/**
 * Messages that quote a file other than a suite: the config (without `redact:`) or another one, and the verb
 * that shows them.
 */
const quoted: readonly (readonly [
  name: string,
  config: string,
  files: Readonly<Record<string, string>>,
  verb: string,
])[] = [
  ...verbsOfTarget.map((verb) => [`a target: ${verb}`, `target: '${privateText}'\n`, {}, verb] as const),
  ['a version', `versions: ['${privateText}']\n`, {}, 'run'],
  [
    'a quarantine',
    'quarantine: q.yaml\n',
    { 'q.yaml': `- { suite: '${privateText}', conversation: c, reason: x }\n` },
    'run',
  ],
  ['a path of a workspace', `workspace: './${privateText}'\n`, {}, 'run'],
  ...['run --workspace w', 'lint --workspace w', 'serve --workspace w -p 0'].map(
    (verb) =>
      [
        `a workspace: ${verb}`,
        '',
        {
          'w/workspace.yaml': `workspace: w\nkeys: [k-123456]\n${'bogus'}: '${privateText}'\n`,
          'w/d.yaml': `agent: '${privateText}'\nbogus '${privateText}'\n`,
        },
        verb,
      ] as const,
  ),
  [
    'a label',
    '',
    {
      'labels.yaml': `labels: x\ncriterion: c\nexamples:\n  - { verdict: '${privateText}', turns: [{ user: a, agent: b }] }\n`,
    },
    'judge calibrate labels.yaml',
  ],
  [
    'a model of judges',
    `judges: { by: '${privateText}' }\n`,
    { 's.yaml': `${head}  - { name: j, turns: [{ user: hi, expect: { judge: is kind } }] }\n` },
    'run',
  ],
]

it.each(quoted)('is starred in the message about %s', async (_, config, files, verb) => {
  const place = mkdtempSync(join(folder, 'quoted-'))
  const all = {
    's.yaml': `${head}${sound}`,
    ...files,
    'tableread.config.yaml': `redact: ['/CASE-\\d+/']\nsuites: [s.yaml]\n${config}`,
  }
  for (const [name, text] of Object.entries(all)) {
    mkdirSync(join(place, name, '..'), { recursive: true })
    writeFileSync(join(place, name), text)
  }
  const { code, out, err } = await runWarm(verb.split(' '), {
    folder: place,
    env: { NO_COLOR: '1', COLUMNS: '300' },
  })
  expect(code, out + err).toBe(2)
  expect(out + err).toContain('***')
  for (const value of [email, phone, key, 'CASE-85653494694449']) expect(out + err).not.toContain(value)
})

it('shows it to somebody who asks', async () => {
  const options = { folder: join(folder, 'on-the-line-below-it'), env: { NO_COLOR: '1' } }
  const { out, err } = await runWarm(['run', '-r', 'plain', '--show-private'], options)
  for (const value of values) expect(out + err).toContain(value)
})

it.each([
  ['a config', 'tableread.config.yaml', `suites: [x.yaml]\nbogus: '${email}'\n`, 'run'],
  [
    'a quarantine',
    'q.yaml',
    `- { suite: '${email}', conversation: c, bogus: '${phone}' }\n`,
    'run suite.yaml --quarantine q.yaml',
  ],
  ['accepted mutants', 'teeth.yaml', `- { bogus: '${email}' }\n`, 'teeth suite.yaml'],
])('holds for %s as well', async (name, file, text, words) => {
  const place = join(folder, name.replaceAll(' ', '-'))
  mkdirSync(place)
  writeFileSync(join(place, 'suite.yaml'), `${head}${sound}`)
  writeFileSync(join(place, file), text)
  const { code, out, err } = await runWarm(words.split(' '), { folder: place, env: { NO_COLOR: '1' } })
  expect(code, out + err).toBe(2)
  for (const value of values) expect(out + err).not.toContain(value)
})
