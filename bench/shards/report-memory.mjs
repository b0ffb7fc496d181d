import { writeFileSync } from 'node:fs'

/** Loaded into a program with --import: writes its peak memory, in MB, to the file named by BENCH_MEMORY. */
process.on('exit', () => {
  writeFileSync(process.env.BENCH_MEMORY, String(process.resourceUsage().maxRSS / 1024))
})
