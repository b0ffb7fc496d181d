import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { describeLoad, describeMachine } from '../machine.mjs'
import { startServer } from '../service/start-server.mjs'
import { runShards, sameness } from './run-shards.mjs'
import { startTableread } from './start-tableread.mjs'
import { writeParts } from './write-parts.mjs'
import { apiKey, writeWork } from './write-work.mjs'

/**
 * `npm run bench:shards`: the same work as a whole and as 1, 2, 4 and 8 processes against one service, split
 * by turns and by durations; every merged result must equal the whole. Then the time of merging itself, for
 * several numbers of shards. Prints tables.
 */
const { values } = parseArgs({
  options: {
    conversations: { type: 'string', default: '400' },
    merge: { type: 'string', multiple: true, default: ['25', '250'] },
    'only-merge': { type: 'boolean', default: false },
  },
})
const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'tableread-shards-'))
const seconds = (ms) => (ms / 1000).toFixed(1)
const print = (line) => process.stdout.write(`${line}\n`)
const env = { TABLEREAD_API_KEY: apiKey }

writeWork(folder, { conversations: Number(values.conversations), files: 7 })
const serve = ['serve', '--workspace', join(folder, 'workspace'), '--port', '0', '--json']
const server = await startServer({ command: process.execPath, args: [join(root, 'bin/tableread.js'), ...serve] })
try {
  print(`${describeMachine()}; load ${describeLoad()}`)
  const whole = await runShards({ folder, url: server.url, env })
  if (!values['only-merge']) await measureShards(whole)
  await measureMerge(join(folder, 'whole-turns-1.json'))
} finally {
  await server.stop()
  rmSync(folder, { recursive: true })
}

async function measureShards(whole) {
  const durations = join(folder, 'durations.json')
  const wrote = ['report', join(folder, 'whole-turns-1.json'), '--write-durations', durations]
  await startTableread(wrote, { folder, name: 'durations' })
  print(
    `\n${whole.result.conversations.length} conversations, ${whole.result.turns} turns, 8 at once in each process\n`,
  )
  print('| processes | cut by | wall | times as fast | longest part / mean | merging |')
  print('| ---: | --- | ---: | ---: | ---: | ---: |')
  print(`| whole | | ${seconds(whole.ms)} s | 1.0 | | |`)
  for (const of of [1, 2, 4, 8])
    for (const by of of === 1 ? [null] : [null, durations]) {
      const run = await runShards({ folder, url: server.url, env, of, durations: by })
      if (sameness(run.result) !== sameness(whole.result)) throw new Error(`${run.name}: merged, it is not the whole`)
      const balance = Math.max(...run.parts) / (run.parts.reduce((sum, ms) => sum + ms, 0) / of)
      const cells = [of, by === null ? 'turns' : 'durations', `${seconds(run.ms)} s`, (whole.ms / run.ms).toFixed(1)]
      print(`| ${[...cells, balance.toFixed(2), `${seconds(run.mergeMs)} s`].join(' | ')} |`)
    }
  print('\nEvery merged result has the order, verdicts, totals, turns and coverage of the whole.')
}

async function measureMerge(pattern) {
  const one = statSync(pattern).size / Number(values.conversations)
  print(`\nA conversation takes ${(one / 1000).toFixed(1)} kB of JSON.\n`)
  print('| files | conversations | reports | merging | memory |\n| ---: | ---: | --- | ---: | ---: |')
  for (const of of values.merge.map(Number)) {
    const files = writeParts(pattern, of, join(folder, 'parts'))
    for (const flags of [[], ['--junit', 'm.xml', '--markdown', 'm.md', '--html', 'm.html'], ['--json', 'm.json']]) {
      const merged = await startTableread(['merge', ...files, '-r', 'plain', ...flags], { folder, name: 'merge' })
      if (merged.code !== 1) throw new Error(`merging ${of} files ended with ${merged.code}\n${merged.said}`)
      const reports = flags.filter((flag) => flag.startsWith('--')).map((flag) => flag.slice(2))
      const cells = [of, of * Number(values.conversations), reports.join(', ') || 'terminal']
      print(`| ${[...cells, `${seconds(merged.ms)} s`, `${Math.round(merged.megabytes)} MB`].join(' | ')} |`)
    }
  }
}
