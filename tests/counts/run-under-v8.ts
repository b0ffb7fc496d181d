import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'

const bin = resolve(import.meta.dirname, '../../bin/tableread.js')

/** Runs the built command line under flags of V8 and gives what was printed. @throws Error when the command fails */
export async function runUnderV8(folder: string, flags: readonly string[], args: readonly string[]): Promise<string> {
  const { NODE_OPTIONS, ...rest } = process.env
  const env = { ...rest, TABLEREAD_API_KEY: 'stub-key' }
  const child = spawn(process.execPath, [...flags, bin, ...args], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`)
  return output
}
