import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { childrenTimeMs, descendants, memoryOf } from './process-tree.mjs'

const sampleMs = 10
const samplesPerSearch = 10

/**
 * Runs a command to its end, including startup. Gives its wall and processor time in milliseconds, the peak
 * memory of its largest process and of all its processes together in MB (null without /proc), and how it
 * ended. After `limitMs` it is killed. The kernel tracks each process's peak memory; we read it every 10 ms,
 * so the last moments may be missing.
 */
export async function measure({ command, args, env, cwd, log, limitMs = 600_000 }) {
  const output = openSync(log, 'w')
  const before = childrenTimeMs()
  const began = performance.now()
  const child = spawn(command, args, { env, cwd, stdio: ['ignore', output, output] })
  const memory = watchMemory(child.pid)
  const tooLong = setTimeout(() => child.kill('SIGKILL'), limitMs)
  const [code, signal] = await once(child, 'exit')
  clearTimeout(tooLong)
  const wallMs = performance.now() - began
  const after = childrenTimeMs()
  closeSync(output)
  return {
    wallMs,
    cpuMs: before === null ? null : after - before,
    ...memory.stop(),
    code: code ?? signal,
    output: readFileSync(log, 'utf8').slice(-2_000),
  }
}

function watchMemory(root) {
  let [pids, samples, largest, together] = [[root], 0, 0, 0]
  const sample = () => {
    if (samples % samplesPerSearch === 0) pids = descendants(root)
    samples += 1
    const all = pids.map(memoryOf).filter((memory) => memory !== null)
    largest = Math.max(largest, ...all.map(({ peak }) => peak))
    together = Math.max(
      together,
      all.reduce((sum, { now }) => sum + now, 0),
    )
  }
  const timer = setInterval(sample, sampleMs).unref()
  return {
    stop() {
      clearInterval(timer)
      return { largestMb: largest || null, treeMb: Math.max(largest, together) || null }
    },
  }
}
