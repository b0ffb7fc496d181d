import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { nearHint } from './near-path.ts'

const folder = mkdtempSync(join(tmpdir(), 'tableread-near-'))
beforeAll(() => {
  mkdirSync(join(folder, 'suites'))
  for (const name of ['refunds.yaml', 'refunds.json', 'chat.yaml']) writeFileSync(join(folder, 'suites', name), '')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it.each([
  ['suites/refnds.yaml', 'did you mean suites/refunds.yaml?'],
  ['suites/refnds.json', 'did you mean suites/refunds.json?'],
  ['suites/refunds', 'did you mean suites/refunds.json?'],
  ['suits/refunds.yaml', 'did you mean suites/refunds.yaml?'],
  ['suite', 'did you mean suites?'],
  ['suites/desk.yaml', undefined], // its end is no likeness
  ['suites/chat.yaml', undefined],
  ['suites/chat.yaml/one.yaml', undefined],
])('of %s', (path, hint) => {
  expect(nearHint(join(folder, path), folder)).toBe(hint)
})
