// @module-tag stress
import { mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { canary, findIn, keyForms, keysGiven, spillCanaries } from '../hostile/canaries.ts'
import { type ParrotService, startParrot } from '../hostile/parrot-service.ts'
import { readTree } from '../hostile/run-cli.ts'
import { createProject, type Project, startVitest } from './run-vitest.ts'

const suite = `suite: S
agent: desk
conversations:
${['reply', 'page', 'refuse']
  .map(
    (message) => `  - name: ${message}
    metadata: { phone: "{{env.CANARY_PHONE}}" }
    turns:
      - user: "${message}, my number is {{env.CANARY_PHONE}}"
        expect: { reply: { contains: "{{env.CANARY_PHONE}} x" }, calls: [other] }
`,
  )
  .join('')}  - name: passes
    turns: [{ user: hello, expect: { reply: { contains: Found } } }]
`

/**
 * A reporter that records everything reporters get: the whole tree of a run with errors, annotations,
 * attachments and metadata.
 */
const keeper = `import { writeFileSync } from 'node:fs'
export default class {
  onTestRunEnd(modules) {
    const kept = modules.map((module) => ({ errors: module.errors(), tests: [...module.children.allTests()].map((test) =>
      ({ result: test.result(), notes: test.annotations(), meta: test.meta(), name: test.fullName })) }))
    writeFileSync('kept.json', JSON.stringify(kept))
  }
}
`

describe('a service that tells secrets, to suites that run in Vitest', () => {
  let [service, project, output]: [ParrotService | undefined, Project | undefined, string] = [undefined, undefined, '']
  let files = new Map<string, string>()

  beforeAll(async () => {
    let messageCount = 0
    service = await startParrot((sent) => `${spillCanaries(sent)} ${messageCount++}`) // versions differ, which adds an annotation
    project = createProject(
      { 'suites/s.yaml': suite, 'keeper.mjs': keeper, 'tmp/x': '' },
      { versions: ['default', 'draft'], report: 'out/report.html' },
    )
    const packages = join(project.folder, 'node_modules')
    mkdirSync(join(packages, '@vitest'), { recursive: true })
    symlinkSync(resolve(import.meta.dirname, '../../node_modules/@vitest/ui'), join(packages, '@vitest/ui'), 'junction')
    const environment = {
      ...{ TABLEREAD_TARGET: service.url, ...keysGiven(), CANARY_PHONE: canary.phone },
      ...{ TABLEREAD_HISTORY: 'history.sqlite', TMPDIR: join(project.folder, 'tmp') },
    }
    const reporters = ['verbose', 'json', 'junit', 'html', './keeper.mjs'].map((name) => `--reporter=${name}`)
    const outputs = ['--outputFile.junit=junit.xml', '--outputFile.html=html/index.html']
    const running = startVitest(project, ['run', ...reporters, ...outputs], environment)
    await running.ended
    output = running.output()
    rmSync(packages, { recursive: true })
    files = unpacked(project)
  })
  afterAll(async () => {
    await service?.close()
    project?.remove()
  })

  it('is not repeated on the terminal', () => {
    expect(findIn([['output', output]])).toEqual([])
    expect(output).toContain('<phone 1>')
  })

  it('is in no report, no annotation, no metadata, and not in the data of the UI', () => {
    expect(findIn(files)).toEqual([])
    expect(files.get('kept.json')).toMatch(/<phone 1>[\s\S]*<svg [\s\S]*&lt;phone 1&gt;/)
    for (const name of ['report.json', 'junit.xml', 'out/report.html']) expect(files.get(name), name).toBeTruthy()
    expect([...files].filter(([name, text]) => name.startsWith('html') && text.includes('<phone 1>'))).not.toEqual([])
  })
})

describe('a suite that holds the key', () => {
  it('does not run in Vitest, which would show it', async () => {
    const text = suite.replace('hello,', `'hello, my key is ${canary.key.replace('/', '\\u002f')}',`)
    const project = createProject({ 'suites/s.yaml': text, 'tmp/x': '' }, {})
    try {
      const reporters = ['--reporter=verbose', '--reporter=junit', '--outputFile.junit=junit.xml']
      const running = startVitest(project, ['run', ...reporters], { ...keysGiven(), CANARY_PHONE: canary.phone })
      await running.ended
      expect(running.output()).toContain('suites/s.yaml:20 holds the API key, and Vitest shows the text of suites')
      const files = [...readTree(project.folder)].filter(([name]) => name !== join('suites', 's.yaml'))
      expect(findIn([...files, ['output', running.output()]], keyForms)).toEqual([])
    } finally {
      project.remove()
    }
  })
})

describe('the process of Vitest', () => {
  it('writes no key into a diagnostic report', async () => {
    const signal = `export default class { onInit() { process.kill(process.pid, 'SIGUSR2') } }`
    const project = createProject({ 'suites/s.yaml': suite, 'signal.mjs': signal, 'tmp/x': '' }, {})
    try {
      const reports = (): [string, string][] =>
        [...readTree(project.folder)].filter(([name]) => /^report\..*json$/.test(name))
      const options = `--report-on-signal --report-directory=${project.folder}`
      const env = { ...keysGiven(), CANARY_PHONE: canary.phone, NODE_OPTIONS: options }
      await startVitest(project, ['run', '--reporter=./signal.mjs'], env).ended
      expect(findIn(reports(), keyForms)).toEqual([])
    } finally {
      project.remove()
    }
  })
})

/** Every remaining file, and what is packed inside it. */
function unpacked({ folder }: Project): Map<string, string> {
  const entries = [...readTree(folder)].map(([name, text]): [string, string] => {
    const bytes = readFileSync(join(folder, name))
    const whole = bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes).toString() : text
    const attached = whole.match(/[A-Za-z0-9+/]{100,}={0,2}/g) ?? []
    return [name, [whole, ...attached.map((each) => Buffer.from(each, 'base64').toString())].join('\n')]
  })
  return new Map(entries)
}
