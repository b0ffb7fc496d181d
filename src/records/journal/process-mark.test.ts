import { execFileSync, spawn } from 'node:child_process'
import { expect, it } from 'vitest'
import { isRunning, markProcess } from './process-mark.ts'

it.skipIf(process.platform !== 'linux')(
  'takes a process that ended and was never reaped for none',
  { tags: 'slow' },
  async () => {
    // The shell starts a child that ends soon, then becomes a program that never reaps it.
    const parent = spawn('bash', ['-c', 'sleep 0.3 & echo $!; exec sleep 30'], { stdio: ['ignore', 'pipe', 'ignore'] })
    try {
      const pid = await new Promise<number>((done) => parent.stdout.once('data', (text) => done(Number(text))))
      const mark = markProcess(pid)
      expect(isRunning(mark)).toBe(true)
      await expect.poll(() => execFileSync('ps', ['-o', 'stat=', '-p', String(pid)]).toString()).toMatch(/Z/)
      expect(isRunning(mark)).toBe(false)
      expect(isRunning(markProcess(pid))).toBe(false)
    } finally {
      parent.kill('SIGKILL')
    }
  },
)
