// @module-tag stress
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writingFlags } from '../src/app/cli/guard-flags.ts'
import { formatNames } from '../src/app/formats/formats.ts'
import { eachByTier } from '../src/base/tiers.fixture.ts'
import { readVerbs } from './hostile/command-line.ts'
import { runCli } from './hostile/run-cli.ts'
import { runWarm } from './warm/run-warm.ts'

const folder = mkdtempSync(join(tmpdir(), 'tableread-unwritable-'))
const env = { NO_COLOR: '1', TABLEREAD_HISTORY: 'off', TABLEREAD_API_KEY: '' }
const conversation = (name: string): string =>
  `{ name: ${name}, turns: [{ user: hi, expect: { reply: { matches: /\\w/ } } }] }`
const suite = `suite: S\nagent: order-desk\nmetadata: { customer_name: Asha }\nconversations: [${conversation('one')}, ${conversation('two')}]\n`

/** The verbs that write reports of their results, each with arguments with which it succeeds. */
const verbs: Record<string, string[]> = {
  run: ['s.yaml'],
  compare: ['default', 'default', 's.yaml', '--repeat', '1'],
  report: ['run.json'],
  merge: ['part-1.json', 'part-2.json'],
  score: ['session.json'],
  teeth: ['s.yaml', '--min-score', '0'],
  suggest: ['s.yaml'],
  vary: ['s.yaml', '--variants', '2', '--brittle', '100'],
  contract: ['--rule', 'CHA-10', '--runs', '1'],
  lint: ['s.yaml'],
  import: ['session.json'],
  snapshots: ['s.yaml', '--update'],
}

/** Places where nobody can write a file. */
const places = ['/proc/none/below/out', '/dev/full', join(folder, 's.yaml', 'out')]

const flagsOf = new Map<string, string[]>()

