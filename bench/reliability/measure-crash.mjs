import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { startStub } from '../start-stub.mjs'
import { writeSuite } from '../write-suite.mjs'

const bin = resolve(import.meta.dirname, '../../bin/tableread.js')
const work = { conversations: 40, turns: 5 }
const unlike = ['startedAt', 'ms', 'turnMs', 'sessionId', 'call_id', 'timestamp', 'sent', 'executionTimeMs']

/**
 * Kills a run (SIGKILL) at so many moments, drawn from a seed over its whole duration, every third one again
 * after it was resumed, and compares the final report with that of an undisturbed run.
 */
export async function measureCrash(points = Number(process.env.CRASH_POINTS ?? 50)) {
  const folder = mkdtempSync(join(tmpdir(), 'tableread-crash-'))
  const stub = await startStub()
  const began = performance.now()
  try {
    writeSuite(join(folder, 'work.yaml'), work)
    const alone = await run(folder, stub, null)
    const oracle = readReport(folder)
    const next = randomFrom(20_260_101)
    const told = []
    const taken = []
    for (let point = 0; point < points; point += 1) {
      const kills = point % 3 === 2 ? [next() * alone.ms, next() * alone.ms] : [next() * alone.ms]
      for (const [index, ms] of kills.entries()) await run(folder, stub, ms, ...(index === 0 ? [] : ['--resume']))
      const resumed = await run(folder, stub, null, '--resume')
      taken.push(Number(/(\d+) of \d+ conversations are taken/.exec(resumed.errors)?.[1] ?? 0))
      const left = readdirSync(join(folder, '.tableread/runs')).filter((name) => name.endsWith('.jsonl'))
      const same = resumed.code === alone.code && readReport(folder) === oracle && left.length === 0
      if (!same) told.push(`killed after ${kills.map(Math.round).join(' and ')} ms: another report`)
    }
    return {
      figures: describe({ points, taken, told, seconds: (performance.now() - began) / 1_000 }),
      failed: told.length > 0,
    }
  } finally {
    await stub.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function run(folder, stub, killAfterMs, ...flags) {
  rmSync(join(folder, 'r.json'), { force: true })
  await stub.begin({ delayMs: 20 })
  const args = ['run', 'work.yaml', '--target', stub.url, '-c', '4', '-r', 'plain', '--json', 'r.json', ...flags]
  const { TABLEREAD_JOURNAL: _, ...rest } = process.env
  const env = { ...rest, TABLEREAD_API_KEY: 'stub-key', TABLEREAD_HISTORY: 'off' }
  const began = performance.now()
  const child = spawn(process.execPath, [bin, ...args], { cwd: folder, env, stdio: ['ignore', 'ignore', 'pipe'] })
  const timer = killAfterMs === null ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfterMs)
  let errors = ''
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  const [code] = await once(child, 'close')
  clearTimeout(timer)
  return { code, errors, ms: performance.now() - began }
}

/** The part of a report that any two runs share. */
function readReport(folder) {
  const text = readFileSync(join(folder, 'r.json'), 'utf8')
  return JSON.stringify(JSON.parse(text, (key, value) => (unlike.includes(key) ? undefined : value)))
}

function describe({ points, taken, told, seconds }) {
  const some = taken.filter((count) => count > 0)
  const sum = some.reduce((all, count) => all + count, 0)
  return [
    `A run of ${work.conversations} conversations of ${work.turns} turns was killed with SIGKILL at ${points} random moments, every third of them`,
    `killed again while it went on, in ${Math.round(seconds)} s: **${told.length === 0 ? 'every report' : `${points - told.length} of ${points} reports`} the same as that of a run left`,
    `alone**, each conversation in it once. ${some.length} of the kills came after something had been judged; of these runs, ${(sum / Math.max(1, some.length)).toFixed(1)}`,
    'conversations on average were taken from the journal and not run again.',
    ...told.map((line) => `\n- ${line}`),
  ].join('\n')
}

/** Random numbers from 0 to 1 that repeat with the seed (mulberry32). */
function randomFrom(seed) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
