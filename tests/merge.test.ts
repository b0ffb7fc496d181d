import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { eachByTier } from '../src/base/tiers.fixture.ts'
import type { FeatureEvidence } from '../src/compare/model/feature-evidence.ts'
import { jenkinsSchema } from '../src/report/junit/jenkins-schema.fixture.ts'
import type { CliRun } from './hostile/run-cli.ts'
import { runWarm } from './warm/run-warm.ts'

const root = resolve(import.meta.dirname, '..')
let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tableread-merge-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const tableread = (...args: string[]): Promise<CliRun> =>
  runWarm(args, { folder: root, env: { NO_COLOR: '1', TABLEREAD_HISTORY: 'off' } })

const file = (name: string): string => join(folder, name)
const json = (name: string): Record<string, unknown> => JSON.parse(readFileSync(file(name), 'utf8'))
const volatile = ['startedAt', 'ms', 'turnMs', 'timestamp', 'sessionId', 'target', 'executionTimeMs', 'call_id', 'url']

/** The parts of a result that two runs of the same suites share. */
function steady(value: unknown): unknown {
  const text = JSON.stringify(value, (key, each) => (volatile.includes(key) ? null : each))
  return JSON.parse(
    text
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
      .replace(/127\.0\.0\.1:\d+/g, 'HOST')
      .replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, 'ID'),
  )
}

const steadyText = (text: string): string =>
  text
    .replace(/local service http:\/\/127\.0\.0\.1:\d+/g, 'local service')
    .replace(/127\.0\.0\.1:\d+/g, 'HOST')
    .replace(/ +\d+(\.\d+)? (ms|s)\b/g, ' TIME')

/** The exit codes of a command run once for each item. */
async function codesOf<Item>(
  items: readonly Item[],
  each: (item: Item, index: number) => Promise<CliRun>,
): Promise<(number | null)[]> {
  return (await Promise.all(items.map(each))).map(({ code }) => code)
}

const sides = ['-v', 'default', '-v', 'draft']

