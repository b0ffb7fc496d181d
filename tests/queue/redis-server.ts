import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Whether this machine can start a Redis. */
export const hasRedis = ((): boolean => {
  try {
    execFileSync('redis-server', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    process.stderr.write(
      'tests of the queue are skipped: there is no redis-server on PATH (see tests/queue/README.md)\n',
    )
    return false
  }
})()

/** The password that clients must send. */
export const password = 'a-password-of-the-test'

/** A Redis on a free port. */
export interface TestRedis {
  url: string
  port: number
  /** Kills it and restarts it on the same port, with its persisted data or with none. */
  restart(data: 'kept' | 'lost'): Promise<void>
  kill(): Promise<void>
  start(): Promise<void>
  /** Stops its process: it keeps its connections open and answers nothing. */
  hang(): void
  goOn(): void
  /** Sends a command and returns the answer. */
  ask(...words: string[]): string
  stop(): Promise<void>
}

/** Starts a Redis that writes every command to its disk. */
export async function startRedis(): Promise<TestRedis> {
  const folder = mkdtempSync(join(tmpdir(), 'tableread-redis-'))
  const port = await freePort()
  let child: ChildProcess
  const ask = (...words: string[]): string =>
    execFileSync('redis-cli', ['-p', String(port), '--no-auth-warning', '-a', password, ...words], {
      encoding: 'utf8',
    }).trim()
  const start = async (): Promise<void> => {
    const flags = ['--port', port, '--bind', '127.0.0.1', '--dir', folder, '--requirepass', password]
    const lasting = ['--appendonly', 'yes', '--appendfsync', 'always', '--save', '']
    child = spawn('redis-server', [...flags, ...lasting].map(String), { stdio: 'ignore' })
    for (let tries = 0; tries < 100; tries += 1) {
      try {
        if (ask('ping') === 'PONG') return
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    }
    throw new Error('the Redis of the test does not answer')
  }
  const kill = async (): Promise<void> => {
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  await start()
  return {
    url: `redis://:${password}@127.0.0.1:${port}/0`,
    port,
    ...{ ask, kill, start },
    hang: () => void child.kill('SIGSTOP'),
    goOn: () => void child.kill('SIGCONT'),
    async restart(data) {
      await kill()
      if (data === 'lost') rmSync(join(folder, 'appendonlydir'), { recursive: true, force: true })
      await start()
    },
    async stop() {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('there is no free port')
  return address.port
}
