// @module-tag stress
import { afterEach, describe, expect, it } from 'vitest'
import { createProject, type Project, runVitest, startTableread, startVitest } from './run-vitest.ts'

const files = {
  'workspace/workspace.yaml': 'workspace: Corner shop\nkeys: [shop-key]\nagents: [agents/desk.yaml]\n',
  'workspace/agents/desk.yaml': `agent: desk
id: desk-1
published: 1
versions:
  1:
    rules:
      - id: greet
        when: hello
        do: [{ say: Hello there }]
    otherwise: [{ say: Sorry? }]
draft:
  based on: 1
  rules:
    - id: greet
      when: hello
      do: [{ say: Go away }]
`,
  'suites/desk.yaml': `suite: Desk
agent: desk
conversations:
  - name: greets
    turns:
      - user: hello
        expect: { reply: { contains: Hello } }
      - user: mumble
        expect: { reply: Sorry? }
`,
  'tableread.config.yaml': 'workspace: workspace\nversions: [default, draft]\n',
}

describe('the local service under the plugin', () => {
  let project: Project
  afterEach(() => project.remove())

  it('is started once for all versions, with the workspace of the config, and ends with the run', async () => {
    project = createProject(files)
    const run = await runVitest(project, {})
    expect(run.output).not.toContain('close timed out')
    expect(run.tests.map(({ status, meta }) => `${meta.tableread?.version} ${status}`).sort()).toEqual([
      'default passed',
      'draft failed',
    ])
    expect(run.tests.flatMap(({ failureMessages }) => failureMessages).join()).toContain('actual    "Go away"')
    expect(run.code).toBe(1)
  })

  it('says what is wrong with a workspace, without our stack, and runs nothing', async () => {
    project = createProject({ ...files, 'workspace/workspace.yaml': 'workspace: Corner shop\nkeyz: [a]\nagents: []\n' })
    const running = startVitest(project, ['run'], {})
    expect(await running.ended).toBe(1)
    expect(running.output()).toContain('workspace.yaml:2:1: a workspace has no key "keyz" [unknown-key]')
    expect(running.output()).not.toContain('open-target')
    expect(running.output()).not.toContain('No test files found')
    expect(running.output()).not.toMatch(/❯ .*\.[jt]s:\d+/)
    expect(running.output()).not.toContain('✓')
  })

  it('says which key is missing for a live service', async () => {
    project = createProject(files)
    const running = startVitest(project, ['run'], { TABLEREAD_TARGET: 'https://service.example' })
    expect(await running.ended).toBe(1)
    expect(running.output()).toContain('there is no API key for https://service.example')
  })
})

/** Conversations that each need the shared clock of the service to themselves. */
const movers = (suite: number): string => `suite: Mover ${suite}
agent: order-desk
metadata: { customer_name: Asha }
conversations:
${[1, 2, 3]
  .map(
    (row) => `  - name: c${row}
    turns:
      - call: { phoneNumber: "+1515${suite}${row}009006", noOfRetries: 1, retryAfterHours: 5 }
      - advance clock: 6 h
        expect: { attempts: [{ status: could_not_connect }, { status: call_hangup, retryAttemptNo: 1 }] }
`,
  )
  .join('')}`

describe('a served local service under the plugin', () => {
  it('is moved by one conversation at a time, over all workers and versions', async () => {
    const files = Object.fromEntries([1, 2, 3].map((suite) => [`suites/m${suite}.yaml`, movers(suite)]))
    const project = createProject(files, { versions: ['default', '2'] })
    const serving = startTableread(project, ['serve', '--port', '0', '--clock', '2026-03-27T02:00:00Z', '--json'], {})
    const [, url = '', key = ''] = await serving.says(/"url":"([^"]+)".*"apiKey":"([^"]+)"/)
    try {
      const run = await runVitest(project, { TABLEREAD_TARGET: url, TABLEREAD_API_KEY: key })
      expect(run.tests.map(({ meta }) => meta.tableread?.verdict)).toEqual(Array.from({ length: 18 }, () => 'passed'))
    } finally {
      serving.process.kill()
      await serving.ended
      project.remove()
    }
  })
})
