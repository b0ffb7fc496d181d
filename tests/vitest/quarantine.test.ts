// @module-tag stress
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FakeService, startFakeService } from './fake-service.ts'
import { createProject, type Project, runVitest, startVitest } from './run-vitest.ts'

const turn = (reply: string): string => `turns: [{ user: hello, expect: { reply: { contains: ${reply} } } }]`
const suite = `suite: S
agent: order-desk
conversations:
  - { name: good, ${turn('You said')} }
  - { name: shaky, ${turn('nothing like it')} }
`

describe('the quarantine of the config', () => {
  let service: FakeService
  const projects: Project[] = []
  beforeAll(async () => {
    service = await startFakeService()
  })
  afterAll(async () => {
    await service.close()
    for (const { remove } of projects) remove()
  })

  function start(quarantine: string, options?: object) {
    const config = 'suites: [suite.yaml]\nquarantine: q.yaml\n'
    const files = { 'suite.yaml': suite, 'q.yaml': quarantine, 'tableread.config.yaml': config }
    const project = createProject(files, options)
    projects.push(project)
    return runVitest(project, { TABLEREAD_TARGET: service.url, TABLEREAD_API_KEY: 'a-secret-key' })
  }

  it('lets what it names fail, until its day, and says why', async () => {
    const { code, tests, output } = await start(
      '- { suite: S, conversation: shaky, reason: ticket 7, until: 2999-01-01 }\n',
    )
    expect(code, output).toBe(0)
    expect(
      tests.map(({ title, status, meta }) => [title, status, meta.tableread?.verdict, meta.tableread?.cause]),
    ).toEqual([
      ['good', 'passed', 'passed', undefined],
      ['shaky', 'passed', 'expected fail', undefined],
    ])
    expect(output).toContain('expected fail  S > shaky [default]: quarantined: ticket 7')
  })
  it('lets nothing else fail, and says what passes', async () => {
    const { code, tests, output } = await start('- { suite: S, conversation: good, reason: ticket 8 }\n')
    expect(code, output).toBe(1)
    expect(tests.map(({ status }) => status)).toEqual(['passed', 'failed'])
    expect(output).toContain('S > good [default]: it was expected to fail (quarantined: ticket 8) and passes')
  })
  it('ends on its day', async () => {
    const { code, output, tests } = await start(
      '- { suite: S, conversation: shaky, reason: ticket 7, until: 2020-01-01 }\n',
    )
    expect(code, output).toBe(1)
    expect(tests.map(({ meta }) => meta.tableread?.cause)).toEqual([undefined, 'agent'])
    expect(output).toContain('it was expected to fail until 2020-01-01: quarantined: ticket 7')
    expect(output).toContain('agent: turn 1: the reply is not as expected')
  })
  it('names one seed of a conversation, or all', async () => {
    const user =
      'simulated user: { wants: a bike, knows: {}, opens with: hello, patience: 1 turn, done when: { calls: [sell_bike] } }'
    const project = createProject({
      'suite.yaml': `suite: S\nagent: order-desk\nseeds: 2\nconversations:\n  - { name: bike, ${user} }\n  - { name: car, ${user} }\n`,
      'q.yaml': '- { suite: S, conversation: bike ~1, reason: x }\n- { suite: S, conversation: car, reason: y }\n',
      'tableread.config.yaml': 'suites: [suite.yaml]\nquarantine: q.yaml\n',
    })
    projects.push(project)
    const { tests, output } = await runVitest(project, {
      TABLEREAD_TARGET: service.url,
      TABLEREAD_API_KEY: 'a-secret-key',
    })
    expect(
      tests.map(({ title, meta }) => [title, meta.tableread?.verdict]),
      output,
    ).toEqual([
      ['bike ~1', 'expected fail'],
      ['bike ~2', 'failed'],
      ['car ~1', 'expected fail'],
      ['car ~2', 'expected fail'],
    ])
  })
  it.each([
    ['names nothing', '- { suite: S, conversation: shakey, reason: x }\n', 'there is no conversation "S > shakey"'],
    ['is broken', '- { suite: S, conversation: shaky }\n', 'needs the key "reason"'],
  ])('is refused where it %s', async (_, quarantine, message) => {
    const project = createProject({
      'suite.yaml': suite,
      'q.yaml': quarantine,
      'tableread.config.yaml': 'suites: [suite.yaml]\nquarantine: q.yaml\n',
    })
    projects.push(project)
    const running = startVitest(project, ['run'], { TABLEREAD_TARGET: service.url, TABLEREAD_API_KEY: 'a-secret-key' })
    expect(await running.ended).toBe(1)
    expect(running.output()).toContain(message)
    expect(running.output()).not.toMatch(/usage-error|dist\/app/)
  })
})
