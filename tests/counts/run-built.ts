import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'

const bin = resolve(import.meta.dirname, '../../bin/tableread.js')

/** Runs the built command line in a folder, under flags of Node; `output` is all that it printed. */
export async function runBuilt(
  folder: string,
  flags: readonly string[],
  args: readonly string[],
  more: Record<string, string> = {},
): Promise<{ code: number | null; output: string }> {
  const { NODE_OPTIONS, ...rest } = process.env
  const env = { ...rest, TABLEREAD_API_KEY: 'stub-key', TABLEREAD_HISTORY: '', ...more }
  const child = spawn(process.execPath, [...flags, bin, ...args], { cwd: folder, env })
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  child.stderr.on('data', (chunk) => {
    output += chunk
  })
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output }
}
