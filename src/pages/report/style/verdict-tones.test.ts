import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

it('colours words that differ by the verdict of their turn: red and green are nothing that merely changed', () => {
  const css = readFileSync(join(import.meta.dirname, '1-theme.css'), 'utf8')
  const rules = [...css.matchAll(/^([^{}\n]*\b(?:ins|del)\b[^{}\n]*) \{([^}]*)\}/gm)]
  const coloured = rules.filter(([, , body = '']) => /--(?:good|bad)/.test(body)).map(([, selector = '']) => selector)
  expect(coloured).toEqual([
    '[data-verdict="regressed"] ins, [data-verdict="improved"] del',
    '[data-verdict="regressed"] del, [data-verdict="improved"] ins',
  ])
  const turn = readFileSync(join(import.meta.dirname, '../draw-paired-turn.ts'), 'utf8')
  expect(turn).toContain("'data-verdict': compared.verdict")
})
