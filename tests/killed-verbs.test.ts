// @module-tag stress
import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { type LocalService, startLocalService } from '../src/app/agents/local-service.ts'
import { hasTerminals } from './chat/run-chat.ts'
import { type CliRun, readTree, runCli } from './hostile/run-cli.ts'
import { openJudgeDouble } from './judge-double.ts'

const root = mkdtempSync(join(tmpdir(), 'tableread-killed-verbs-'))
const template = join(root, 'template')
const seed = 20_261
let service: LocalService
let env: Record<string, string> = {}

const suite = `suite: Orders
agent: order-desk
conversations:
${Array.from({ length: 12 }, (_, index) => `  - name: hello ${index}\n    turns:\n      - { user: Hello ${index}, expect: { judge: is friendly } }\n`).join('')}`

beforeAll(async () => {
  service = await startLocalService({ port: 0 })
  const double = await openJudgeDouble(() => 'met')
  env = { NO_COLOR: '1', CI: '', TABLEREAD_API_KEY: service.apiKey, TABLEREAD_HISTORY: 'off' }
  mkdirSync(template)
  writeFileSync(join(template, 'suite.yaml'), suite)
  const models = `models: { small: { use: openai-compatible/m, base url: "${double.url}" } }`
  writeFileSync(
    join(template, 'tableread.config.yaml'),
    `${models}\njudges: { by: small, unlicensed: count, at least: 1 %, probes: 100 % }\n`,
  )
  const first = async (line: string) => expect(await runCli(line.split(' '), { folder: template, env })).toBeTruthy()
  await first('run suite.yaml --json run.json')
  await first('run suite.yaml --shard 1/2 --json one.json')
  await first('run suite.yaml --shard 2/2 --json two.json')
  await double.close()
  const session = (index: number) => ({
    messages: [
      { role: 'user', content: `Where is order ${index}? I am jane${index}@example.com` },
      { role: 'assistant', content: 'It is on its way.' },
    ],
  })
  const sessions = Array.from({ length: 40 }, (_, index) => JSON.stringify(session(index))).join('\n')
  writeFileSync(join(template, 'sessions.jsonl'), `${sessions}\n`)
  writeFileSync(join(template, 'draft.yaml'), '# an older draft\n')
})
afterAll(async () => {
  await service.close()
  rmSync(root, { recursive: true, force: true })
})

interface Place {
  folder: string
  env: Record<string, string>
  timeLimitMs?: number
}

interface KilledVerb {
  line: () => string
  run?: (words: string[], place: Place) => Promise<CliRun>
  /** Whether a text that is neither the old nor the new one may be there: a verb may write a file several times. */
  isStep?: (text: string, after: string) => boolean
}

/** Says that everything is met, in a terminal, until the command ends or is killed. */
function labelling(words: string[], { folder, env: own, timeLimitMs }: Place): Promise<CliRun> {
  const bin = resolve(import.meta.dirname, '../bin/tableread.js')
  const command = [process.execPath, bin, ...words].map((word) => `'${word}'`).join(' ')
  const pid = join(root, 'labelling.pid')
  const terminal = spawn('script', ['-qec', `echo $$ > ${pid}; exec ${command}`, '/dev/null'], {
    cwd: folder,
    env: { ...process.env, ...own, TERM: 'xterm' },
  })
  let [out, from] = ['', 0]
  terminal.stdout.on('data', (chunk) => {
    out += String(chunk)
    for (; out.includes('n not met', from); from = out.indexOf('n not met', from) + 1) terminal.stdin.write('m\n')
  })
  terminal.stdin.on('error', () => undefined)
  const kill = (): void => {
    try {
      process.kill(Number(readFileSync(pid, 'utf8')), 'SIGKILL')
    } catch {} // it has ended, and only its terminal has not
  }
  const timer = timeLimitMs === undefined ? undefined : setTimeout(kill, timeLimitMs)
  return new Promise((done) =>
    terminal.on('close', (code) => {
      clearTimeout(timer)
      done({ code: code === 137 ? null : code, out, err: '' })
    }),
  )
}

const examplesOf = (text: string): unknown[] => (parse(text) as { examples: unknown[] }).examples

const verbs: [string, KilledVerb][] = [
  [
    'import',
    { line: () => 'import sessions.jsonl --from openai-chat -o draft.yaml --agent order-desk --keep all --force' },
  ],
  ['pull', { line: () => `pull --target ${service.url} --agent order-desk -o desk` }],
  [
    'merge',
    { line: () => 'merge one.json two.json --json all.json --html all.html --junit all.xml --markdown all.md' },
  ],
  ['snapshots', { line: () => 'snapshots suite.yaml --update' }],
  [
    'judge label',
    {
      line: () => 'judge label run.json -o labels.yaml',
      run: labelling,
      isStep: (text, after) => {
        const examples = examplesOf(text)
        return (
          examples.length > 0 &&
          JSON.stringify(examplesOf(after).slice(0, examples.length)) === JSON.stringify(examples)
        )
      },
    },
  ],
]

/** What is left of a file that a kill interrupted: hidden, and nothing that any command reads. */
const isDraft = (file: string): boolean => /(?:^|\/)\.[^/]+\.\d+\.tmp$/.test(file)

/** The next number from 0 to 1 of a seed. */
function* drawing(state: number): Generator<number, never> {
  for (let next = state; ; ) {
    next = (next * 48_271) % 2_147_483_647
    yield next / 2_147_483_647
  }
}

describe.each(verbs)(`%s, killed (seed ${seed})`, (name, { line, run = runCli, isStep = () => false }) => {
  it.skipIf(run !== runCli && !hasTerminals)(
    'leaves every file as it was or as it will be, and the same command ends what it began',
    async () => {
      const folderOf = (kind: string): string => {
        const folder = join(root, `${name}-${kind}`)
        cpSync(template, folder, { recursive: true })
        return folder
      }
      const before = readTree(template)
      const whole = folderOf('whole')
      const began = performance.now()
      const unkilled = await run(line().split(' '), { folder: whole, env })
      let ms = performance.now() - began
      const after = readTree(whole)
      expect(unkilled.code, unkilled.err).toBe(0)
      expect(after).not.toEqual(before)
      const draws = drawing(seed)
      let kills = 0
      for (let index = 0; index < 12; index += 1) {
        const folder = folderOf(`${index}`)
        const timeLimitMs = ms * (0.3 + 0.7 * draws.next().value)
        const start = performance.now()
        if ((await run(line().split(' '), { folder, env, timeLimitMs })).code === null) kills += 1
        // The first run is the slowest where others leave the machine: a run that ended by itself says how short it is.
        else ms = Math.min(ms, performance.now() - start)
        for (const [file, text] of readTree(folder)) {
          const isWhole = isDraft(file) || [before.get(file), after.get(file)].includes(text)
          expect([file, isWhole || isStep(text, after.get(file) ?? '')], text).toEqual([file, true])
          expect([file, !before.has(file) && /jane\d+@/.test(text)]).toEqual([file, false])
          expect([file, text.includes(service.apiKey)]).toEqual([file, false])
        }
        const again = await run(line().split(' '), { folder, env })
        expect([again.code, again.err]).toEqual([0, unkilled.err])
        const ended = readTree(folder)
        for (const [file, text] of after) expect([file, ended.get(file)]).toEqual([file, text])
      }
      expect(kills).toBeGreaterThan(3)
    },
  )
})
