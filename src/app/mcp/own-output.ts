import { spawn } from 'node:child_process'
import { Socket } from 'node:net'
import { interrupts } from '../project/process.ts'
import { UsageError } from '../project/usage-error.ts'

/** Says to the process that serves by which descriptor it reaches the client. */
const variable = 'TABLEREAD_PROTOCOL_DESCRIPTOR'
const [descriptor, lifeline] = [3, 4]

/**
 * The descriptor of the protocol; null in the process that a client started, whose standard output is the protocol's, so that
 * whatever a module prints or a program inherits would be read as messages.
 */
export function protocolDescriptor(): number | null {
  const given = process.env[variable]
  delete process.env[variable]
  return given === String(descriptor) ? descriptor : null
}

/** Calls back once the process that a client started is gone, however it ended: a line to it that nobody writes to ends then. */
export function whenAlone(gone: () => void): void {
  new Socket({ fd: lifeline, readable: true, writable: false }).on('error', gone).on('close', gone).resume().unref()
}

/**
 * Serves in a process whose standard output is standard error; the protocol has a descriptor there that no program inherits. Its
 * exit code is ours, and what ends us ends it.
 * @throws UsageError where no process can be started
 */
export async function serveBeside(): Promise<number> {
  const child = spawn(process.execPath, [...process.execArgv, ...process.argv.slice(1)], {
    stdio: [0, 2, 2, 1, 'pipe'],
    env: { ...process.env, [variable]: String(descriptor) },
    // In a group of its own it hears Ctrl-C once, from us.
    detached: process.platform !== 'win32',
    windowsHide: true,
  })
  const pass = (signal: NodeJS.Signals): void => void child.kill(signal)
  const signals = Object.keys(interrupts) as (keyof typeof interrupts)[]
  for (const signal of signals) process.on(signal, pass)
  try {
    return await new Promise((resolve, reject) => {
      child.once('error', (error) =>
        reject(new UsageError(`the server cannot be started: ${error.message}`, 'may this process start others?')),
      )
      child.once('exit', (code, signal) => resolve(code ?? (signal === 'SIGKILL' ? 137 : 143)))
    })
  } finally {
    for (const signal of signals) process.off(signal, pass)
  }
}