describe('tableread merge', () => {
  it('gives the report, the result and the exit code of one run', async () => {
    const whole = await tableread('run', 'suites/order-desk.yaml', ...sides, '--coverage', '--json', file('whole.json'))
    const codes = await codesOf([1, 2, 3], (shard) =>
      tableread('run', 'suites/order-desk.yaml', ...sides, '--shard', `${shard}/3`, '--json', file(`${shard}.json`)),
    )
    const parts = [file('3.json'), file('1.json'), file('2.json')]
    const merged = await tableread(
      'merge',
      ...parts,
      '--coverage',
      '--json',
      file('merged.json'),
      '--junit',
      file('merged.xml'),
      '--markdown',
      file('merged.md'),
      '--html',
      file('merged.html'),
    )
    expect([whole.code, ...codes, merged.code]).toEqual([1, 1, 1, 1, 1])
    expect(steadyText(merged.out)).toBe(steadyText(whole.out))
    expect(steady(json('merged.json'))).toEqual(steady(json('whole.json')))
    expect([json('1.json'), json('merged.json')]).toMatchObject([{ shard: { index: 1, of: 3, total: 28 } }, {}])
    expect(json('merged.json')).not.toHaveProperty('shard')
  })
  it('writes JUnit by the schema, Markdown, and one HTML file', async () => {
    const xml = readFileSync(file('merged.xml'), 'utf8')
    const { valid, rawOutput } = await validateXML({
      xml: [{ fileName: 'junit.xml', contents: xml }],
      schema: jenkinsSchema,
    })
    expect([valid, rawOutput]).toEqual([true, expect.stringContaining('validates')])
    expect(readFileSync(file('merged.md'), 'utf8')).toContain('## ❌ 6 of 28 conversations on default and draft failed')
    expect(readFileSync(file('merged.html'), 'utf8')).toMatch(/^<!doctype html>/)
  })
  it('gives the verdict, the gate and the exit code of one comparison', { tags: 'stress' }, async () => {
    const compare = ['compare', 'default', 'draft', 'suites/order-desk.yaml', '--repeat', '6', '--no-confirm', '--json']
    const whole = await tableread(...compare, file('compared.json'))
    const parts = [1, 2].map((shard) => file(`compared-${shard}.json`))
    const codes = await codesOf(parts, (name, index) => tableread(...compare, name, '--shard', `${index + 1}/2`))
    const merged = await tableread('merge', ...parts, '--json', file('compared-merged.json'))
    expect([whole.code, merged.code, codes.includes(1)]).toEqual([1, 1, true])
    const verdicts = (name: string): unknown => {
      const { conversations, totals, gate, sentence, coverage, turns, agents, passed } = json(name)
      const rows = (conversations as Record<string, unknown>[]).map(({ id, verdict, certainty, reason, pass }) => [
        id,
        verdict,
        certainty,
        reason,
        pass,
      ])
      return { told: rows, totals, gate, sentence, coverage, turns, agents, passed }
    }
    expect(verdicts('compared-merged.json')).toEqual(verdicts('compared.json'))
    expect((json('compared-1.json') as { shard: { counts?: string } }).shard.counts).toBe('--repeat 6')
    const features = (name: string): FeatureEvidence => json(name).features as FeatureEvidence
    const levelsOf = (name: string): string[] => features(name).listed.map(({ level }) => level)
    // Turns that were not sent after a failure are no behaviour, in a whole comparison and in a merged one.
    for (const name of ['compared-merged.json', 'compared.json']) expect(levelsOf(name)).not.toContain('turns')
    expect(features('compared-merged.json').pairs).toBe(features('compared.json').pairs)
    expect(merged.out.trimEnd().split('\n').at(-1)).toBe(whole.out.trimEnd().split('\n').at(-1))
  })
  it('refuses a run beside a comparison', { tags: 'stress' }, async () => {
    await tableread('run', 'suites/order-desk.yaml:13', '--shard', '1/2', '--json', file('run-1.json'))
    const { code, err } = await tableread('merge', file('run-1.json'), file('compared-1.json'))
    expect([code, err]).toEqual([2, expect.stringMatching(/1\.json is the result of a run, but \S+ of a comparison/)])
  })
  it('refuses files that are no whole', async () => {
    writeFileSync(file('cut.json'), readFileSync(file('1.json'), 'utf8').slice(0, 5_000))
    const error = async (...args: string[]): Promise<string> => {
      const { code, err } = await tableread('merge', ...args)
      return `${code} ${err.split('\n')[0]?.replaceAll(`${folder}/`, '')}`
    }
    expect(await error(file('1.json'), file('1.json'))).toBe('2 1.json and 1.json are both shard 1/3')
    expect(await error(file('whole.json'))).toBe('2 whole.json is the result of a whole run, not of a shard')
    expect(await error(file('none.json'))).toMatch(/^2 none\.json cannot be read: there is no such file/)
    expect(await error(file('cut.json'))).toMatch(/^3 cut\.json:\d+:\d+: this is not valid JSON/)
    writeFileSync(file('words.json'), 'not JSON')
    expect(await error(file('1.json'), file('words.json'))).toMatch(/^2 words\.json:\d+:\d+: this is not valid JSON/)
    expect(await error(file('gone-*.json'))).toBe('3 no shard left a result: see their jobs')
  })
})

it('reports the shards that are there, names the others, and is red', async () => {
  writeFileSync(file('2-none.json'), '{"kind":"no result","schemaVersion":1,"message":"the service is down"}')
  const outputs = ['json', 'junit', 'markdown', 'ctrf'].flatMap((name) => [`--${name}`, file(`part.${name}`)])
  const { code, err, out } = await tableread('merge', ...['1.json', '2-none.json', '3.json'].map(file), ...outputs)
  expect([code, err]).toEqual([1, expect.stringContaining('2-none.json: there is no result: the service is down')])
  for (const text of [out, ...['junit', 'markdown', 'ctrf'].map((name) => readFileSync(file(`part.${name}`), 'utf8'))])
    expect(text).toMatch(/shard 2\/3 left no result: \d+ conversations were not judged \(the service is down\)/)
  expect(json('part.json')).toMatchObject({ missingShards: { indexes: [2], of: 3, reasons: ['the service is down'] } })
  expect(readFileSync(file('part.markdown'), 'utf8')).not.toContain('Not held against anything')
  for (const size of [0, 500]) {
    writeFileSync(file('2-cut.json'), readFileSync(file('2.json'), 'utf8').slice(0, size))
    const cut = await tableread('merge', ...['1.json', '2-cut.json', '3.json'].map(file))
    expect([cut.code, cut.err]).toEqual([1, expect.stringMatching(/2-cut\.json:\d+:\d+: this is not valid JSON/)])
    expect(cut.out).toMatch(/shard 2\/3 left no result: \d+ conversations were not judged \(its file is cut off\)/)
  }
})

