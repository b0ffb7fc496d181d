import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { eachByTier } from '../src/base/tiers.fixture.ts'
import { runWarm } from './warm/run-warm.ts'

const suite = `suite: S
agent: order-desk
metadata: { customer_name: Asha }
conversations:
  - { name: one, turns: [{ user: What can you do?, expect: { reply: { contains: help } } }] }
  - { name: two, turns: [{ user: What can you do?, expect: { reply: { contains: help } } }] }
`

/** Things that can stand in place of a record, none of which can be read as one. */
const spoilers: Record<string, (path: string) => void> = {
  'not UTF-8': (path) => writeFileSync(path, Buffer.from('caf\xe9\n', 'latin1')),
  'a pipe': (path) => void execFileSync('mkfifo', [path]),
  'a link loop': (path) => symlinkSync(basename(path), path),
  'a folder': (path) => mkdirSync(path),
  'too large': (path) => {
    writeFileSync(path, '')
    truncateSync(path, 510 * 1024 * 1024)
  },
}

/** A record that is read during a run, and the commands that read it, with their allowed exit codes. */
interface Row {
  record: string
  /** Its path, relative to the project; `*` is the only file there. */
  path: string
  /** A higher folder that may be replaced by a file; by default, the folder it is in. */
  above?: string
  commands: [codes: number[], ...words: string[]][]
}

const rows: Row[] = [
  {
    ...{ record: 'snapshot', path: 'snapshots/s/two.default.txt', above: 'snapshots' },
    commands: [
      [[4], 'snapshots', 's.yaml'],
      [[0, 2], 'snapshots', 's.yaml', '--update'],
      [[0, 2, 4], 'snapshots', 's.yaml', '--prune'],
    ],
  },
  {
    ...{ record: 'tape', path: 'tapes/s/two.default.yaml', above: 'tapes' },
    commands: [
      [[2, 4], 'replay', 's.yaml'],
      [[0, 2], 'run', 's.yaml', '--tape', 'auto'],
      [[0, 2], 'record', 's.yaml'],
    ],
  },
  {
    ...{ record: 'journal', path: '.tableread/runs/*', above: '.tableread/runs' },
    commands: [
      [[0], 'run', 's.yaml'],
      [[0, 2], 'run', 's.yaml', '--resume'],
    ],
  },
  {
    ...{ record: 'history', path: '.tableread/history.sqlite', above: '.tableread' },
    commands: [
      [[0], 'run', 's.yaml', '--html=r.html'],
      [[0], 'compare', 'default', 'default', 's.yaml', '--repeat', '1', '--html=c.html'],
      [[0, 2], 'history'],
    ],
  },
  {
    ...{ record: 'quarantine', path: 'lists/quarantine.yaml' },
    commands: [[[2], 'run', 's.yaml', '--quarantine', 'lists/quarantine.yaml']],
  },
  {
    ...{ record: 'accepted mutants', path: 'lists/teeth.yaml' },
    commands: [[[2], 'teeth', 's.yaml', '--accept', 'lists/teeth.yaml']],
  },
  {
    ...{ record: 'owned sinks', path: 'lists/sinks.yaml' },
    commands: [
      [[2], 'run', 's.yaml', '--owned-sinks', 'lists/sinks.yaml', '--allow-dispatch', '--target', 'http://127.0.0.1:9'],
    ],
  },
  {
    ...{ record: 'durations', path: 'lists/durations.json' },
    // Sharding works without the file while it does not exist, and a dangling link counts as not existing.
    commands: [[[0, 2], 'run', 's.yaml', '--shard', '1/2', '--durations', 'lists/durations.json']],
  },
  {
    ...{ record: 'ledger', path: 'lists/ledger.json' },
    commands: [[[0, 2], 'contract', '--rule', 'CHA-10', '--runs', '1', '--ledger', 'lists/ledger.json']],
  },
  {
    ...{ record: 'result', path: 'lists/run.json' },
    commands: [
      [[2], 'report', 'lists/run.json'],
      [[2], 'merge', 'lists/run.json'],
    ],
  },
  {
    ...{ record: 'stored session', path: 'lists/session.json' },
    commands: [
      [[2], 'score', 'lists/session.json'],
      [[2], 'import', 'lists/session.json'],
    ],
  },
  {
    ...{ record: 'blueprint', path: 'snapshots/blueprints/order-desk@3.yaml', above: 'snapshots/blueprints' },
    commands: [[[0], 'compare', 'default', '3', 's.yaml', '--repeat', '1']],
  },
  { ...{ record: 'suite', path: 'lists/s.yaml' }, commands: [[[2], 'run', 'lists/s.yaml']] },
  { ...{ record: 'config', path: 'lists/c.yaml' }, commands: [[[2], 'run', 's.yaml', '--config', 'lists/c.yaml']] },
]

const recordFolder = mkdtempSync(join(tmpdir(), 'tableread-records-'))
const env = { NO_COLOR: '1', TABLEREAD_API_KEY: '', CI: '' }

beforeAll(async () => {
  writeFileSync(join(recordFolder, 's.yaml'), suite)
  for (const words of [
    ['snapshots', 's.yaml', '--update'],
    ['record', 's.yaml'],
    ['run', 's.yaml', '--max-turns', '1'],
  ])
    await runWarm(words, { folder: recordFolder, env })
})
afterAll(() => rmSync(recordFolder, { recursive: true, force: true }))

/** A copy of the project with something else in place of one record. */
function spoil(path: string, how: (path: string) => void): string {
  const folder = mkdtempSync(join(tmpdir(), 'tableread-spoilt-'))
  cpSync(recordFolder, folder, { recursive: true })
  const parent = join(folder, dirname(path))
  mkdirSync(parent, { recursive: true })
  const name = path.endsWith('*')
    ? (readdirSync(parent).find((each) => each.endsWith('.jsonl')) ?? 'none')
    : basename(path)
  rmSync(join(parent, name), { recursive: true, force: true })
  how(join(parent, name))
  return folder
}

/** A file where a folder should be, so that no record below it can be read. */
const folderIsFile = 'a file in the place of its folder'

const cases = rows.flatMap(({ record, path, above = dirname(path), commands }) =>
  [...Object.entries(spoilers), [folderIsFile, (at: string) => writeFileSync(at, 'x\n')] as const].map(
    ([name, how]) => ({ record, name, path: name === folderIsFile ? above : path, how, commands }),
  ),
)

describe.skipIf(process.platform !== 'linux')('a record that cannot be read', () => {
  eachByTier(6)(cases)('costs what rests on it, and no run: $record, $name', async ({ path, how, commands }) => {
    for (const [codes, ...words] of commands) {
      const folder = spoil(path, how)
      try {
        const { code, out, err } = await runWarm(words, { folder, env })
        const output = `${words.join(' ')}\n${out}\n${err}`
        expect(output).not.toMatch(/defect in Tableread|^ +at .*\.js/m)
        expect(codes, output).toContain(code)
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    }
  })
})
