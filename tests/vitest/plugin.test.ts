import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FakeService, startFakeService } from './fake-service.ts'
import { createProject, type Project, runVitest, startVitest } from './run-vitest.ts'

const orders = `suite: Order desk
agent: order-desk
conversations:
  - name: tracks an order
    tags: [smoke]
    turns:
      - user: Where is my order?
        expect:
          reply: { contains: 1042 }
          calls: [lookup_order: { returns: { status: shipped } }]
      - user: Thanks
        expect: { reply: You said Thanks }

  - name: promises a refund
    stop after failure: false
    turns:
      - user: Where is my order?
        expect:
          reply: { contains: refunded }
          calls: { never: [lookup_order] }
      - user: Bye
        expect: { reply: You said Bye }

  - name: greets
    skip: not today
    turns: [{ user: hello, expect: { reply: hi } }]

  - name: asks the old agent
    agent version: 2
    turns: [{ user: hello, expect: { reply: You said hello } }]
`

const broken = `suite: Broken
agent: order-desk
conversations:
  - name: has typos
    turns:
      - usr: hi
      - user: hi
        expct: { reply: hi }
`

describe('the plugin', () => {
  let service: FakeService
  let environment: Record<string, string>
  const projects: Project[] = []
  const project = (files: Record<string, string>, options?: object): Project => {
    const testProject = createProject(files, options)
    projects.push(testProject)
    return testProject
  }

  beforeAll(async () => {
    service = await startFakeService()
    environment = { TABLEREAD_TARGET: service.url, TABLEREAD_API_KEY: 'a-secret-key' }
  })
  afterAll(async () => {
    await service.close()
    for (const { remove } of projects) remove()
  })

  describe('with a suite of two versions', () => {
    let run: Awaited<ReturnType<typeof runVitest>>
    let folder: string
    beforeAll(async () => {
      const testProject = project({ 'suites/orders.yaml': orders }, { versions: ['default', 'draft'] })
      folder = testProject.folder
      run = await runVitest(testProject, environment)
    })
    const verdicts = (title: string) =>
      ['default', 'draft'].map(
        (version) => run.tests.find((test) => test.title === `${title} [${version}]`)?.meta.tableread?.verdict,
      )

    it('makes each conversation a test of each version', () => {
      expect(run.code).toBe(1)
      expect(verdicts('tracks an order').sort()).toEqual(['failed', 'passed'])
      expect(verdicts('promises a refund')).toEqual(['failed', 'failed'])
      expect(verdicts('greets')).toEqual(['skipped', 'skipped'])
      expect(run.output).toMatch(/\|default\| suites\/orders\.yaml/)
      expect(run.output).toMatch(/\|draft\| suites\/orders\.yaml/)
    })

    it('gives no two tests one name, since JUnit and JSON leave out the project', () => {
      const names = run.tests.map(({ title }) => title)
      expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
    })

    it('runs a conversation that names a version of its own once, against that version', () => {
      const pinned = run.tests.filter(({ title }) => title.startsWith('asks the old agent'))
      expect(pinned.map(({ title, status }) => `${title}: ${status}`)).toEqual(['asks the old agent [2]: passed'])
      expect(pinned[0]?.meta.tableread?.version).toBe('2')
    })

    it('locates each test at its conversation', () => {
      const lines = orders.split('\n')
      for (const { title, location } of run.tests) {
        const line = lines[(location?.line ?? 0) - 1] ?? ''
        expect(line.slice((location?.column ?? 0) - 1)).toBe(`name: ${title.replace(/ \[\w+\]$/, '')}`)
      }
    })

    it('reports every failure of a conversation, each on its own line of the suite', () => {
      const test = run.tests.find(({ title }) => title === 'promises a refund [default]')
      expect(test?.failureMessages).toHaveLength(2)
      expect(test?.failureMessages[0]).toContain(
        'Failed: the reply is not as expected\n  expected  something that contains "refunded"',
      )
      expect(test?.failureMessages[0]).toContain(`at turn 1 (${folder}/suites/orders.yaml:19:30)`)
      expect(test?.failureMessages[1]).toContain('Failed: lookup_order must never be called here')
      expect(test?.failureMessages[1]).toContain(`at turn 1 (${folder}/suites/orders.yaml:20:28)`)
    })

    it('prints the code frame of the suite and, once a conversation, what the agent did on the lines of the turns', () => {
      const [, first = '', second = ''] = run.output.split(
        / FAIL +\|default\| suites\/orders\.yaml:14:5 > Order desk > promises a refund \[default\]/,
      )
      expect(first).toContain('❯ turn 1 suites/orders.yaml:19:30\n')
      expect(first).toContain(
        '     19|           reply: { contains: refunded }\n       |                              ^',
      )
      expect(first).toContain(
        '❯ suites/orders.yaml:17:9 calls\n   ↳ lookup_order(order_id: "1042") -> {"status":"shipped"} (12 ms)',
      )
      expect(first).toContain(
        '❯ suites/orders.yaml:17:9 agent\n   ↳ Your order 1042 has shipped. \n       Anything else?',
      )
      expect(first).toContain('❯ suites/orders.yaml:21:9 agent\n   ↳ You said Bye')
      expect(second).toContain('❯ turn 1 suites/orders.yaml:20:28')
      expect(second.split('[2/')[0]).not.toContain('Anything else?')
    })

    it('uses the key and shows it nowhere', () => {
      expect([...service.keys].some((key) => key.includes('a-secret-key'))).toBe(true)
      expect(run.output + JSON.stringify(run.tests)).not.toContain('a-secret-key')
    })
  })

  it('notes the trace and a curl line under what failed, when the option or the environment asks for it', {
    tags: 'stress',
  }, async () => {
    const traced = project({ 'suites/orders.yaml': orders }, { trace: true })
    const { output } = await runVitest(traced, environment)
    expect(output).toMatch(/trace\n.*\n +turn 1 {2}user "Where is my order\?"\n/)
    expect(output).toContain(`curl -sS -X POST '${service.url}/api/`)
    expect(output).toContain('-H "x-api-key: $TABLEREAD_API_KEY"')
    expect(output).not.toContain('a-secret-key')
    const plain = project({ 'suites/orders.yaml': orders })
    expect((await runVitest(plain, environment)).output).not.toContain('curl -sS')
    expect((await runVitest(plain, { ...environment, TABLEREAD_TRACE: '1' })).output).toContain('curl -sS')
  })

  it('refuses an include of the config itself, which finds nothing', { tags: 'stress' }, async () => {
    const testProject = createProject({ 'suites/orders.yaml': orders }, {}, { include: ['test/**'] })
    projects.push(testProject)
    const refused = startVitest(testProject, ['run'], environment)
    expect(await refused.ended).toBe(1)
    expect(refused.output()).toContain('test.include finds no tests beside tableread(), which makes projects')
    expect((await runVitest(project({ 'suites/orders.yaml': orders }), environment)).output).not.toContain('include')
  })

  it('fails a broken suite on the line of each problem, whatever filter is on', { tags: 'stress' }, async () => {
    const testProject = project({ 'suites/broken.yaml': broken })
    const run = await runVitest(testProject, environment, ['-t', 'nothing of this name'])
    expect(run.code).toBe(1)
    expect(run.suites[0]?.status).toBe('failed')
    expect(run.output).toContain(
      'Broken: a turn has no key "usr" [unknown-key]\n  did you mean "user"?\n ❯ suite suites/broken.yaml:6:9',
    )
    expect(run.output).toContain('Broken: a turn has no key "expct" [unknown-key]')
    expect(run.output).toContain('      8|         expct: { reply: hi }\n       |         ^')
  })

  it('fails a suite of which YAML makes nothing, and one that asserts nothing', { tags: 'stress' }, async () => {
    const testProject = project({
      'suites/syntax.yaml': 'suite: x\nagent: [a\nconversations: []\n',
      'suites/asserts-nothing.yaml':
        'suite: x\nagent: a\nconversations:\n  - name: says hi\n    turns: [{ user: hi }]\n',
    })
    const run = await runVitest(testProject, environment)
    expect(run.suites.map(({ status }) => status)).toEqual(['failed', 'failed'])
    expect(run.output).toContain('❯ suite suites/asserts-nothing.yaml:4:11')
    expect(run.output).toMatch(/Broken: .*\[yaml-syntax\][\s\S]*❯ suite suites\/syntax\.yaml:2:/)
  })

  it('calls a conversation errored, at its turn, when the service is down, and never passes what was not reached', {
    tags: 'stress',
  }, async () => {
    const testProject = project({ 'suites/orders.yaml': orders })
    const run = await runVitest(testProject, { ...environment, TABLEREAD_TARGET: 'http://127.0.0.1:1' })
    expect(run.code).toBe(1)
    const test = run.tests.find(({ title }) => title === 'tracks an order')
    expect(test?.meta.tableread).toMatchObject({ verdict: 'errored', cause: expect.any(String) })
    expect(test?.failureMessages[0]).toMatch(/^Errored: nothing answers at http:\/\/127\.0\.0\.1:1/)
    expect(run.output).toContain('❯ turn 1 suites/orders.yaml:7:9')
    expect(run.output).toContain('❯ suites/orders.yaml:11:9 note\n   ↳ not reached')
    expect(run.tests.filter(({ status }) => status === 'passed')).toEqual([])
  })

  it('ends a slow turn by its own limit, which names the turn', { tags: 'stress' }, async () => {
    const slow = orders.replace('user: Thanks', 'user: slow\n        time limit: 200 ms')
    const run = await runVitest(project({ 'suites/slow.yaml': slow }), environment, ['-t', 'tracks'])
    expect(run.output).toMatch(/Errored: it is not known what became of the turn: no\s+answer within 200 ms/)
    expect(run.output).toContain('❯ turn 2 suites/slow.yaml:11:9')
  })

  it('filters by name, by the line of a conversation and by tags', { tags: 'stress' }, async () => {
    const testProject = project({
      'suites/orders.yaml': orders,
      'suites/more.yaml': orders.replace('tags: [smoke]', 'tags: [slow]'),
    })
    const titles = async (...args: string[]) =>
      (await runVitest(testProject, environment, args)).tests
        .filter(({ status }) => status === 'passed')
        .map(({ title }) => title)
    expect(await titles('-t', 'Order desk asks', 'suites/orders.yaml')).toEqual(['asks the old agent [2]'])
    expect(await titles('suites/orders.yaml:4')).toEqual(['tracks an order'])
    expect(await titles('--tags-filter', 'smoke')).toEqual(['tracks an order'])
  })

  it('is not green where no test ran: a name that none has, or nothing but skips', { tags: 'stress' }, async () => {
    const greets = '{ name: greets, skip: not today, turns: [{ user: hello, expect: { reply: hi } }] }'
    const skipped = `suite: Order desk\nagent: order-desk\nconversations: [${greets}]\n`
    const all = project({ 'suites/orders.yaml': orders })
    const none = await runVitest(all, environment, ['-t', 'no such name'])
    expect([none.code, none.output]).toEqual([
      2,
      expect.stringContaining('no test ran: none of them matches -t no such name; --passWithNoTests accepts that'),
    ])
    expect((await runVitest(all, environment, ['-t', 'no such name', '--passWithNoTests'])).code).toBe(0)
    expect((await runVitest(all, environment, ['-t', 'asks the old agent'])).code).toBe(0)
    const idle = await runVitest(project({ 'suites/orders.yaml': skipped }), environment)
    expect([idle.code, idle.output]).toEqual([2, expect.stringContaining('no test ran: all of them were skipped')])
  })

  it('annotates on GitHub the lines of failures, not those of turns', { tags: 'stress' }, async () => {
    const testProject = project({ 'suites/orders.yaml': orders })
    const running = startVitest(testProject, ['run'], { ...environment, GITHUB_ACTIONS: 'true' })
    expect(await running.ended).toBe(1)
    expect(running.output()).toMatch(
      /::error file=[^,]*suites\/orders\.yaml,title=\[default\] .*promises a refund,line=19,column=30::/,
    )
    expect(running.output()).not.toContain('::notice')
  })
})
