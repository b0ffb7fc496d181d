import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const watch = new URL('report-memory.mjs', import.meta.url).href

/** Runs Tableread in its own process. Gives its exit code, its output, its time and its peak memory. */
export async function startTableread(args, { folder, name, env = {} }) {
  const memory = join(folder, `${name}.memory`)
  const began = performance.now()
  const child = spawn(process.execPath, ['--import', watch, join(root, 'bin/tableread.js'), ...args], {
    cwd: folder,
    env: { ...process.env, TABLEREAD_HISTORY: 'off', NO_COLOR: '1', BENCH_MEMORY: memory, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      said = (said + text).slice(-10_000)
    })
  const code = await new Promise((resolve) => child.once('close', resolve))
  return { code, said, ms: performance.now() - began, megabytes: Number(readFileSync(memory, 'utf8')) }
}
