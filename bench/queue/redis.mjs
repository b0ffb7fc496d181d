import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** The append-only files of a Redis, and their sizes. */
function logsIn(folder) {
  const logs = join(folder, 'appendonlydir')
  const names = readdirSync(logs).filter((name) => name.endsWith('.incr.aof'))
  return names.map((name) => ({ file: join(logs, name), size: statSync(join(logs, name)).size }))
}

/**
 * Starts a dedicated Redis on a free port. It writes every command to disk: at once, or every second, which
 * is the usual setting.
 */
export async function startRedis(sync = 'always') {
  const folder = mkdtempSync(join(tmpdir(), 'tableread-redis-'))
  const port = await freePort()
  let child
  const kill = async () => {
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  const ask = async (...words) => (await run('redis-cli', ['-p', String(port), ...words])).stdout.trim()
  const start = async () => {
    const flags = ['--port', port, '--bind', '127.0.0.1', '--dir', folder, '--save', '']
    const lasting = ['--appendonly', 'yes', '--appendfsync', sync]
    child = spawn('redis-server', [...flags, ...lasting].map(String), { stdio: 'ignore' })
    for (let tries = 0; tries < 200; tries += 1) {
      if ((await ask('ping').catch(() => '')) === 'PONG') return
      await sleep(50)
    }
    throw new Error('the Redis of the bench does not answer')
  }
  await start()
  return {
    port,
    ask,
    /**
     * Kills it, keeps it down for so long, and starts it on the same port: with its data, with none, or as after
     * a crash of a machine that writes to disk every second: without the data written between now and `until`.
     */
    async restart(data, { awayMs = 0, until = Promise.resolve() } = {}) {
      const written = data === 'last second lost' ? logsIn(folder) : []
      if (written.length > 0) await until
      await kill()
      await sleep(awayMs)
      if (data === 'data lost') rmSync(join(folder, 'appendonlydir'), { recursive: true, force: true })
      for (const { file, size } of written) truncateSync(file, size)
      await start()
    },
    async stop() {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}
