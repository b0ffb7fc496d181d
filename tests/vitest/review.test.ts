// @module-tag stress
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FakeService, startFakeService } from './fake-service.ts'
import { createProject, type Project, runVitest } from './run-vitest.ts'

const orders = `suite: Order desk
agent: order-desk
conversations:
  - name: tracks an order
    turns:
      - user: Where is my order?
        expect: { reply: { contains: 1042 } }
      - user: Thanks
        expect: { reply: You said Thanks }

  - name: says hello
    turns:
      - user: Hello
        expect: { reply: You said Hello }

  - name: is refused
    turns:
      - user: Where is my order?
        expect: { reply: no }
`

/** A reporter that records annotations. */
const notes = `import { writeFileSync } from 'node:fs'
export default class {
  onTestRunEnd(modules) {
    const notes = modules.flatMap((module) => [...module.children.allTests()].flatMap((test) =>
      test.annotations().map((note) => ({ ...note, project: module.project.name, test: test.name }))))
    writeFileSync('notes.json', JSON.stringify(notes))
  }
}
`

interface Note {
  project: string
  test: string
  type: string
  message: string
  location?: { line: number }
  attachment?: { body: string; contentType: string }
}

describe('beside judging, the plugin', () => {
  let service: FakeService
  let environment: Record<string, string>
  const projects: Project[] = []

  beforeAll(async () => {
    service = await startFakeService()
    environment = { TABLEREAD_TARGET: service.url, TABLEREAD_API_KEY: 'a-secret-key' }
  })
  afterAll(async () => {
    await service.close()
    for (const { remove } of projects) remove()
  })

  function create(options: object, more: Record<string, string> = {}): Project {
    const testProject = createProject({ 'suites/orders.yaml': orders, 'notes.mjs': notes, ...more }, options)
    projects.push(testProject)
    return testProject
  }

  async function run(project: Project, args: string[] = [], more: Record<string, string> = {}) {
    const reporters = ['--reporter=default', '--reporter=json', '--reporter=./notes.mjs']
    const { output, code, tests } = await runVitest(project, { ...environment, ...more }, [...reporters, ...args])
    const noteList = JSON.parse(readFileSync(join(project.folder, 'notes.json'), 'utf8')) as Note[]
    return { output, code, tests, notes: noteList }
  }

  const svgOf = ({ attachment }: Note): string => Buffer.from(attachment?.body ?? '', 'base64').toString()
  const changed = (noteList: Note[]) => noteList.filter(({ type }) => type === 'changed')

  it('notes at each changed conversation of draft what differs from default, with a picture, and at no other', {
    tags: 'stress',
  }, async () => {
    const ran = await run(create({ versions: ['default', 'draft'] }))
    expect(changed(ran.notes).map(({ project, test, location }) => [project, test, location?.line])).toEqual([
      ['draft', 'tracks an order [draft]', 6],
      ['draft', 'is refused [draft]', 18],
    ])
    const [first] = changed(ran.notes)
    expect(first?.message.replace(/\s+/g, ' ')).toBe(
      'draft beside default turn 1 changed: lookup_order gives: status is "delayed" instead of "shipped"; the reply says “delayed” instead of “shipped”',
    )
    expect(first?.attachment?.contentType).toBe('image/svg+xml')
    const svg = first === undefined ? '' : svgOf(first)
    expect(svg).toMatch(/^<svg [\s\S]*>default: passed<[\s\S]*>draft: passed<[\s\S]*<\/svg>\n$/)
    expect(svg).toMatch(/class="removed">shipped<[\s\S]*class="added">delayed</)
    expect(JSON.stringify(ran.notes) + ran.output).not.toContain('a-secret-key')
  })

  it('notes it at the project that runs later, however many there are, in however many workers', {
    tags: 'stress',
  }, async () => {
    const ran = await run(create({ versions: ['default', '2', 'draft'] }))
    expect(new Set(changed(ran.notes).map(({ project }) => project))).toEqual(new Set(['draft']))
    const one = await run(create({ versions: ['draft', 'default'], concurrency: 1 }))
    expect(changed(one.notes)).toHaveLength(2)
  })

  it('compares nothing where a conversation names its version', { tags: 'stress' }, async () => {
    const pinned = orders.replaceAll('    turns:', '    agent version: draft\n    turns:')
    const ran = await run(create({ versions: ['default', 'draft'] }, { 'suites/orders.yaml': pinned }))
    expect(ran.tests.filter(({ status }) => status === 'passed')).toHaveLength(2)
    expect(changed(ran.notes)).toEqual([])
  })

  describe('with snapshots', { tags: 'stress' }, () => {
    let project: Project
    const file = (name: string) => join(project.folder, 'snapshots/suites/orders', name)
    const edit = (from: string, to: string): void =>
      writeFileSync(
        file('tracks-an-order.default.txt'),
        readFileSync(file('tracks-an-order.default.txt'), 'utf8').replace(from, to),
      )

    beforeAll(() => {
      project = create({ snapshots: true })
    })

    it('writes none unasked, and says which are missing', async () => {
      const ran = await run(project)
      expect(existsSync(join(project.folder, 'snapshots'))).toBe(false)
      expect(ran.notes.filter(({ type }) => type === 'snapshot').map(({ message }) => message)).toEqual([
        'there is no snapshots/suites/orders/tracks-an-order.default.txt yet: vitest -u takes it',
        'there is no snapshots/suites/orders/says-hello.default.txt yet: vitest -u takes it',
      ])
    })

    it('never writes in CI', async () => {
      await run(project, ['-u'], { CI: 'true' })
      expect(existsSync(join(project.folder, 'snapshots'))).toBe(false)
    })

    it('takes those of conversations that passed with -u, and then finds them the same', async () => {
      const updateRun = await run(project, ['-u'])
      expect(readdirSync(file('')).sort()).toEqual(['says-hello.default.txt', 'tracks-an-order.default.txt'])
      expect(updateRun.output).toContain('Snapshots  2 written\n')
      const again = await run(project)
      expect(again.tests.map(({ status }) => status)).toEqual(['passed', 'passed', 'failed'])
      expect(again.notes.filter(({ type }) => type === 'snapshot')).toEqual([])
    })

    it('fails a conversation that is another now, at its line, with a diff that reads well and a picture', async () => {
      edit('has shipped.', 'has been lost.')
      const { output, notes: noteList, tests } = await run(project)
      const [test] = tests
      expect(test?.meta.tableread?.verdict).toBe('passed')
      expect(test?.failureMessages[0]).toContain(
        'Changed: Snapshot snapshots/suites/orders/tracks-an-order.default.txt mismatched\n  a line differs\n  tableread snapshots suites/orders.yaml:4 -v default --update takes what is there now;\n  vitest -u does so for every conversation that runs',
      )
      expect(output).toContain('❯ conversation suites/orders.yaml:4:5')
      expect(output).toContain(
        '-   order-desk: Your order 1042 has been lost.\n+   order-desk: Your order 1042 has shipped.\n',
      )
      const [note] = noteList.filter(({ type }) => type === 'snapshot')
      expect(note?.location?.line).toBe(6)
      expect(note === undefined ? '' : svgOf(note)).toMatch(/class="removed">been lost<[\s\S]*class="added">shipped</)
    })

    it('fails a conversation in which another private value stands behind the same name, with its digits', async () => {
      const path = 'snapshots/suites/orders/tracks-an-order.default.txt'
      const suite = orders.replaceAll('Thanks', 'Thanks asha@shop.example')
      const mail = create({ snapshots: true }, { 'suites/orders.yaml': suite })
      await run(mail, ['-u'])
      const text = readFileSync(join(mail.folder, path), 'utf8')
      writeFileSync(join(mail.folder, path), text.replace(/(private values: <email 1>) ../, '$1 00'))
      const { output, notes: noteList, tests } = await run(mail)
      expect(tests.map(({ status }) => status)).toEqual(['failed', 'passed', 'failed'])
      expect(tests[0]?.failureMessages[0]).toContain(
        'mismatched\n  the lines are the same, but another value stands behind <email 1> than in the',
      )
      expect(output).toMatch(/- private values: <email 1> 00\n\+ private values: <email 1> [0-9a-f]{2}\n/)
      const [note] = noteList.filter(({ type }) => type === 'snapshot')
      expect(note?.message.replace(/\s+/g, ' ')).toContain('the lines are the same, but another value stands behind')
      expect(note?.location?.line).toBe(8)
      expect(note === undefined ? '' : svgOf(note)).toMatch(/class="added">\(another value\)</)
    })

    it('compares the calls alone where it is told to', async () => {
      const calls = create(
        { snapshots: 'calls' },
        {
          'snapshots/suites/orders/tracks-an-order.default.txt': readFileSync(
            file('tracks-an-order.default.txt'),
            'utf8',
          ),
        },
      )
      expect((await run(calls)).tests.map(({ status }) => status)).toEqual(['passed', 'passed', 'failed'])
    })

    it('compares what is kept without being told to, and takes no other', async () => {
      const testProject = create(
        {},
        {
          'snapshots/suites/orders/tracks-an-order.default.txt': readFileSync(
            file('tracks-an-order.default.txt'),
            'utf8',
          ),
        },
      )
      expect((await run(testProject)).tests.map(({ status }) => status)).toEqual(['failed', 'passed', 'failed'])
      expect((await run(testProject, ['-u'])).tests.map(({ status }) => status)).toEqual(['passed', 'passed', 'failed'])
      expect(readdirSync(join(testProject.folder, 'snapshots/suites/orders'))).toEqual(['tracks-an-order.default.txt'])
      const off = create(
        { snapshots: false },
        {
          'snapshots/suites/orders/tracks-an-order.default.txt': readFileSync(
            file('tracks-an-order.default.txt'),
            'utf8',
          ),
        },
      )
      expect((await run(off)).tests.map(({ status }) => status)).toEqual(['passed', 'passed', 'failed'])
    })

    it('cannot compare a script that sends something else, and says so', async () => {
      writeFileSync(
        join(project.folder, 'suites/orders.yaml'),
        orders.replace('user: Thanks', 'user: Thank you').replace('You said Thanks', 'You said Thank you'),
      )
      const { tests } = await run(project)
      expect(tests[0]?.failureMessages[0]).toMatch(
        /^Not comparable: Snapshot .* mismatched\n {2}the script sends something else/,
      )
    })

    it('lists the ones that are obsolete after a whole run, and not after a part of one', async () => {
      writeFileSync(join(project.folder, 'suites/orders.yaml'), orders.replace('says hello', 'says good day'))
      const part = await run(project, ['-t', 'tracks'])
      expect(part.output).not.toContain('obsolete')
      const whole = await run(project, ['-u'])
      expect(whole.output).toContain(
        'obsolete  snapshots/suites/orders/says-hello.default.txt: suites/orders.yaml has no conversation "says hello"',
      )
    })

    it('shows draft beside the snapshot of default where default does not run', async () => {
      const draft = create(
        { versions: ['draft'] },
        {
          'snapshots/suites/orders/tracks-an-order.default.txt': readFileSync(
            file('tracks-an-order.default.txt'),
            'utf8',
          ),
        },
      )
      const ran = await run(draft)
      const [note, ...others] = changed(ran.notes)
      expect(others).toEqual([])
      expect(note?.message).toBe('draft beside the snapshot of default')
      expect(note === undefined ? '' : svgOf(note)).toMatch(/class="removed">shipped<[\s\S]*class="added">delayed</)
      expect(ran.tests.map(({ status }) => status)).toEqual(['passed', 'passed', 'failed'])
    })
  })

  it('writes a report of a run, and says in each test where it stands there', { tags: 'stress' }, async () => {
    const project = create({ report: 'out/report.html' })
    const ran = await run(project)
    expect(ran.output).toContain('Report  out/report.html')
    expect(ran.tests.map(({ meta }) => meta.tableread?.report)).toEqual([
      'out/report.html#open=suites%2Forders.yaml%3A4',
      'out/report.html#open=suites%2Forders.yaml%3A11',
      'out/report.html#open=suites%2Forders.yaml%3A16',
    ])
    const html = readFileSync(join(project.folder, 'out/report.html'), 'utf8')
    const report = JSON.parse(/id="report">(.*?)<\/script>/s.exec(html)?.[1] ?? '{}')
    expect(report.cards.map(({ key, verdict }: { key: string; verdict: string }) => `${key} ${verdict}`)).toEqual([
      'suites/orders.yaml:16 failed',
      'suites/orders.yaml:4 passed',
      'suites/orders.yaml:11 passed',
    ])
    expect(html + ran.output).not.toContain('a-secret-key')
  })

  it('writes a comparison where there are two versions', async () => {
    const project = create({ versions: ['draft', 'default'], report: 'report.html' })
    await run(project)
    const html = readFileSync(join(project.folder, 'report.html'), 'utf8')
    const report = JSON.parse(/id="report">(.*?)<\/script>/s.exec(html)?.[1] ?? '{}')
    expect(report.kind).toBe('comparison')
    expect(report.result.sides).toMatchObject({ a: { label: 'default' }, b: { label: 'draft' } })
    expect(report.cards.map(({ key, verdict }: { key: string; verdict: string }) => `${key} ${verdict}`)).toEqual([
      'suites/orders.yaml:4 changed',
      'suites/orders.yaml:16 changed',
      'suites/orders.yaml:11 same',
    ])
  })

  it('writes that of the run where one of two versions was asked for', async () => {
    const project = create({ versions: ['default', 'draft'], report: 'report.html' })
    await run(project, ['--project', 'draft'])
    const html = readFileSync(join(project.folder, 'report.html'), 'utf8')
    const report = JSON.parse(/id="report">(.*?)<\/script>/s.exec(html)?.[1] ?? '{}')
    expect(report.kind).toBe('run')
    expect(report.cards.map(({ verdict }: { verdict: string }) => verdict)).toEqual(['failed', 'passed', 'passed'])
  })
})
