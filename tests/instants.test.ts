import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { settleOptions } from '../src/app/vitest/settings/options.ts'
import { eachByTier } from '../src/base/tiers.fixture.ts'
import { readVerbs } from './hostile/command-line.ts'
import { runWarm } from './warm/run-warm.ts'

/** Days, hours and years that do not exist in the calendar, or that no clock of the service can show. */
const none = ['2026-02-30T00:00:00Z', '2026-03-27T24:00:00Z', '9999-06-01T00:00:00Z']

const suite = (clock: string, step: string, own = ''): string => `suite: S
agent: order-desk
${clock}conversations:
  - name: one
${own}    turns: [{ user: hi, expect: { reply: { present: true } } }, ${step}]
`
const idle = '{ wait: 1 ms }'
const places: Record<string, (instant: string) => string> = {
  'the clock of a suite': (instant) => suite(`clock: ${instant}\n`, idle),
  'the clock of a conversation': (instant) => suite('', idle, `    clock: ${instant}\n`),
  'advance clock': (instant) => suite('clock: true\n', `{ advance clock: "to ${instant}" }`),
  'advance clock, of a value': (instant) =>
    suite(`clock: true\nvariables: { at: "${instant}" }\n`, '{ advance clock: "to {{at}}" }'),
}

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tableread-instants-'))
  writeFileSync(join(folder, 's.yaml'), suite('', idle))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const env = { NO_COLOR: '1', TABLEREAD_API_KEY: '', CI: '' }

/** The other arguments that a verb needs besides its flag. */
const argsByVerb: Record<string, string[]> = {
  compare: ['default', 'draft', 's.yaml'],
  bisect: ['-g', '1', '-b', '3', 's.yaml'],
  chat: ['order-desk'],
  serve: ['--port', '0'],
}

describe('an instant that does not exist', () => {
  it('is refused by every verb that has a clock', async () => {
    const verbs = (await readVerbs()).filter(({ options }) => options.some(({ long }) => long === '--clock'))
    expect(verbs.length).toBeGreaterThan(5)
    for (const { name } of verbs)
      for (const instant of none) {
        const words = [name, ...(argsByVerb[name] ?? ['s.yaml']), '--clock', instant]
        const { code, err } = await runWarm(words, { folder, env })
        expect([name, instant, code], err).toEqual([name, instant, 2])
        expect(err).toContain(`--clock ${instant} is no clock`)
      }
  })

  eachByTier(1)(Object.entries(places))('is broken, and never errored: %s', async (_, write) => {
    for (const instant of none) {
      writeFileSync(join(folder, 'none.yaml'), write(instant))
      const { code, out, err } = await runWarm(['run', 'none.yaml', '--no-history'], { folder, env })
      expect(code, out + err).toBe(2)
      expect(out + err).toContain(instant)
    }
    writeFileSync(
      join(folder, 'some.yaml'),
      write('2027-02-28T23:59:59Z').replace('clock: true', 'clock: 2026-01-01T00:00:00Z'),
    )
    const sound = await runWarm(['run', 'some.yaml', '--no-history'], { folder, env })
    expect(sound.code, sound.out + sound.err).toBe(0)
  })

  it.each(none)('is refused by the config and by the plugin: %s', async (instant) => {
    writeFileSync(join(folder, 'c.yaml'), `clock: ${instant}\n`)
    const { code, err } = await runWarm(['run', 's.yaml', '--config', 'c.yaml'], { folder, env })
    expect(code, err).toBe(2)
    await expect(settleOptions({ clock: instant }, {})).rejects.toThrow('no start of a clock')
  })
})
