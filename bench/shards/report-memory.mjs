import { writeFileSync } from 'node:fs'

/** Loaded before a program with --import: writes the most memory it ever held, in MB, to the file that BENCH_MEMORY names. */
process.on('exit', () => {
  writeFileSync(process.env.BENCH_MEMORY, String(process.resourceUsage().maxRSS / 1024))
})
