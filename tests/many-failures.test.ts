import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runWarm } from './warm/run-warm.ts'

const folder = mkdtempSync(join(tmpdir(), 'tableread-many-'))
afterAll(() => rmSync(folder, { recursive: true }))

const conversation = (name: string, user: string, expected: string): string =>
  `  - name: ${name}\n    turns:\n      - user: ${user}\n        expect: ${expected}\n`

/** Twelve failures with one cause, sixteen with one of two causes, and fourteen with a cause each. */
beforeAll(() => {
  const text = [
    'suite: Labels\nagent: order-desk\nmetadata: { customer_name: Asha, tier: gold }\nconversations:\n',
    ...Array.from({ length: 12 }, (_, index) =>
      conversation(
        `label ${index}`,
        'I want to return order 3100',
        '{ calls: [create_return_label: { with: { carrier: Northline } }] }',
      ),
    ),
    ...Array.from({ length: 30 }, (_, index) =>
      conversation(
        `例 policy ${index}`,
        'What is your refund policy?',
        `{ reply: { contains: '例 ${index % 2 === 0 ? 'again' : index}' } }`,
      ),
    ),
    conversation(
      'much at once',
      'What is your refund policy?',
      `{ reply: { contains: [${Array.from({ length: 12 }, (_, index) => `word${index}`).join(', ')}] } }`,
    ),
  ].join('')
  writeFileSync(join(folder, 's.yaml'), text)
})

const report = async (...more: string[]): Promise<string> => {
  const { code, out } = await runWarm(['run', 's.yaml', '-v', 'draft', '--no-history', '-r', 'plain', ...more], {
    folder,
  })
  expect(code).toBe(1)
  return out.replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:PORT').replace(/( {2}| in )\d+(\.\d+)? (ms|s)(?= |$)/gm, '$1TIME')
}

it('tells one of each cause, how many are left out, and where all of them are', { tags: 'stress' }, async () => {
  const out = await report()
  const file = resolve(import.meta.dirname, 'report/many-plain.out')
  if (process.env.UPDATE_GOLDENS === '1') writeFileSync(file, out)
  expect(out).toBe(readFileSync(file, 'utf8'))
  expect(out).toContain('12 conversations, 12 checks: create_return_label with carrier "Parcelio"\n')
  const [, command = ''] = /did not pass, to run again:\n npx tableread (run .* -v draft)\n/.exec(out) ?? []
  expect(command.match(/s\.yaml:\d+/g)).toHaveLength(43)
  const again = await runWarm([...command.split(' '), '--no-history'], { folder })
  expect(again.out).toContain(' 43 failed of 43')
})

it.each(['--all-failures', '--trace'])('tells everything with %s', async (flag) => {
  const out = await report(flag)
  expect(out.match(/^failed {2}/gm)).toHaveLength(43)
  expect(out.match(/the reply is not as expected$/gm)?.length).toBeGreaterThan(42)
  expect(out).not.toMatch(/the same in|more cause|more finding/)
})

it('tells the same of a result that is read again', async () => {
  await report('--json=r.json')
  const reportWith = async (...more: string[]): Promise<string> =>
    (await runWarm(['report', 'r.json', '-r', 'plain', ...more], { folder })).out
  expect(await reportWith()).toContain('12 conversations, 12 checks: create_return_label with carrier "Parcelio"\n')
  expect((await reportWith('--all-failures')).match(/^failed {2}/gm)).toHaveLength(43)
})
