#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import module from 'node:module'

// Asked for its version alone, it loads nothing else.
if (process.argv.length === 3 && ['--version', '-V'].includes(process.argv[2])) {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  process.stdout.on('error', (error) => {
    process.exitCode = error.code === 'EPIPE' ? 141 : 2
    if (error.code !== 'EPIPE') process.stderr.write(`standard output cannot be written: ${error.message}\n`)
  })
  process.stdout.write(`${JSON.parse(manifest).version}\n`)
} else {
  // Node 22 and later keep compiled code beside the system's temporary files.
  module.enableCompileCache?.()
  const { commandEnd, ownProcess } = await import('../dist/start/start.js')
  ownProcess(commandEnd)
}
