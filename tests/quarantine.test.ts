import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { runWarm } from './warm/run-warm.ts'

const folder = mkdtempSync(join(tmpdir(), 'tableread-quarantine-'))
afterAll(() => rmSync(folder, { recursive: true }))

const metadata = 'metadata: { customer_name: Asha, tier: gold }\n'
const turn = (reply: string) => `turns: [{ user: Where is my order 1042?, expect: { reply: { contains: ${reply} } } }]`
writeFileSync(
  join(folder, 'suite.yaml'),
  `suite: S\nagent: order-desk\n${metadata}conversations:\n  - { name: good, ${turn('shipped')} }\n  - { name: shaky, ${turn('lost')} }\n`,
)

async function run(
  quarantine: string | Buffer | null,
  ...flags: string[]
): Promise<{ code: number | null; out: string }> {
  if (quarantine !== null) writeFileSync(join(folder, 'q.yaml'), quarantine)
  const file = quarantine === null ? [] : ['--quarantine', 'q.yaml']
  const words = ['run', 'suite.yaml', '-r', 'plain', ...file, ...flags]
  const { code, out, err } = await runWarm(words, { folder, env: { NO_COLOR: '1' } })
  return { code, out: out + err }
}

describe('a quarantine file', () => {
  it('lets what it names fail, says so, and nothing else', async () => {
    expect((await run(null)).code).toBe(1)
    const { code, out } = await run('- { suite: S, conversation: shaky, reason: ticket 7, until: 2999-01-01 }\n')
    expect([code, out.includes('1 passed, 1 expected fail of 2')], out).toEqual([0, true])
    expect((await run('- { suite: S, conversation: good, reason: ticket 8 }\n')).code).toBe(1)
  })
  it('that is empty is told what belongs into it', async () => {
    const { code, out } = await run('')
    expect([code, out.includes('hint: write - { suite: …, conversation: …, reason: … }')], out).toEqual([2, true])
  })
  it('that is no UTF-8 is refused at its byte', async () => {
    const { code, out } = await run(Buffer.from('- { suite: S,\n  conversation: sh\xffky, reason: x }\n', 'latin1'))
    expect([code, out.includes('line 2, column 19 has a byte that is no UTF-8')], out).toEqual([2, true])
  })
  it('ends on its day', async () => {
    const { code, out } = await run('- { suite: S, conversation: shaky, reason: ticket 7, until: 2020-01-01 }\n')
    expect([code, out.includes('it was expected to fail until 2020-01-01: quarantined: ticket 7')], out).toEqual([
      1,
      true,
    ])
  })
  it('names the file that has the mark, where it is to be taken out', async () => {
    const { out } = await run(
      '- { suite: S, conversation: shaky, reason: x, until: 2999-01-01 }\n- { suite: S, conversation: good, reason: ticket 8 }\n',
    )
    expect(out).toContain('it was expected to fail (quarantined: ticket 8) and passes: take its entry out of q.yaml:2')
    expect(out).toMatch(/^ x shaky .*suite\.yaml:6 {2}expected fail: quarantined: x$/m)
    expect(out).not.toContain('✓ shaky')
  })
  it.each([
    ['- { suite: S, conversation: shaky, reason: ticket 7, until: 2999-01-01 }\n', 0],
    ['- { suite: S, conversation: shaky, reason: ticket 7, until: 2020-01-01 }\n', 1],
    ['- { suite: S, conversation: good, reason: ticket 8 }\n', 1],
  ])('is told by merge and report as by the run: %j', async (entry, code) => {
    const whole = await run(entry, '-c', '1')
    const parts = ['1.json', '2.json']
    for (const [index, part] of parts.entries()) await run(entry, '--shard', `${index + 1}/2`, '--json', part)
    const steady = (text: string): string =>
      text.replace(/ +\d+(\.\d+)? (ms|s)\b/g, ' TIME').replace(/http:\/\/127\.0\.0\.1:\d+ /g, '')
    for (const words of [
      ['merge', ...parts, '-r', 'plain', '--json', 'all.json'],
      ['report', 'all.json', '-r', 'plain'],
    ]) {
      const { code: exitCode, out, err } = await runWarm(words, { folder, env: { NO_COLOR: '1' } })
      expect([exitCode, steady(out + err)], words[0]).toEqual([words[0] === 'merge' ? code : 0, steady(whole.out)])
    }
  })
  it.each([
    ['bike', [], ['expected fail']],
    ['bike', ['--seeds', '2'], ['expected fail', 'expected fail']],
    ['bike ~1', ['--seeds', '2'], ['expected fail', 'failed']],
    ['bike ~1', [], ['failed']],
  ] as const)('names a conversation with all its seeds, or one of them: %s %j', async (name, flags, verdicts) => {
    const user =
      'simulated user: { wants: a bike, knows: {}, opens with: hello, otherwise: No idea, patience: 1 turn, done when: { calls: [sell_bike] } }'
    writeFileSync(
      join(folder, 'seeds.yaml'),
      `suite: S\nagent: order-desk\n${metadata}conversations:\n  - { name: bike, ${user} }\n`,
    )
    writeFileSync(join(folder, 'q.yaml'), `- { suite: S, conversation: ${name}, reason: x }\n`)
    const words = ['run', 'seeds.yaml', '--quarantine', 'q.yaml', '--json', ...flags]
    const { out, err } = await runWarm(words, { folder, env: { NO_COLOR: '1' } })
    expect(out, err).toMatch(/^\{/)
    const { conversations } = JSON.parse(out) as { conversations: { verdict: string }[] }
    expect(conversations.map(({ verdict }) => verdict)).toEqual(verdicts)
  })
  it('is told by compare without what is private in its reason', async () => {
    writeFileSync(
      join(folder, 'q.yaml'),
      '- { suite: S, conversation: shaky, reason: mail ann.r@customer-mail.example }\n',
    )
    const words = ['compare', 'default', 'default', 'suite.yaml', '--quarantine', 'q.yaml', '--json']
    const { out } = await runWarm(words, { folder })
    expect([out.includes('quarantined: mail <email 1>'), out.includes('ann.r')]).toEqual([true, false])
  })
  it.each([
    ['2020-01-01', '2999-01-01'],
    ['2999-01-01', '2020-01-01'],
  ])('has no two entries for one conversation: %s, %s', async (...days) => {
    const { code, out } = await run(
      days.map((day) => `- { suite: S, conversation: shaky, reason: x, until: ${day} }\n`).join(''),
    )
    expect([code, out], out).toEqual([
      2,
      expect.stringContaining('q.yaml:2:29: "S > shaky" is in quarantine twice: line 1 has it already'),
    ])
  })
  it.each([
    ['2020-01-01', '2999-01-01', 1],
    ['2999-01-01', '2020-01-01', 0],
  ])('is told where the suite marks the same conversation, whose mark counts: %s, %s', async (own, listDate, code) => {
    const suiteText = `suite: S\nagent: order-desk\n${metadata}conversations:\n  - { name: shaky, expected fail: { reason: mine, until: ${own} }, ${turn('lost')} }\n`
    writeFileSync(join(folder, 'marked.yaml'), suiteText)
    writeFileSync(join(folder, 'q.yaml'), `- { suite: S, conversation: shaky, reason: x, until: ${listDate} }\n`)
    const listRun = await runWarm(['run', 'marked.yaml', '-r', 'plain', '--quarantine', 'q.yaml'], {
      folder,
      env: { NO_COLOR: '1' },
    })
    expect([listRun.code, listRun.err]).toEqual([
      code,
      expect.stringContaining(
        'q.yaml:1: this entry is ignored, since marked.yaml:5 marks "shaky" as expected fail itself',
      ),
    ])
  })
  it('is a result too when nothing else was asked for', async () => {
    expect((await run('- { suite: S, conversation: shaky, reason: ticket 7 }\n', '-t', 'shaky')).code).toBe(0)
  })
  it.each([
    [
      '- { suite: S, conversation: shakey, reason: x }\n',
      'q.yaml:1:29: there is no conversation "S > shakey"',
      'did you mean "S > shaky"?',
    ],
    ['- { suite: S, conversation: shaky }\n', 'needs the key "reason"', 'Why it is not trusted'.toLowerCase().slice(4)],
    ['- { suite: S, conversation: shaky, reason: x, until: someday }\n', 'as in 2026-12-31', ''],
  ])('is refused: %j', async (text, message, hint) => {
    const { code, out } = await run(text)
    expect(code, out).toBe(2)
    expect(out).toContain(message)
    expect(out).toContain(hint)
  })
  it.each(['-t good', 'suite.yaml:5', 'suite.yaml'])('of the whole project stands beside %s', async (command) => {
    const text = '- { suite: S, conversation: shaky, reason: x }\n- { suite: T, conversation: other, reason: y }\n'
    const { code, out } = await run(text, ...command.split(' '))
    expect([code, out.includes('there is no conversation')], out).toEqual([0, false])
  })
  it('is refused where the whole is read and lacks its suite', async () => {
    writeFileSync(join(folder, 'tableread.config.yaml'), 'suites: [suite.yaml]\n')
    const text = '- { suite: T, conversation: other, reason: y }\n'
    writeFileSync(join(folder, 'q.yaml'), text)
    const { code, err } = await runWarm(['run', '--quarantine', 'q.yaml'], { folder })
    rmSync(join(folder, 'tableread.config.yaml'))
    expect([code, err]).toEqual([2, expect.stringContaining('there is no conversation "T > other"')])
  })
  it.each([
    ['', 'quarantined: ticket 7'],
    [', until: 2020-01-01', null],
  ])('excuses in a comparison what it names%s, and nothing else', async (until, excused) => {
    writeFileSync(join(folder, 'q.yaml'), `- { suite: S, conversation: shaky, reason: ticket 7${until} }\n`)
    const args = ['compare', 'default', 'default', 'suite.yaml', '--quarantine', 'q.yaml', '--json']
    const { out } = await runWarm(args, { folder })
    const { conversations } = JSON.parse(out) as { conversations: { name: string; excused: string | null }[] }
    expect(Object.fromEntries(conversations.map((each) => [each.name, each.excused]))).toEqual({
      good: null,
      shaky: excused,
    })
  })
  it('is refused when it is not there', async () => {
    expect(await run(null, '--quarantine', 'gone.yaml')).toMatchObject({
      code: 2,
      out: expect.stringContaining('there is no quarantine file at gone.yaml'),
    })
  })
})
