import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { installerOf } from '../src/app/init/installer.ts'
import { pipelineFiles } from '../src/app/init/pipeline.ts'

const script = resolve(import.meta.dirname, '../templates/ci/gitlab-note.mjs')
const folder = mkdtempSync(join(tmpdir(), 'tableread-gitlab-'))
const summary = join(folder, 'summary.md')

interface Note {
  id: number
  author: { id: number }
  body: string
}

/** The notes that the fake GitLab keeps, what it heard, and whether it refuses to write. */
let [notes, requests, refuses]: [Note[], string[], boolean] = [[], [], false]
let server: Server
let api = ''

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let text = ''
    for await (const part of request) text += part
    const { method = '', headers, url = '' } = request
    requests.push(`${method} ${url} ${headers['private-token']}`)
    const answer = (status: number, value: unknown): void => void response.writeHead(status).end(JSON.stringify(value))
    if (url === '/api/v4/user') return answer(200, { id: 7 })
    if (method === 'GET') {
      const page = Number(/&page=(\d+)/.exec(url)?.[1])
      return answer(200, notes.slice((page - 1) * 100, page * 100))
    }
    if (refuses) return answer(403, {})
    const { body } = JSON.parse(text) as { body: string }
    const id = Number(/\/notes\/(\d+)$/.exec(url)?.[1] ?? notes.length + 1)
    notes = [...notes.filter((note) => note.id !== id), { id, author: { id: 7 }, body }]
    answer(200, {})
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  api = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v4`
})
beforeEach(() => {
  ;[notes, requests, refuses] = [[], [], false]
  writeFileSync(summary, '<!-- tableread -->\n## 1 of 2 conversations failed\n')
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

function run(environment: NodeJS.ProcessEnv = {}, project = '', file = summary): Promise<[number, string]> {
  const env = {
    ...{ GITLAB_TOKEN: 'a-token', CI_API_V4_URL: api, CI_PROJECT_ID: '3', CI_MERGE_REQUEST_IID: '5' },
    CI_JOB_URL: 'https://gitlab.example/jobs/9',
    ...environment,
  }
  return new Promise((done) =>
    execFile(process.execPath, [script, file, project], { env }, (error, _, err) =>
      done([error === null ? 0 : 1, err]),
    ),
  )
}

const body = (name = ''): string =>
  `<!-- tableread${name === '' ? '' : `: ${name}`} -->\n${name}\n## 1 of 2 conversations failed\n\n[All reports](https://gitlab.example/jobs/9/artifacts/browse)\n`

/** The jobs of the pipeline of a project in this folder of its repository, by name. */
function jobsOf(below: string, shards: number) {
  const place = { here: folder, up: '', below }
  const choice = { ci: 'gitlab', shards, compared: 'draft', isInCommits: false, live: false, here: null } as const
  const [pipeline] = pipelineFiles({ ...choice, watched: [], files: [], place, installer: installerOf(place) })
  return parse(pipeline?.text ?? '')
}