beforeAll(async () => {
  writeFileSync(join(folder, 's.yaml'), suite)
  await runWarm(['run', 's.yaml', '--json=run.json'], { folder, env })
  for (const part of ['1', '2'])
    await runWarm(['run', 's.yaml', '--shard', `${part}/2`, `--json=part-${part}.json`], { folder, env })
  const session = {
    ...{ sessionId: 's', status: 'completed', communicationChannelType: 'webChat', communicationChannelName: null },
    agentDetails: { name: 'desk', number: null, email: null, version: '1' },
    ...{ dynamicVariables: null, analysis: null },
    transcript: ['user', 'assistant'].map((role) => ({
      ...{ type: 'message', role, content: [{ type: 'text', text: 'hi' }], senderId: null, senderName: null },
      ...{ agentName: role === 'user' ? null : 'desk', metadata: null, timestamp: '2026-01-01T00:00:00.000Z' },
    })),
    ...{ time: '2026-01-01T00:00:00Z', createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' },
  }
  writeFileSync(join(folder, 'session.json'), JSON.stringify(session))
  for (const verb of Object.keys(verbs)) {
    const { out } = await runWarm([verb, '--help', '--all'], { folder, env })
    flagsOf.set(
      verb,
      Object.keys(writingFlags).filter((flag) => new RegExp(`${flag}[ =][<[]`).test(out)),
    )
  }
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it.each(Object.keys(verbs))('%s writes over each report that it has written', async (verb) => {
  const flags = (flagsOf.get(verb) ?? []).filter((flag) => formatNames.some((name) => flag === `--${name}`))
  const args = flags.map((flag) => `${flag}=over-${verb}${flag}`)
  for (const time of ['first', 'again']) {
    const { code, err } = await runWarm([verb, ...(verbs[verb] ?? []), ...args], { folder, env })
    expect([flags.length > 0, code], `${time}: ${err}`).toEqual([true, 0])
  }
})

describe.skipIf(process.platform !== 'linux')('a report that cannot be written', () => {
  eachByTier(2)(Object.keys(verbs))('costs %s itself alone, and that the command ends well', async (verb) => {
    const flags = (flagsOf.get(verb) ?? []).filter((flag) => !['--history', '--ledger'].includes(flag)) // one never fails a run, one is read first
    expect(flags.length, verb).toBeGreaterThan(0)
    for (const [index, place] of places.entries()) {
      const spareFlag = flags[index % flags.length] // each of them in turn is the writable one
      const bad = flags.length === 1 ? flags : flags.filter((flag) => flag !== spareFlag)
      const good = `good-${verb}-${index}`
      const args = flags.map(
        (flag) => `${flag}=${bad.includes(flag) ? `${place}${place === '/dev/full' ? '' : flag}` : good}`,
      )
      const { code, out, err } = await runWarm([verb, ...(verbs[verb] ?? []), ...args], { folder, env })
      expect([verb, place, code, err], out).toEqual([verb, place, 2, expect.stringContaining(`${place}`)])
      for (const flag of bad)
        expect(err.split(/cannot be (?:written|read)/).length - 1, `${flag} ${err}`).toBe(bad.length)
      if (bad.length < flags.length) expect(existsSync(join(folder, good)), good).toBe(true)
    }
  })

  eachByTier(1)(Object.keys(verbs))('holds %s up nowhere, where it is a pipe that nobody reads', async (verb) => {
    const flags = flagsOf.get(verb) ?? []
    expect(flags.length, verb).toBeGreaterThan(0)
    for (const flag of flags) {
      const pipe = join(folder, `${verb}${flag}.fifo`)
      execFileSync('mkfifo', [pipe])
      const args = [verb, ...(verbs[verb] ?? []), `${flag}=${pipe}`]
      const { code, err } = await runWarm(args, { folder, env })
      // Reports that are read before they are written must be files, and so must a history.
      const pattern = /it is a pipe(?: that nobody reads|, not a file)|which is a pipe or a device/
      expect([verb, flag, code, err]).toEqual([verb, flag, 2, expect.stringMatching(pattern)])
      expect(err).toContain(pipe)
    }
  })

  it('is written whole to a pipe that somebody reads, however slowly, and to standard output by its name', {
    tags: 'stress',
  }, () => {
    const bin = join(import.meta.dirname, '../bin/tableread.js')
    const report = `'${process.execPath}' '${bin}' report run.json`
    const shell = (script: string): string =>
      execFileSync('bash', ['-c', script], { cwd: folder, env: { ...process.env, ...env }, encoding: 'utf8' })
    for (const file of ['--html=plain.html', '--json=plain.json']) shell(`${report} ${file}`) // together, the page names the JSON
    const [html, json] = ['plain.html', 'plain.json'].map((name) => readFileSync(join(folder, name), 'utf8'))
    expect(html?.length).toBeGreaterThan(70_000) // more than a pipe buffers
    shell(`mkfifo read.fifo; (sleep 2; cat) < read.fifo > slow.html & ${report} --html=read.fifo; wait`)
    expect(readFileSync(join(folder, 'slow.html'), 'utf8')).toBe(html)
    shell(`${report} --html=>(cat > substituted.html); sleep 0.5`)
    expect(readFileSync(join(folder, 'substituted.html'), 'utf8')).toBe(html)
    expect(shell(`${report} --json=/dev/stdout | cat`)).toContain(json?.trim())
  })

  eachByTier(1)(Object.keys(verbs))('costs %s nothing but standard output, where its reader goes away', (verb) => {
    const flags = flagsOf.get(verb) ?? []
    const files = flags.map((flag) => join(folder, `left-${verb}${flag}.sqlite`))
    const words = [verb, ...(verbs[verb] ?? []), ...flags.map((flag, index) => `${flag}=${files[index]}`)]
    expect(codeOf(words, '| true')).toBe(verb === 'report' ? '0' : '141') // `report` prints nothing besides its files
    for (const file of files) expect(existsSync(file), file).toBe(true)
  })

  it.each(['| true', '> /dev/full'])(
    'ends without a stack where only a text is printed: %s',
    { tags: 'stress' },
    (where) => {
      const printed = [
        ['--version'],
        ['--help'],
        ['run', '--help'],
        ['-V', '--help'],
        ['schema'],
        ['lint', 's.yaml', '--json'],
      ]
      for (const words of printed)
        expect([words, codeOf(words, where)]).toEqual([words, where === '| true' ? '141' : '2'])
      expect(codeOf(['run', '--nope'], where)).toBe('2')
    },
  )

  it('keeps its exit code where a conversation failed', async () => {
    writeFileSync(join(folder, 'fails.yaml'), suite.replaceAll('/\\w/', '/xyzzy/'))
    const { code, err } = await runWarm(['run', 'fails.yaml', '--junit=/dev/full', '--html=fails.html'], {
      folder,
      env,
    })
    expect([code, err, existsSync(join(folder, 'fails.html'))]).toEqual([1, expect.stringContaining('ENOSPC'), true])
  })

  it.each(['history', 'journal'])('is told where it is the %s, for which no run fails', async (sink) => {
    const more = { ...env, TABLEREAD_HISTORY: sink === 'history' ? '/proc/none/h.sqlite' : 'off' }
    const args = sink === 'journal' ? ['--journal=/proc/none/runs'] : []
    const { code, err } = await runWarm(['run', 's.yaml', ...args], { folder, env: more })
    expect([code, err]).toEqual([0, expect.stringContaining('/proc/none')])
  })

  it('is said of standard output too, and the others are written', async () => {
    const { spawnSync } = await import('node:child_process')
    const { openSync } = await import('node:fs')
    const bin = join(import.meta.dirname, '../bin/tableread.js')
    const done = spawnSync(process.execPath, [bin, 'run', 's.yaml', '--json=besides.json'], {
      cwd: folder,
      env: { ...process.env, ...env },
      stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
    })
    expect([done.status, done.stderr.toString()]).toEqual([2, expect.stringContaining('standard output cannot be')])
    expect(existsSync(join(folder, 'besides.json'))).toBe(true)
  })
})

describe('a suite that cannot be read', () => {
  it('is one finding, and a loop of links ends', async () => {
    mkdirSync(join(folder, 'many'))
    writeFileSync(join(folder, 'many/a.yaml'), suite)
    symlinkSync('.', join(folder, 'many/again'))
    symlinkSync('self.yaml', join(folder, 'many/self.yaml'))
    const { code, out, err } = await runWarm(['run', 'many'], { folder, env })
    expect([code, err.match(/unreadable/g)?.length]).toEqual([2, 1])
    expect(out).toContain('2 passed of 2')
    const lintRun = await runWarm(['lint', 'many/self.yaml', '--no-blueprints'], { folder, env })
    expect([lintRun.code, lintRun.err]).toEqual([2, expect.stringContaining('many/self.yaml cannot be read')])
  })
})

describe('runs in one folder', () => {
  it('that begin and end at once all come to their end', { tags: 'stress' }, async () => {
    const all = await Promise.all(Array.from({ length: 4 }, () => runCli(['run', 's.yaml'], { folder, env })))
    expect(all.map(({ code, err }) => [code, err])).toEqual(all.map(() => [0, '']))
  })
})

const bin = join(import.meta.dirname, '../bin/tableread.js')

/** The exit code of a command whose standard output is redirected; it must not print a stack. */
function codeOf(words: readonly string[], where: string): string {
  const command = [process.execPath, bin, ...words].map((word) => `'${word}'`).join(' ')
  // The subshell waits until the reader is gone, so that none of the output is ever read.
  const script = `rm -f code err; ( sleep 0.3; ${command} 2> err; echo $? > code ) ${where}; while [ ! -s code ]; do sleep 0.1; done`
  execFileSync('bash', ['-c', script], { cwd: folder, env: { ...process.env, ...env } })
  expect(readFileSync(join(folder, 'err'), 'utf8')).not.toMatch(/^ +at /m)
  return readFileSync(join(folder, 'code'), 'utf8').trim()
}

it('every flag of a verb that names a file is known to write it, or not to', async () => {
  const reading = ['--accept', '--config', '--data', '--durations', '--output', '--owned-sinks', '--quarantine']
  const knownFlags = [...Object.keys(writingFlags), ...reading, '--recordings', '--suite']
  const options = (await readVerbs()).flatMap((verb) => verb.options)
  const declared = options.flatMap(({ flags, long, hidden }) => (!hidden && /[<[]file[\]>]/.test(flags) ? [long] : []))
  expect([...new Set(declared)].sort()).toEqual(knownFlags.sort())
})
