import { subscribe } from 'node:diagnostics_channel'
import { setMaxListeners } from 'node:events'
import { closeSync, fstatSync, openSync } from 'node:fs'
import { devNull } from 'node:os'
import { setEngineFlag } from '../../base/engine-flags.ts'

/** Aborted by Ctrl-C, a termination or a closed terminal, with the exit code as reason; a second one ends at once. */
interface Interrupt {
  signal: AbortSignal
  release(): void
}

/** What ends a run early, and its exit code: Ctrl-C, a termination, and a terminal or connection that closed. */
export const interrupts = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const
const signals = Object.keys(interrupts) as (keyof typeof interrupts)[]

/** Listens until released. `stop` ends the work like Ctrl-C, or with the exit code that is its reason. */
export function interruptible(stop?: AbortSignal): Interrupt {
  const controller = new AbortController()
  setMaxListeners(0, controller.signal) // every waiting request listens, and Node would warn of a leak
  let isSignalled = false
  const end = (signal: NodeJS.Signals): void => {
    const code = signal in interrupts ? interrupts[signal as keyof typeof interrupts] : 130
    if (isSignalled) process.exit(code)
    isSignalled = true
    if (!controller.signal.aborted) controller.abort(code)
  }
  const takeBack = (): void => {
    if (controller.signal.aborted) return
    controller.abort(typeof stop?.reason === 'number' ? stop.reason : interrupts.SIGINT)
  }
  if (stop?.aborted === true) takeBack()
  stop?.addEventListener('abort', takeBack)
  for (const each of signals) process.on(each, end)
  return {
    signal: controller.signal,
    release() {
      stop?.removeEventListener('abort', takeBack)
      for (const each of signals) process.off(each, end)
    },
  }
}

/** Whether the current folder exists: if it was removed, no path has a meaning. */
export function hasFolder(): boolean {
  try {
    return process.cwd() !== ''
  } catch {
    return false
  }
}

/** Keeps the environment, and so the API key, out of Node's crash reports; before Node 22.13 by switching them off. */
export function spareCrashReports(): void {
  const { report } = process
  if (report === undefined) return
  if ('excludeEnv' in report) report.excludeEnv = true
  else Object.assign(report, { reportOnFatalError: false, reportOnSignal: false, reportOnUncaughtException: false })
}

/** Node aborts with a native stack when it resets a terminal that is gone, unless its descriptor is another file. */
export function outliveTerminal(): void {
  process.off('exit', leaveTerminals)
  process.on('exit', leaveTerminals)
}

function leaveTerminals(): void {
  for (const file of [0, 1, 2] as const) {
    if (!isClosedTerminal(file)) continue
    closeSync(file)
    openSync(devNull, 'r+') // takes the descriptor that just became free
  }
}

/** Whether it is a terminal that closed; `/dev/null` and similar devices cannot be told apart from one. */
export function isClosedTerminal(file: 0 | 1 | 2): boolean {
  try {
    return fstatSync(file).isCharacterDevice() && !process.getBuiltinModule('node:tty').isatty(file)
  } catch {
    return false // it was never open
  }
}

/** The versions of Node on which the flag is known to work; a version without it would print an error. */
const fitVersion = /^2[02]\./

/**
 * Makes V8 compile the WebAssembly with which undici parses answers only once, without the second, optimising
 * pass. That pass takes 35 MB and longer than a short run, which has to wait for it before exiting (288 ms
 * instead of 209), and tens of thousands of answers are parsed no faster for it. The flag applies to the
 * whole process, so it is set only in a process of our own, never in Vitest's, where other people's code
 * runs. It is set with the first connection, because Node loads its own modules more slowly from then on.
 */
export function compileWasmOnce(): void {
  if (!fitVersion.test(process.versions.node)) return
  subscribe('undici:client:beforeConnect', () => setEngineFlag('--liftoff-only'))
}

/** Whether this runs unattended: `CI` is set to anything but an empty value, `0` or `false`. */
export function isCi({ CI = '' }: NodeJS.ProcessEnv): boolean {
  return !['', '0', 'false'].includes(CI.trim().toLowerCase())
}