describe('the note of a merge request', () => {
  it('is written once, and kept up to date, one for each project', async () => {
    for (const name of ['', 'desk', '', 'desk']) expect(await run({}, name)).toEqual([0, ''])
    expect(notes.map((note) => note.body)).toEqual([body(), body('desk')])
    expect(requests.filter((line) => !line.startsWith('GET'))).toEqual([
      'POST /api/v4/projects/3/merge_requests/5/notes a-token',
      'POST /api/v4/projects/3/merge_requests/5/notes a-token',
      'PUT /api/v4/projects/3/merge_requests/5/notes/1 a-token',
      'PUT /api/v4/projects/3/merge_requests/5/notes/2 a-token',
    ])
  })

  it('is found behind a hundred others, and is not one of somebody else with the same mark', async () => {
    notes = Array.from({ length: 100 }, (_, index) => ({ id: index + 1, author: { id: 1 }, body: body() }))
    notes.push({ id: 101, author: { id: 7 }, body: 'of the bot' }, { id: 102, author: { id: 7 }, body: body() })
    expect(await run()).toEqual([0, ''])
    expect(requests.at(-1)).toBe('PUT /api/v4/projects/3/merge_requests/5/notes/102 a-token')
  })

  it('says how to fetch the result and to approve what waits for somebody, in the folder of the suites', async () => {
    const [result, project] = [join(folder, 'result.json'), { CI_PROJECT_DIR: resolve('..'), CI_JOB_ID: '9' }]
    const review = { decision: 'undecided', id: 'abcd', group: 'efgh' }
    writeFileSync(result, JSON.stringify({ conversations: [{ review }, { review: { ...review, id: '$(reboot)' } }] }))
    writeFileSync(summary, '<!-- tableread -->\n## Somebody decides\n\n`npx tableread review` lists them.\n')
    expect(await run({ ...process.env, ...project, GITHUB_RUN_ID: undefined })).toEqual([0, ''])
    const below = basename(process.cwd())
    expect(notes[0]?.body.split('\n')).toEqual(
      expect.arrayContaining([
        `cd ${below}`,
        `curl --fail --location --create-dirs --header "PRIVATE-TOKEN: $GITLAB_TOKEN" --output .tableread/run-9/result.json ${api}/projects/3/jobs/9/artifacts/${below}/.tableread/result.json`,
        'npx tableread review .tableread/run-9/result.json --approve efgh --why "the reason"',
      ]),
    )
    expect(notes[0]?.body).not.toContain('reboot')
    rmSync(result)
  })

  it.each<[string, NodeJS.ProcessEnv]>([
    ['a token', { GITLAB_TOKEN: undefined }],
    ['a merge request', { CI_MERGE_REQUEST_IID: undefined }],
  ])('is left out without %s', async (_, environment) => {
    expect(await run(environment)).toEqual([0, ''])
    expect(requests).toEqual([])
  })

  it('says that nothing is touched, in the job that then runs', async () => {
    const { script, variables } = jobsOf('apps/desk', 1)['tableread-apps-desk-untouched']
    const untouched = (token: string): Promise<string> =>
      new Promise((done) => {
        const env = {
          ...process.env,
          ...variables,
          GITLAB_TOKEN: token,
          CI_API_V4_URL: api,
          CI_PROJECT_ID: '3',
          CI_MERGE_REQUEST_IID: '5',
        }
        execFile('bash', ['-e', '-c', script.join('\n')], { env }, (error, out, err) => done(`${error} ${out}${err}`))
      })
    notes = Array.from({ length: 99 }, (_, index) => ({ id: index + 1, author: { id: 1 }, body: body('apps-desk') }))
    notes.push({ id: 100, author: { id: 7 }, body: body() }, { id: 101, author: { id: 7 }, body: body('apps-desk') })
    const said = 'null nothing here touches the agent of apps/desk\n'
    expect([await untouched(''), requests]).toEqual([said, []])
    expect(await untouched('a-token')).toBe(said)
    expect(requests.filter((line) => line.startsWith('PUT'))).toEqual([
      'PUT /api/v4/projects/3/merge_requests/5/notes/101 a-token',
    ])
    expect(notes.at(-1)?.body).toBe('<!-- tableread: apps-desk -->\n## Nothing of the agent is touched\n')
    refuses = true
    expect(await untouched('a-token')).toContain('null nothing')
  })

  it('says that there is no report where there is none, in place of what an earlier push said', async () => {
    expect(await run({}, '', join(folder, 'none.md'))).toEqual([0, ''])
    expect(notes.at(-1)?.body).toContain('Nothing was judged')
  })

  it('says so where packages are not there, in place of what an earlier push said', async () => {
    const { after_script: lines } = jobsOf('', 2)['tableread-verdict']
    const env = { ...process.env, GITLAB_TOKEN: 'x', CI_API_V4_URL: api, CI_PROJECT_ID: '3', CI_MERGE_REQUEST_IID: '5' }
    notes = [{ id: 1, author: { id: 7 }, body: body() }]
    const error = await new Promise((done) => execFile('bash', ['-c', lines.join('\n')], { cwd: folder, env }, done))
    expect([error, notes[0]?.body]).toEqual([null, expect.stringContaining('## ❌ Nothing was judged, as packages')])
  })

  it('has the rules without exceptions, and what the lint warns of, which GitLab also shows on its lines', async () => {
    const problem = {
      code: 'unwatched-files',
      severity: 'warning',
      file: '.gitlab-ci.yml',
      at: { line: 7 },
      message: 'm',
    }
    writeFileSync(join(folder, 'lint.json'), JSON.stringify({ problems: [problem] }))
    writeFileSync(join(folder, 'lint.md'), '<!-- tableread -->\n## ✅ Lint: a gap\n')
    writeFileSync(join(folder, 'never.md'), '<!-- tableread -->\n## ❌ 1 of 2 failed\n')
    writeFileSync(join(folder, 'published.md'), '<!-- tableread -->\n## ❌ Published in place\n')
    expect(await run({ CI_PROJECT_DIR: process.cwd() })).toEqual([0, ''])
    expect(notes[0]?.body).toMatch(
      /## ❌ 1 of 2 failed\n[\s\S]*## ❌ Published in place[\s\S]*## 1 of 2 conversations failed\n[\s\S]*## ✅ Lint: a gap/,
    )
    expect(JSON.parse(readFileSync(join(folder, 'codequality.json'), 'utf8'))).toMatchObject([
      { description: 'm', severity: 'minor', location: { path: '.gitlab-ci.yml', lines: { begin: 7 } } },
    ])
    expect(await run({}, '', join(folder, 'none.md'))).toEqual([0, ''])
    expect(notes[0]?.body).toContain('Nothing else was judged')
    for (const name of ['lint.json', 'lint.md', 'never.md', 'published.md']) rmSync(join(folder, name))
  })

  it('changes no exit code where it cannot be written, and tells no token', async () => {
    refuses = true
    expect(await run()).toEqual([
      0,
      'the merge request got no note, for which GITLAB_TOKEN needs the scope api: POST projects/3/merge_requests/5/notes gave 403\n',
    ])
  })
})
