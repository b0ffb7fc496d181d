// @module-tag stress
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type JudgeDouble, openJudgeDouble } from '../judge-double.ts'
import { type FakeService, startFakeService } from './fake-service.ts'
import { createProject, type Project, runVitest } from './run-vitest.ts'

const suite = (name: string): string => `suite: ${name}
agent: order-desk
conversations:
  - name: ${name} says thanks
    turns:
      - user: Thanks ${name}
        expect:
          reply: { contains: You said }
          judge: repeats the customer
  - name: ${name} is sorry
    turns:
      - user: Late ${name}
        expect:
          reply: { contains: You said }
          judge:
            - { criterion: is sorry, votes: 2 }
    session:
      judge: repeats the customer
`
const config = (url: string, judges: string): string => `models:
  small: { use: openai-compatible/judge, base url: "${url}" }
judges: { by: small, ${judges} }
`

describe('judges in Vitest', () => {
  let service: FakeService
  let double: JudgeDouble
  const projects: Project[] = []

  beforeAll(async () => {
    service = await startFakeService()
    double = await openJudgeDouble((criterion) => (criterion === 'repeats the customer' ? 'met' : 'not met'))
  })
  afterAll(async () => {
    await service.close()
    await double.close()
    for (const project of projects) project.remove()
  })

  async function run(judges: string, options: object = {}, more: Record<string, string> = {}) {
    const files = {
      'suites/a.yaml': suite('a'),
      'suites/b.yaml': suite('b'),
      'tableread.config.yaml': config(double.url, judges),
      ...more,
    }
    const project = createProject(files, options)
    projects.push(project)
    double.asked.length = 0
    const done = await runVitest(project, { TABLEREAD_TARGET: service.url, TABLEREAD_API_KEY: 'a-secret-key' })
    return { ...done, project }
  }

  it('fail a test on the line of the criterion, with reason and quotation, and answer the next run from the cache', async () => {
    const { code, tests, output, project } = await run('unlicensed: count', { report: 'report.html' })
    expect(code).toBe(1)
    expect(tests.map(({ title, status }) => `${title} ${status}`).sort()).toEqual([
      'a is sorry failed',
      'a says thanks passed',
      'b is sorry failed',
      'b says thanks passed',
    ])
    const [message = ''] = tests.find(({ title }) => title === 'a is sorry')?.failureMessages ?? []
    expect(message).toContain('the judge says not met, expected is met')
    expect(message).toContain('because    because of is sorry')
    expect(message).toContain('quotes     "You said Late a" (turn 1)')
    expect(message).toMatch(/at turn 1 \(.*suites\/a\.yaml:16:\d+\)/)
    expect(output).toMatch(/❯ suites\/a\.yaml:\d+:\d+ judge/)
    expect(readFileSync(join(project.folder, 'report.html'), 'utf8')).toContain('because of is sorry')
    const count = double.asked.length
    expect(readdirSync(join(project.folder, '.tableread/judgements'))).toHaveLength(count)
    await runVitest(project, { TABLEREAD_TARGET: service.url, TABLEREAD_API_KEY: 'a-secret-key' })
    expect(double.asked).toHaveLength(count)
  })

  it('advise without a licence: nothing fails by it, and it is noted as advice', async () => {
    const broken = { 'judges.licences.yaml': 'licences: []\n' }
    const { code, tests, output, project } = await run('votes: 1', { report: 'report.html' }, broken)
    expect(code).toBe(0)
    expect(tests.map(({ status }) => status)).toEqual(['passed', 'passed', 'passed', 'passed'])
    expect(output).not.toContain('Failed')
    const why = 'judges.licences.yaml:1:1: this is no file of licences'
    expect(readFileSync(join(project.folder, 'report.html'), 'utf8')).toContain(why)
  })

  it('share one number of questions over all workers, and what is left is errored', async () => {
    const { code, tests } = await run('unlicensed: count, max calls: 3, cache: false')
    expect(code).toBe(1)
    expect(double.asked).toHaveLength(3)
    expect(tests.flatMap(({ failureMessages }) => failureMessages).join('\n')).toContain(
      'Errored: the criterion is not judged: the only vote is void: budget of 3 questions to judges spent',
    )
  })
})
