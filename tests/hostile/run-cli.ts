import { spawn } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'

const bin = resolve(import.meta.dirname, '../../bin/tableread.js')

/** The result of a command: its exit code, and what it wrote to both outputs. */
export interface CliRun {
  code: number | null
  out: string
  err: string
}

/** The folder and environment of a command. */
interface CliSettings {
  folder: string
  env?: Record<string, string>
  input?: string
  timeLimitMs?: number
}

/**
 * Runs the built command line in a folder, with lines for its standard input. A command that does not end in
 * time is killed and has no exit code.
 */
export function runCli(
  args: readonly string[],
  { folder, env = {}, input = '', timeLimitMs }: CliSettings,
): Promise<CliRun> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [bin, ...args], { cwd: folder, env: { ...process.env, ...env } })
    let [out, err] = ['', '']
    child.stdout.setEncoding('utf8').on('data', (text) => (out += text))
    child.stderr.setEncoding('utf8').on('data', (text) => (err += text))
    const timer = timeLimitMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), timeLimitMs)
    child.on('error', fail)
    child.on('close', (code) => {
      clearTimeout(timer)
      done({ code, out, err })
    })
    child.stdin.end(input)
  })
}

/** Every file below a folder, by relative path, with its bytes as text. */
export function readTree(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) =>
      // A database that is being closed takes its files of the moment along.
      !/\.sqlite-(?:shm|wal)$/.test(name) && statSync(join(folder, name)).isFile(),
  )
  return new Map(files.map((name) => [name, readFileSync(join(folder, name), 'latin1')]))
}
