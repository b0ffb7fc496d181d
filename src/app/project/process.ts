import { subscribe } from 'node:diagnostics_channel'
import { setMaxListeners } from 'node:events'

/** A signal that Ctrl-C or a termination aborts, with the exit code as its reason. A second one ends the process at once. */
interface Interrupt {
  signal: AbortSignal
  release(): void
}

/** Listens for SIGINT and SIGTERM until released. */
export function interruptible(): Interrupt {
  const controller = new AbortController()
  setMaxListeners(0, controller.signal) // every request that waits listens, and Node would warn of a leak
  const codes: Record<string, 130 | 143> = { SIGINT: 130, SIGTERM: 143 }
  const stop = (signal: NodeJS.Signals): void => {
    const code = codes[signal] ?? 130
    if (controller.signal.aborted) process.exit(code)
    controller.abort(code)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  return {
    signal: controller.signal,
    release() {
      process.off('SIGINT', stop)
      process.off('SIGTERM', stop)
    },
  }
}

/**
 * Keeps the environment, and so the key, out of the crash reports that Node was told to write (`--report-on-fatalerror` and
 * its like). Before Node 22.13 a report cannot leave it out, and then none is written.
 */
export function spareCrashReports(): void {
  const { report } = process
  if (report === undefined) return
  if ('excludeEnv' in report) report.excludeEnv = true
  else Object.assign(report, { reportOnFatalError: false, reportOnSignal: false, reportOnUncaughtException: false })
}

/** The versions of Node on which the flag was seen to work; one that does not know it would print an error. */
const known = /^2[02]\./

/**
 * Lets V8 compile WebAssembly, by which the network reads answers, at once and not a second time, better. The second takes
 * 35 MB and lasts longer than a short run, which waits for it as it ends, and tens of thousands of answers are read no
 * faster for it. It holds for a whole process, so that only one of our own may ask for it: not Vitest's, where code of
 * others runs. It comes with the first connection, since Node loads its own modules more slowly from then on.
 */
export function compileWasmOnce(): void {
  if (!known.test(process.versions.node)) return
  subscribe('undici:client:beforeConnect', () =>
    process.getBuiltinModule('node:v8').setFlagsFromString('--liftoff-only'),
  )
}
