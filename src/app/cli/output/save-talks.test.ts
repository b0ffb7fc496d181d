import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { called, gave, said } from '../../../engine/transcript/entries.fixture.ts'
import { plansOf } from '../../../engine/verdict/fake-client.fixture.ts'
import { madeUpResult } from '../../../report/run.fixture.ts'
import { saveTalks } from './save-talks.ts'

it('does not expect what was redacted, which no run would find', () => {
  const folder = mkdtempSync(join(tmpdir(), 'save-talks-'))
  const [plan] = plansOf(
    'suite: S\nagent: desk\nconversations: [{ name: c, turns: [{ user: hi, expect: { calls: none } }] }]',
  )
  const [turn] = madeUpResult('passed', 4).turns
  if (plan === undefined || turn === undefined) throw new Error('it has a conversation of one turn')
  const entries = [
    said('user', 'Hi'),
    called('look_up', 'c', { email: '<email 1>', note: 'for <phone 2>', shop: '<env.SHOP>', order: 'A-1042' }),
    gave('look_up', 'c', '{"status":"shipped","to":"<email 1>"}'),
    said('assistant', 'A-1042 is shipped to <email 1>, key <api key>.'),
  ]
  const result = madeUpResult('passed', 4, {
    id: plan.id,
    turns: [{ ...turn, entries }],
    simulated: { seed: 1 } as never,
  })
  const conceal = { result: (each: typeof result) => each, rest: <T>(value: T) => value } as never
  expect(saveTalks(folder, [result], [plan], conceal)).toBe(1)
  const [file = ''] = readdirSync(folder)
  const lines = readFileSync(join(folder, file), 'utf8').split('\n')
  rmSync(folder, { recursive: true })
  const expected = lines.filter((line) => !line.trim().startsWith('#') && !line.includes('user:'))
  expect(expected.join('\n')).not.toMatch(/<(?:email|phone|env|api key)/)
  expect(expected.join('\n')).toContain('A-1042')
})
