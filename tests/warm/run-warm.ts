import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import type { CliRun } from '../hostile/run-cli.ts'

/** The folder and input of a command, and variables to add to the test process's own; undefined removes one. */
interface WarmSettings {
  folder: string
  env?: NodeJS.ProcessEnv
  timeLimitMs?: number
}

/** Test files share the host process, so a command that never ends must not block all later ones. */
const longestMs = 120_000

let host: ChildProcess | undefined
let count = 0
const waiting = new Map<number, (run: CliRun) => void>()

/**
 * Runs a command of the built program in a process that stays alive, one command after another. Use it for
 * what a command does and prints, where a process of its own would prove nothing more. Use `runCli`, which
 * starts a process for each command, for signals, standard input, pipes, Node options, keys, and several
 * commands at once. A command that does not end in time (two minutes by default) is killed, and has no exit
 * code.
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
