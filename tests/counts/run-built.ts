import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'

const bin = resolve(import.meta.dirname, '../../bin/tableread.js')

/**
 * Runs the built command line in a folder, under flags of Node; `output` is everything it printed. A command
 * that stays prints its `url` as JSON: then `done` is called with it, and afterwards the command is asked to
 * end.
 */
export async function runBuilt(
  folder: string,
  flags: readonly string[],
  args: readonly string[],
  more: Record<string, string> = {},
  done: ((url: string) => Promise<void>) | null = null,
): Promise<{ code: number | null; output: string }> {
  const { NODE_OPTIONS, ...rest } = process.env
  const env = { ...rest, TABLEREAD_API_KEY: 'stub-key', TABLEREAD_HISTORY: '', ...more }
  const child = spawn(process.execPath, [...flags, bin, ...args], { cwd: folder, env })
  let output = ''
  let failed: unknown
  let listening = false
  child.stdout.on('data', (chunk) => {
    output += chunk
    const url = /"url":\s*"([^"]+)"/.exec(output)?.[1]
    if (done === null || url === undefined || listening) return
    listening = true
    const work = done(url).catch((error: unknown) => {
      failed = error
    })
    void work.then(() => child.kill('SIGTERM'))
  })
  child.stderr.on('data', (chunk) => {
    output += chunk
  })
  const [code] = (await once(child, 'close')) as [number | null]
  if (failed !== undefined) throw failed
  return { code, output }
}
