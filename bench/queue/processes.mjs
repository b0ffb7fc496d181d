import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const bin = join(import.meta.dirname, '../../bin/tableread.js')

const started = new Set()
process.once('exit', () => {
  for (const child of started) child.kill('SIGKILL')
})

/** Starts Tableread in its own process, which ends with this one at the latest. */
export function startTableread(args, { folder, queue = '' }) {
  const { FORCE_COLOR: _, NODE_OPTIONS: __, ...env } = process.env
  const began = performance.now()
  const child = spawn(process.execPath, [bin, ...args], {
    cwd: folder,
    env: {
      ...env,
      NO_COLOR: '1',
      TABLEREAD_HISTORY: 'off',
      TABLEREAD_API_KEY: 'bench-key',
      TABLEREAD_QUEUE_URL: queue,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.add(child)
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk) => {
      text = (text + chunk).slice(-50_000)
      child.emit('said')
    })
  const ended = once(child, 'close').then(([code, signal]) => {
    started.delete(child)
    return { code, signal, ms: performance.now() - began }
  })
  return {
    child,
    ended,
    said: () => text,
    async until(words) {
      while (!words.test(text)) {
        if (child.exitCode !== null) throw new Error(`it ended and never said ${words}:\n${text}`)
        await Promise.race([once(child, 'said'), ended])
      }
      return words.exec(text)
    },
  }
}

/** Starts a worker, and waits until it takes conversations. */
export async function startWorker({ folder, queue, concurrency, lease = '30s' }) {
  const worker = startTableread(['work', '-c', String(concurrency), '--lease', lease], { folder, queue })
  await worker.until(/works on the queue/)
  return worker
}

/** Kills processes, and waits until they have ended. */
export async function killAll(running) {
  for (const { child } of running) child.kill('SIGKILL')
  await Promise.all(running.map(({ ended }) => ended))
}
