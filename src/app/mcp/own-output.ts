import { spawn } from 'node:child_process'
import { Socket } from 'node:net'
import { interrupts } from '../edge/process.ts'
import { UsageError } from '../edge/usage-error.ts'

/** The environment variable that tells the serving process which descriptor leads to the client. */
const variable = 'TABLEREAD_PROTOCOL_DESCRIPTOR'
const [descriptor, lifeline] = [3, 4]

/** Null in the process that the client started: what modules print to its standard output would read as messages. */
export function protocolDescriptor(): number | null {
  const setting = process.env[variable]
  delete process.env[variable]
  return setting === String(descriptor) ? descriptor : null
}

/** Calls back once the client's process is gone: the pipe it holds open, which carries no data, closes then. */
export function whenAlone(leave: () => void): void {
  new Socket({ fd: lifeline, readable: true, writable: false }).on('error', leave).on('close', leave).resume().unref()
}

/** In a child whose standard output is our standard error; we exit with its code. @throws UsageError if none starts */
export async function serveBeside(): Promise<number> {
  const child = spawn(process.execPath, [...process.execArgv, ...process.argv.slice(1)], {
    stdio: [0, 2, 2, 1, 'pipe'],
    env: { ...process.env, [variable]: String(descriptor) },
    // In its own process group it receives Ctrl-C once, from us.
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
