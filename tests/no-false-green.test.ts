import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { playRow } from './no-false-green/play-row.ts'
import type { Row } from './no-false-green/row.ts'

const folder = resolve(import.meta.dirname, 'no-false-green')
const files = readdirSync(folder).filter((file) => file.endsWith('.rows.ts'))

/** Broken agents and suites that could not fail, which once passed; next to each is a sound one that has to pass. */
for (const file of files) {
  const { rows } = (await import(resolve(folder, file))) as { rows: readonly Row[] }
  describe(file.replace('.rows.ts', ''), () => {
    it.each(rows.map((row) => [`${row.about}: ${row.name}`, row] as const))('%s', async (_, row) => {
      const { verdict, told } = await playRow(row)
      expect(verdict, told).toBe(row.verdict)
      if (row.says !== undefined) expect(told).toMatch(row.says)
      if (row.key !== undefined) expect(told).not.toContain(row.key)
    })
  })
}