describe('tableread compare --shard', () => {
  it('says of an empty shard that it is empty, of no gate, and nothing to GitHub', async () => {
    const env = { GITHUB_ACTIONS: 'true', TABLEREAD_HISTORY: 'off' }
    const args = ['compare', 'default', 'draft', 'suites/order-desk.yaml:13', '--shard', '2/2']
    const { code, err, out } = await tableread(...args)
    expect([code, err]).toEqual([0, 'shard 2/2 is empty: the only conversation is in other shards\n'])
    expect(out).not.toContain('gate')
    const inJob = await runWarm(args, { folder: root, env })
    expect(inJob.err).not.toContain('::error')
  })
})

describe('tableread run --shard', () => {
  it('says so when there is nothing left for a shard, and exits with 0', async () => {
    const { code, err } = await tableread(
      'run',
      'suites/order-desk.yaml:13',
      '--shard',
      '2/2',
      '--json',
      file('empty.json'),
    )
    expect([code, err]).toEqual([0, 'shard 2/2 is empty: the only conversation is in other shards\n'])
    expect(json('empty.json')).toMatchObject({ conversations: [], shard: { index: 2, of: 2, total: 1, positions: {} } })
    await tableread('run', 'suites/order-desk.yaml:13', '--shard', '1/2', '--json', file('full.json'))
    const merged = await tableread('merge', file('empty.json'), file('full.json'))
    expect([merged.code, merged.out]).toEqual([0, expect.stringContaining('default  1 passed of 1')])
  })
  it.each(['3/2', '0/2', '1', 'a/b', '1/0'])('refuses %s', async (shard) => {
    const { code, err } = await tableread('run', 'suites', '--shard', shard)
    expect([code, err.split('\n')[0]]).toEqual([2, `--shard ${shard} is not a shard`])
  })
})

describe('tableread run --durations', () => {
  const desk = ['run', 'suites/order-desk.yaml', '--json']
  const shard = (index: number, ...more: string[]) =>
    tableread(...desk, file(`cut-${index}.json`), '--shard', `${index}/2`, ...more)
  it('cuts by what merge and report wrote, and merges to the whole; report merge is merge', async () => {
    expect((await shard(1, '--durations', file('later.txt'))).err).toMatch(
      /^there is no .*later\.txt yet, so the shards are cut/,
    )
    await tableread(...desk, file('desk.json'))
    expect(await tableread('report', file('desk.json'), '--write-durations', file('durations.json'))).toMatchObject({
      out: '',
    })
    const { conversations } = json('durations.json') as { conversations: Record<string, unknown>[] }
    expect(conversations.length).toBe((json('desk.json') as { conversations: [] }).conversations.length)
    const slowest = conversations.map((each, index) => ({ ...each, ms: index === 0 ? 100_000 : 1 }))
    writeFileSync(file('durations.json'), JSON.stringify({ ...json('durations.json'), conversations: slowest }))
    const codes = await codesOf([1, 2], (index) => shard(index, '--durations', file('durations.json')))
    expect([codes, (json('cut-1.json') as { conversations: [] }).conversations.length]).toEqual([[0, 0], 1])
    const merged = await tableread(
      'report',
      'merge',
      file('cut-2.json'),
      file('cut-1.json'),
      '-r',
      'plain',
      '--json',
      file('m.json'),
    )
    expect([merged.code, merged.err]).toEqual([0, ''])
    const verdicts = (name: string): unknown => [json(name).totals, json(name).turns, json(name).versions]
    expect(verdicts('m.json')).toEqual(verdicts('desk.json'))
  })
  it('refuses shards of other durations, a file that is none, and durations without a shard', async () => {
    expect((await shard(2)).code).toBe(0)
    expect((await tableread('merge', file('cut-1.json'), file('cut-2.json'))).err).toMatch(
      /cut-1\.json was cut by the durations [\da-f]{16}, but \S+cut-2\.json by turns\n.*fetch it once/,
    )
    expect((await shard(1, '--durations', file('desk.json'))).err).toContain('this is no file of durations')
    expect(await tableread('run', 'suites', '--durations', 'd.json')).toMatchObject({ code: 2, out: '' })
    expect((await tableread('report', file('desk.json'), '--write-durations', file('desk.json'))).err).toContain(
      'would overwrite',
    )
  })
})

