import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/**
 * Starts a server in its own process and waits for its first line, JSON with its `url`. Its standard error is shown.
 * @throws Error when it ends before
 */
export async function startServer({ command, args }) {
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_OPTIONS: '' },
  })
  const ended = once(child, 'exit')
  const kill = () => child.kill('SIGTERM')
  process.once('exit', kill) // leaves nothing running if the bench fails
  const line = await Promise.race([once(createInterface(child.stdout), 'line'), ended.then(() => null)])
  if (line === null) throw new Error(`${args.join(' ')} ended before it listened`)
  return {
    url: JSON.parse(line[0]).url,
    pid: child.pid,
    async stop() {
      kill()
      await ended
      process.off('exit', kill)
    },
  }
}
