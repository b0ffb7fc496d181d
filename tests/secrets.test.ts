import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { canary, findIn, spillCanaries } from './hostile/canaries.ts'
import { type ParrotService, startParrot } from './hostile/parrot-service.ts'
import { type CliRun, readTree, runCli } from './hostile/run-cli.ts'

const { key, phone, national, email, link } = canary

/** Every verb that talks to a service or shows what was said, with every file it writes. `-` begins what is typed into a chat. */
const verbs: readonly (readonly [args: string, input?: string])[] = [
  ['run --trace --coverage --json run.json --junit run.xml --markdown run.md --html run.html'],
  ['run -r plain --history h.sqlite'],
  ['run -r json'],
  ['run -r junit'],
  ['compare default draft --json cmp.json --junit cmp.xml --markdown cmp.md --html cmp.html'],
  ['bisect -g 1 -b 2 --repeat 2'],
  ['bisect -g 1 -b 2 --repeat 2 --json'],
  ['snapshots --update --even-failed'],
  ['import session-1 -o draft.yaml --recordings rec.jsonl'],
  ['score session-1 --trace --json score.json --html score.html'],
  ['chat desk', 'reply\n/trace\n/diff draft\n/save chat/c.yaml\nrefuse\n'],
  ['lint'],
  ['contract --live --runs 1 --agent desk --rule ENV-01 --rule CHA-10 --ledger ledger.json --json contract.json'],
]
/** These read what the others wrote. */
const after: readonly (readonly [args: string, input?: string])[] = [
  ['record'],
  ['replay --offline --trace'],
  ['history'],
  ['report run.json --trace'],
  ['report cmp.json --markdown -'],
]

describe('a key, a phone number, an email address and a signed link that a service tells everywhere', () => {
  let [folder, service]: [string, ParrotService | undefined] = ['', undefined]
  const runs = new Map<string, CliRun>()
  let files = new Map<string, string>()

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tableread-secrets-'))
    service = await startParrot(spillCanaries)
    const target = service.url
    mkdirSync(join(folder, 'suites'))
    writeFileSync(join(folder, 'suites/s.yaml'), suite)
    const env = { TABLEREAD_API_KEY: key, TABLEREAD_TARGET: target, TABLEREAD_HISTORY: 'history.sqlite' }
    const work = async ([args, input = '']: readonly [args: string, input?: string]): Promise<void> =>
      void runs.set(args, await runCli(args.split(' '), { folder, env, input }))
    const queue = [...verbs]
    const lane = async (): Promise<void> => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) await work(next)
    }
    await Promise.all([lane(), lane(), lane()])
    for (const each of after) await work(each)
    files = readTree(folder)
    files.delete(join('suites', 's.yaml'))
  }, 180_000)

  afterAll(async () => {
    await service?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it('are found in nothing that any verb prints', () => {
    const found = findIn([...runs].map(([args, { out, err }]) => [args, `${out}${err}`]))
    expect(found).toEqual([])
    expect(runs.size).toBe(verbs.length + after.length)
  })

  it('are found in none of the files', () => {
    const found = findIn(files)
    expect(found).toEqual([])
    const written = [...files.keys()].map((name) => name.split(/[\\/]/)[0])
    expect([...new Set(written)].sort()).toEqual(
      [
        ...['chat', 'cmp.html', 'cmp.json', 'cmp.md', 'cmp.xml', 'contract.json', 'draft.yaml', 'h.sqlite'],
        ...['history.sqlite', 'ledger.json', 'rec.jsonl', 'run.html', 'run.json', 'run.md', 'run.xml'],
        ...['score.html', 'score.json', 'snapshots', 'tapes'],
      ].sort(),
    )
  })

  it('leave names behind that a person can follow', () => {
    const { out } = runs.get(verbs[0]?.[0] ?? '') ?? { out: '' }
    expect(out).toContain('key <api key>, call <phone 1> or <phone 2>, mail <email 1>')
    expect(out).toContain('X-Amz-Signature=<signature 1>')
    expect(out).toMatch(/expected .*<phone 1> <email 1> x/)
    expect(out).toContain('-H "x-api-key: $TABLEREAD_API_KEY"')
    expect(out).toContain('"metadata":{"token":"<api key>","in":"key=<api key>","phone":"<phone 1>"}')
  })

  it('are shown on request, all but the key', async () => {
    const env = { TABLEREAD_API_KEY: key, TABLEREAD_TARGET: service?.url ?? '', TABLEREAD_HISTORY: 'off' }
    const { out } = await runCli('run suites/s.yaml:4 --show-private'.split(' '), { folder, env })
    expect(out).toContain(`call ${phone} or ${national}, mail ${email}`)
    expect(out).toContain(link)
    expect(out).not.toContain('canary-4f1d')
  }, 60_000)
})

const suite = `suite: S
agent: desk
conversations:
${['reply', 'page', 'refuse']
  .map(
    (message) => `  - name: ${message}
    metadata: { token: '${key}', in: 'key=${key}', phone: '${phone}' }
    turns:
      - user: ${message}, my number is ${phone}
        expect: { reply: { contains: "${phone} ${email} x" }, calls: [other] }
`,
  )
  .join('')}  - name: passes
    turns: [{ user: hello, expect: { reply: { contains: Found } } }]
`