describe('tableread report', () => {
  it('prints a result as the run did, and exits with 0', async () => {
    const { code, out } = await tableread('report', file('whole.json'), '--coverage')
    const run = await tableread('merge', file('1.json'), file('2.json'), file('3.json'), '--coverage')
    expect([code, steadyText(out)]).toEqual([0, steadyText(run.out)])
  })
  it('writes what is asked for, and prints nothing else', async () => {
    const { out } = await tableread('report', file('whole.json'), '--junit', file('r.xml'), '--html', file('r.html'))
    expect(out).toBe('')
    expect(readFileSync(file('r.xml'), 'utf8')).toContain('<testsuite name="suites/order-desk.yaml [draft]"')
    expect((await tableread('report', file('whole.json'), '--markdown', '-')).out).toMatch(
      /^<!-- tableread -->\n## ❌ 6 of 28/,
    )
  })
  it('reads no file that is not a suite below the folder', async () => {
    const result = json('whole.json') as { conversations: { file: string }[] }
    const conversations = result.conversations.map((each) => ({ ...each, file: '/etc/passwd' }))
    writeFileSync(file('evil.json'), JSON.stringify({ ...result, conversations }))
    expect((await tableread('report', file('evil.json'))).out).not.toContain('root:')
  })
  it('refuses a version that it does not know', async () => {
    writeFileSync(file('later.json'), JSON.stringify({ ...json('whole.json'), schemaVersion: 2 }))
    const { code, err } = await tableread('report', file('later.json'))
    expect([code, err]).toEqual([
      2,
      expect.stringContaining('the result has schemaVersion 2, and this Tableread reads 1'),
    ])
  })
})

describe('tableread schema', () => {
  eachByTier(1)([
    ['--result', () => json('whole.json')],
    [
      '--comparison',
      async () => JSON.parse((await tableread('compare', 'default', 'draft', 'suites/order-desk.yaml', '--json')).out),
    ],
  ])('%s prints a schema that real results keep', async (flag, result) => {
    const validate = new Ajv2020({ strict: false }).compile(JSON.parse((await tableread('schema', flag)).out))
    expect([validate(await result()), validate.errors]).toEqual([true, null])
  })
})

it.each(['merge', 'report merge'])('%s writes over no file that is not a report', { tags: 'stress' }, async (verb) => {
  writeFileSync(file('mine.yaml'), 'suite: mine\n')
  const ran = await tableread('run', 'suites', '--shard', '1/1', '--json', file('one.json'))
  expect([0, 1, 3]).toContain(ran.code)
  for (const flag of ['--json', '--junit', '--markdown', '--html', '--write-durations']) {
    const { code, err } = await tableread(...verb.split(' '), file('one.json'), `${flag}=${file('mine.yaml')}`)
    expect([flag, code], err).toEqual([flag, 2])
    expect(readFileSync(file('mine.yaml'), 'utf8')).toBe('suite: mine\n')
  }
  const { code, err } = await tableread(...verb.split(' '), '--json', file('one.json'), file('one.json'))
  expect([code, err]).toEqual([2, expect.stringContaining('would overwrite')])
})
