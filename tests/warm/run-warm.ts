import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import type { CliRun } from '../hostile/run-cli.ts'

/** Where and with what a command runs, beside the variables of the test's own process; those that are undefined are absent. */
interface WarmSettings {
  folder: string
  env?: NodeJS.ProcessEnv
  timeLimitMs?: number
}

/** Files of tests share the process, so that one command which never ends must not hold up all that come after it. */
const longestMs = 120_000

let host: ChildProcess | undefined
let count = 0
const waiting = new Map<number, (run: CliRun) => void>()

/**
 * Runs a command of the built program in a process that stays, one after another. For what a command does and prints, where
 * a process of its own proves nothing more: not for signals, standard input, pipes, options of Node, keys, or several at
 * once; `runCli` starts a process for each. One that does not end in time (two minutes by default) is killed, and has no
 * exit code.
 */
export function runWarm(
  args: readonly string[],
  { folder, env = {}, timeLimitMs = longestMs }: WarmSettings,
): Promise<CliRun> {
  host ??= start()
  const id = count++
  const whole = Object.entries({ ...process.env, FORCE_COLOR: undefined, ...env })
  host.send({ id, args, folder, env: Object.fromEntries(whole.filter(([, value]) => value !== undefined)) })
  const late = setTimeout(() => host?.kill('SIGKILL'), timeLimitMs)
  return new Promise((done) =>
    waiting.set(id, (run) => {
      clearTimeout(late)
      done(run)
    }),
  )
}

function start(): ChildProcess {
  const child = fork(join(import.meta.dirname, 'host.mjs'), { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  child.on('message', ({ id, run }: { id: number; run: CliRun }) => {
    waiting.get(id)?.(run)
    waiting.delete(id)
  })
  child.on('exit', (code) => {
    host = undefined
    for (const [id, done] of waiting) done({ code, out: '', err: `the process of command ${id} ended` })
    waiting.clear()
  })
  return child
}
