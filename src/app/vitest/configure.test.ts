import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { tableread } from './configure.ts'

it('gives each version a project that does not read the config again, so that all keep their talks at one place', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tableread-configure-'))
  try {
    const config = join(folder, 'tableread.config.yaml')
    writeFileSync(config, 'suites: [suites]\n')
    const { test } = await tableread({ config, versions: ['default', 'draft'] })
    expect(test?.projects?.map((each) => (each as { extends?: unknown }).extends)).toEqual([false, false])
    expect(test?.provide?.['tableread:talks']).toMatch(/tableread-[0-9a-f]{24}$/)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
