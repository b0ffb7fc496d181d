import { type ChildProcess, spawn } from 'node:child_process'
import type { Socket } from 'node:net'

/** A shell that ends process groups once its input is closed, by SIGTERM, then SIGKILL; it takes a megabyte. */
const script = `
trap '' HUP INT TERM
groups=
while read -r sign id; do
  kept=
  for each in $groups; do [ "$each" = "$id" ] || kept="$kept $each"; done
  groups=$kept
  [ "$sign" = - ] || groups="$groups $id"
done
[ -n "$groups" ] || exit 0
for signal in TERM KILL; do
  sleep 1
  for each in $groups; do kill -s $signal -- "-$each" 2> /dev/null; done
done
`

const running = new Set<number>()
let watchdog: ChildProcess | null = null
let isReady = false

/** Ends a process group with this process, even after a SIGKILL: a shell in its own session does it, not on Windows. */
export function watchGroup(id: number): void {
  running.add(id)
  if (watchdog !== null) watchdog.stdin?.write(`+ ${id}\n`)
  else if (process.platform !== 'win32') watchdog = startWatchdog()
  if (isReady) return
  isReady = true
  process.once('exit', () => {
    for (const each of running) signalGroup(each, 'SIGKILL')
    watchdog?.kill('SIGKILL')
  })
}

/** Drops a group that has ended, because its id may be reused. */
export function forgetGroup(id: number): void {
  running.delete(id)
  watchdog?.stdin?.write(`- ${id}\n`)
  if (running.size > 0) return
  watchdog?.stdin?.end()
  watchdog = null
}

/** Signals a group, unless it has ended. */
export function signalGroup(id: number, signal: NodeJS.Signals): void {
  if (!running.has(id)) return
  try {
    process.kill(process.platform === 'win32' ? id : -id, signal)
  } catch {
    // it has just ended
  }
}

/** Starts the shell for all running groups. It does not keep our process alive. */
function startWatchdog(): ChildProcess {
  const { PATH = '/usr/bin:/bin' } = process.env
  const shell = spawn('/bin/sh', ['-c', script], {
    cwd: '/',
    env: { PATH },
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const lose = (): void => {
    if (watchdog === shell) watchdog = null
  }
  shell.once('error', lose).once('exit', lose)
  shell.stdin.on('error', lose)
  for (const id of running) shell.stdin.write(`+ ${id}\n`)
  shell.unref()
  ;(shell.stdin as Socket).unref()
  return shell
}
