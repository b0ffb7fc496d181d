// @module-tag stress
import { execFileSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runWarm } from '../warm/run-warm.ts'
import { runCli } from './run-cli.ts'

const root = resolve(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'tableread-files-'))
const sound =
  'suite: S\nagent: order-desk\nconversations: [{ name: n, turns: [{ user: hi, expect: { reply: { present: true } } }] }]\n'
const env = { NO_COLOR: '1', TABLEREAD_HISTORY: 'off' }

beforeAll(() => {
  const maker = 'mkfifo'
  execFileSync(maker, [join(folder, 'pipe.yaml'), join(folder, 'pipe.json'), join(folder, 'pipe.ts')])
  symlinkSync('/dev/zero', join(folder, 'zero.yaml'))
  symlinkSync('/dev/zero', join(folder, 'zero.json'))
  writeFileSync(join(folder, 'huge.yaml'), '')
  truncateSync(join(folder, 'huge.yaml'), 3_000_000_000)
  writeFileSync(join(folder, 'sound.yaml'), sound)
  for (const name of ['pipe.yaml', 'zero.yaml'])
    writeFileSync(join(folder, `includes-${name}`), sound.replace('suite: S\n', `suite: S\ninclude: ${name}\n`))
  mkdirSync(join(folder, 'workspace'))
  symlinkSync('../pipe.yaml', join(folder, 'workspace/workspace.yaml'))
  mkdirSync(join(folder, 'broken'))
  writeFileSync(join(folder, 'broken/workspace.yaml'), 'workspace: [')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.skipIf(process.platform === 'win32')('what is no file is not read', () => {
  const lint = 'lint sound.yaml --no-blueprints'
  it.each([
    ['lint pipe.yaml --no-blueprints', 'it is a pipe, not a file'],
    ['lint zero.yaml --no-blueprints', 'it is a device, not a file'],
    ['lint huge.yaml --no-blueprints', 'more than the 16 MB that are read'],
    ['lint includes-pipe.yaml --no-blueprints', 'pipe.yaml'],
    ['lint includes-zero.yaml --no-blueprints', 'zero.yaml'],
    ['run sound.yaml --workspace workspace', 'it is a pipe, not a file'],
    [`${lint} --config pipe.yaml`, 'it is a pipe, not a file'],
    [`${lint} --config pipe.ts`, 'it is a pipe, not a file'],
    ['run sound.yaml --workspace pipe.ts', 'it is a pipe, not a file'],
    ['run sound.yaml --quarantine zero.yaml', 'it is a device, not a file'],
    ['run sound.yaml --owned-sinks pipe.yaml', 'it is a pipe, not a file'],
    ['run sound.yaml --shard 1/2 --durations pipe.json', 'it is a pipe, not a file'],
    ['run sound.yaml --resume=pipe.json', 'it is a pipe, not a file'],
    ['teeth sound.yaml --accept zero.yaml', 'it is a device, not a file'],
    ['report zero.json', 'it is a device, not a file'],
    ['merge pipe.json zero.json', 'it is a pipe, not a file'],
    ['score pipe.json', 'it is a pipe, not a file'],
    ['import zero.json', 'it is a device, not a file'],
    ['import --from botium pipe.yaml', 'it is a pipe, not a file'],
    ['contract --rule CHA-10 --ledger pipe.json', 'it is a pipe, not a file'],
    ['chat order-desk --metadata pipe.json', 'pipe.json'],
  ])('%s', async (line, message) => {
    const { code, err, out } = await runWarm(line.split(' '), { folder, env })
    expect(`${err}${out}`).toContain(message)
    expect(code).toBe(2)
  })
})

it('only files of the package itself are read in another way', () => {
  const allowed = [
    'src/app/edge/package-version.ts',
    'src/app/files/packaged-schemas.ts', // the schemas of the package
    'src/app/init/coding-agents.ts', // texts of the package
    'src/app/init/pipeline.ts', // templates of the package
    'src/app/init/starter.ts',
    'src/app/queue/page/page-files.ts', // the page of the package
    'src/base/files/files.ts',
    'src/records/journal/process-mark.ts',
    'src/report/html/write-html.ts',
    'src/service/local/page-files.ts',
    'src/wire/contract/rules/all-rules.ts',
  ]
  const reads =
    /\b(?:readFileSync|createReadStream|openAsBlob|readFile)\(|\bopenSync\(|import \{[^}]*\bopen\b[^}]*\} from 'node:fs\/promises'/
  const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.ts$/.test(name) && !/\.(?:test|fixture)\.ts$/.test(name))
    .map((name) => `src/${name}`)
    .filter((name) => {
      const text = readFileSync(join(root, name), 'utf8')
      return reads.test(text) && /'node:fs(?:\/promises)?'/.test(text)
    })
  const writers = [
    'src/base/files/file-lock.ts', // an empty file of its own
    'src/base/files/write-whole.ts',
    'src/records/journal/open-journal.ts',
    'src/app/edge/process.ts', // the null device, in place of a closed terminal
  ]
  expect(files.filter((name) => !writers.includes(name)).sort()).toEqual(allowed)
})

it('no pattern that somebody writes is matched by an engine that backtracks', () => {
  const folders = [
    ...[
      'src/import/peers',
      'src/report',
      'src/compare/mutation',
      'src/records/tape',
      'src/import/sessions',
      'src/base/privacy',
    ],
    ...['src/base/text/characters.ts', '../../src/base/privacy/patterns.ts', 'src/base/text/split-sentences.ts'],
    ...[
      'src/service/route-operations.ts',
      'src/app/vitest/own-file.ts',
      'src/base/text/read-escaped.ts',
      'src/base/secrets/spelled-text.ts',
    ],
    ...['src/app/init/pull-files.ts', 'src/pages/report/quotations.ts'],
    ...['src/engine/transcript/facts', 'src/engine/transcript/reckon.ts'], // linear in the text: find-facts.test.ts
    'src/base/text/cut-mark.ts', // over an API key
    'src/base/acts.ts', // words of ours, at the ends of names
    ...['src/base/text/markup.ts', 'src/base/text/reader-text.ts'], // linear in the text: reader-text.test.ts
    ...['src/base/patterns/unicode-pattern.ts', 'src/base/patterns/pattern-tokens.ts'], // over single characters and the sources of patterns
    'src/compare/review/reply-facts.ts', // our words of places before a name; nothing in it repeats within what repeats
    'src/wire/client/wire-form.ts', // the paths of the interface, over the path of a request of ours
    'src/engine/user/agent-phrases.ts', // alternatives of words; what repeats is of whole words
    'src/compare/vary', // over what suites type, around escaped words; linear, except on short sentences
    'src/engine/user/foreign-fact.ts', // words of numbers, each pattern bounded
    ...['src/suite/language/matchers/date-words.ts', 'src/suite/language/script/mentions.ts'], // our words of dates, nothing of which overlaps
    'src/suite/language/matchers/fill-text.ts', // between braces, without braces
    'src/suite/lint/criteria/read-criterion.ts', // over texts of at most 2,000 characters
    // Words of ours; over sentences of at most 400 characters, and patterns of at most 200.
    ...[
      ...['list-rules.ts', 'draft-rules.ts', 'user-message.ts', 'sample-arguments.ts'],
      ...['conditional-order.ts', 'language-rule.ts'],
    ].map((name) => `src/engine/grid/${name}`),
  ]
  const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.ts$/.test(name) && !/\.(?:test|fixture)\.ts$/.test(name))
    .map((name) => `src/${name}`)
    .filter((name) => !folders.some((each) => name.startsWith(each))) // their patterns are written here
    .filter((name) => /new RegExp\(/.test(readFileSync(join(root, name), 'utf8')))
  expect(files).toEqual([])
})

describe('patterns of the command line and of workspaces', () => {
  it('end for every text', async () => {
    const name = 'a'.repeat(60)
    writeFileSync(
      join(folder, 'named.yaml'),
      sound.replace('name: n', `name: "${name}!"`).replace('user: hi', `user: "${name}!"`),
    )
    mkdirSync(join(folder, 'slow/agents'), { recursive: true })
    writeFileSync(join(folder, 'slow/workspace.yaml'), 'workspace: w\nkeys: [k]\nagents: [agents/a.yaml]\n')
    const rules = 'rules: [{ id: r, when: /^(a+)+$/, do: [{ say: yes }] }]'
    writeFileSync(
      join(folder, 'slow/agents/a.yaml'),
      `agent: order-desk\nid: o\npublished: 1\nversions:\n  1: { ${rules}, otherwise: [{ say: none }] }\n`,
    )
    const lintRun = await runWarm(['lint', 'named.yaml', '--no-blueprints'], { folder, env })
    expect(lintRun.code).toBe(0)
    const none = await runWarm(['run', 'named.yaml', '-t', '^(a+)+$'], { folder, env })
    expect([none.code, none.err]).toEqual([2, expect.stringContaining('no conversation')])
    const refused = await runWarm(['run', 'named.yaml', '-t', '(?=a)'], { folder, env })
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('lookaround is not supported')])
    const run = await runWarm(['run', 'named.yaml', '--workspace', 'slow', '-r', 'plain'], { folder, env })
    expect([run.code, run.err]).toEqual([0, ''])
  })
})

it('a broken workspace leaves nothing open', async () => {
  writeFileSync(
    join(folder, 'two.yaml'),
    sound.replace('}] }]\n', '}] }, { name: m, turns: [{ user: hi, expect: { calls: none } }] }]\n'),
  )
  const { code, err } = await runCli(['run', 'two.yaml', '--workspace', 'broken'], {
    folder,
    env: { ...env, NODE_OPTIONS: '--expose-gc' },
  })
  expect([code, err]).toEqual([2, expect.not.stringContaining('DEP0137')])
  expect(readdirSync(folder)).not.toContain('.tableread')
})
