// @module-tag stress
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { isBlank } from '../../src/base/text/characters.ts'
import { jenkinsSchema } from '../../src/report/junit/jenkins-schema.fixture.ts'
import { runWarm } from '../warm/run-warm.ts'
import { type ParrotService, startParrot } from './parrot-service.ts'
import { everyPayload, payloads } from './payloads.ts'
import { type CliRun, readTree, runCli } from './run-cli.ts'

const verbs: readonly (readonly [args: string, input?: string])[] = [
  ['run --trace --coverage --json run.json --junit run.xml --markdown run.md --html run.html'],
  ['compare default draft --json cmp.json --junit cmp.xml --markdown cmp.md'],
  ['bisect -g 1 -b 2 --repeat 1 suites/s.yaml:4'],
  ['snapshots --update --even-failed'],
  ['record'],
  ['import session-1'],
  ['score session-1 --trace'],
  ['chat desk', 'reply\n/trace\n/diff draft\n/save chat/c.yaml\nrefuse\n'],
  ['lint'],
  ['pull --agent desk'],
  ['history'],
  ['report run.json --markdown -'],
  ['lint no-such\u001b[2J\u009b2J\n::error::x'],
]

/** The colours that Tableread uses; no other control sequence may appear. */
const ours = new RegExp(`${String.fromCharCode(27)}\\[(?:1|2|22|31|32|33|39)m`, 'g')

describe('a service and a suite that attack whatever shows or keeps them', () => {
  let [root, folder, service]: [string, string, ParrotService | undefined] = ['', '', undefined]
  const runs = new Map<string, CliRun>()

  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'tableread-hostile-'))
    folder = join(root, 'work')
    mkdirSync(join(folder, 'suites'), { recursive: true })
    writeFileSync(join(folder, 'suites/s.yaml'), suite)
    const text = everyPayload.filter((each) => !payloads.patterns?.includes(each)).join('\n')
    service = await startParrot(() => text)
    const env = {
      ...{ TABLEREAD_API_KEY: 'a-key-of-nobody', TABLEREAD_TARGET: service.url },
      ...{ TABLEREAD_HISTORY: 'history.sqlite', FORCE_COLOR: '1' },
    }
    for (const [args, input] of verbs) {
      const words = args.split(' ')
      const run = input === undefined ? runWarm(words, { folder, env }) : runCli(words, { folder, env, input })
      runs.set(args, await run)
    }
  })

  afterAll(async () => {
    await service?.close()
    rmSync(root, { recursive: true, force: true })
  })

  it('reaches no terminal: no control, no mark of direction, no command to a CI, no line that looks like our own', () => {
    const strays = [...runs].flatMap(([args, { out, err }]) => {
      const plain = `${out}${err}`.replace(ours, '')
      const acts = plain.match(
        /(?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}]|^[^\S\n]*::\w.*|##(?:\[|vso|teamcity)|^ ✓ forged {2}1 turn/gmu,
      )
      return [...new Set(acts)].map((each) => `${args}: ${JSON.stringify(each)}`)
    })
    expect(strays).toEqual([])
  })

  it('makes no verb fall over', () => {
    expect([...runs].filter(([, { code }]) => code === 70 || code === null)).toEqual([])
    expect(runs.get(verbs[0]?.[0] ?? '')?.out).toContain('failed')
  })

  it('writes nothing outside of the folder, and no file that another system could not have', () => {
    expect(readdirSync(root)).toEqual(['work'])
    const names = [...readTree(folder).keys()]
    const parts = names.flatMap((name) => name.split(/[\\/]/))
    const bad = parts.filter(
      (part) =>
        /[<>:"|?*\\\p{C}]|[. ]$/u.test(part) ||
        /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(part) ||
        Buffer.byteLength(part) > 200,
    )
    expect(bad).toEqual([])
    expect(names.filter((name) => name.startsWith('snapshots')).length).toBeGreaterThan(20)
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length)
  })

  it('leaves reports that are what they are: valid XML, JSON that parses, Markdown without markup of others', async () => {
    const read = (name: string): string => readFileSync(join(folder, name), 'utf8')
    for (const name of ['run.xml', 'cmp.xml']) {
      const { valid, errors } = await validateXML({
        xml: [{ fileName: name, contents: read(name) }],
        schema: [jenkinsSchema],
      })
      expect([valid, errors]).toEqual([true, []])
    }
    expect(JSON.parse(read('run.json'))).toMatchObject({ schemaVersion: 1 })
    expect(JSON.parse(read('cmp.json'))).toMatchObject({ kind: 'comparison' })
    for (const name of ['run.md', 'cmp.md']) {
      const outside = read(name).replace(/^(`{3,})text\n[\s\S]*?\n\1$/gm, '')
      expect(outside).not.toMatch(/<(?:script|img|svg|iframe|style)|!\[|\]\(|@everyone|www\.evil/)
    }
    expect(read('run.html')).not.toContain('<script>window.ran')
  })
})

const quote = (text: string): string => JSON.stringify(text.replaceAll('{{', '{ {'))
/** A usable name: blank ones are rejected, so they get a prefix. */
const nameOf = (text: string): string => quote(isBlank(text) ? `x${text}` : text)

const suite = `suite: ${quote(everyPayload.join(' ').slice(0, 2_000))}
agent: desk
conversations:
${everyPayload
  .map(
    (each, index) => `  - name: ${nameOf(each)}
    metadata: { ${quote(each.slice(0, 100))}: ${quote(each)} }
    turns: [{ user: ${quote(index % 9 === 3 ? `refuse ${each}` : each)}, expect: { reply: { contains: ${quote(`${each}?`)} }, calls: [${nameOf(each.slice(0, 100).replace(/[*?]/g, '+'))}] } }]
`,
  )
  .join('')}`
