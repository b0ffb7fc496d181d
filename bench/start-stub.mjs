import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** Starts the stub in its own process and waits until it listens. */
export async function startStub() {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'stub.mjs')], { stdio: ['pipe', 'pipe', 'inherit'] })
  const [port] = await once(child.stdout.setEncoding('utf8'), 'data')
  const url = `http://127.0.0.1:${port.trim()}`
  return {
    url,
    begin: ({ delayMs }, lie = null) =>
      fetch(`${url}/bench/begin`, { method: 'POST', body: JSON.stringify({ delayMs, lie }) }),
    counts: async () => (await fetch(`${url}/bench/counts`)).json(),
    async stop() {
      child.stdin.end()
      await once(child, 'exit')
    },
  }
}
