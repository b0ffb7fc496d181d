// Says in a merge request what was found: node gitlab-note.mjs SUMMARY [PROJECT]. Beside the summary stand never.md, of
// rules without exceptions, published.md, of what is published beside a draft, and lint.json with lint.md, whose mistakes and warnings GitLab also shows from
// codequality.json, which this writes. One note is kept up to date, by a token in GITLAB_TOKEN and in the pipeline of a
// merge request. Without a summary it says that there is none. A note that cannot be written is a warning: the job says
// the same.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const [summary, project = ''] = process.argv.slice(2)
const { GITLAB_TOKEN: token, CI_API_V4_URL: api, CI_PROJECT_ID: id, CI_MERGE_REQUEST_IID: request, CI_JOB_URL: job } = process.env

async function ask(path, method = 'GET', body = undefined) {
  const headers = { 'private-token': token, 'content-type': 'application/json' }
  const answer = await fetch(`${api}/${path}`, { method, headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${method} ${path} gave ${answer.status}`)
  return answer.json()
}

/** The note that this user wrote for this project: anybody may write the mark into their own. */
async function findNote(notes, mark) {
  const user = await ask('user')
  for (let page = 1; ; page += 1) {
    const found = await ask(`${notes}?per_page=100&page=${page}`)
    const own = found.find(({ author, body }) => author.id === user.id && body.startsWith(mark))
    if (own !== undefined || found.length < 100) return own
  }
}

const beside = (name) => join(dirname(summary), name)
const textOf = (file) => (existsSync(file) ? readFileSync(file, 'utf8').replace(/^<!--.*-->/, '') : '')

/** How to approve what waits for somebody, as commands to paste; nothing where the image has no bash. */
function approving(text, result) {
  if (!text.includes('npx tableread review')) return ''
  const script = fileURLToPath(new URL('../../.github/actions/tableread/review-commands.sh', import.meta.url))
  const env = { ...process.env, DIRECTORY: relative(process.env.CI_PROJECT_DIR ?? '', '') || '.' }
  try {
    return `\n${execFileSync('bash', [script, '', beside(result)], { encoding: 'utf8', env })}`
  } catch {
    return ''
  }
}

const lint = textOf(beside('lint.json'))
const problems = lint === '' ? [] : JSON.parse(lint).problems
const quality = problems.map(({ code, severity, message, hint, file, at }) => ({
  description: hint === undefined ? message : `${message}: ${hint}`,
  check_name: code,
  fingerprint: createHash('sha256').update(JSON.stringify([code, file, at.line, message])).digest('hex'),
  severity: severity === 'warning' ? 'minor' : 'blocker',
  location: { path: relative(process.env.CI_PROJECT_DIR ?? '', resolve(file)), lines: { begin: at.line } },
}))
if (existsSync(dirname(summary))) writeFileSync(beside('codequality.json'), JSON.stringify(quality))

if (token && request) {
  const mark = `<!-- tableread${project === '' ? '' : `: ${project}`} -->`
  const never = textOf(beside('never.md'))
  const none = `\n## ❌ Nothing ${never === '' ? 'was' : 'else was'} judged\n\nThe log of [the job](${job}) says why.\n`
  const warnings = problems.length === 0 ? '' : textOf(beside('lint.md'))
  const judged = textOf(summary)
  const published = textOf(beside('published.md'))
  const parts = [`${judged || none}${approving(judged, 'result.json')}`, `${published}${approving(published, 'published.json')}`]
  // What is red comes first.
  if (!parts[0].includes('## ❌') && published.includes('## ❌')) parts.reverse()
  const text = `${never}${parts.join('')}${warnings}`
  const body = `${mark}\n${project}${text}\n[All reports](${job}/artifacts/browse)\n`
  const notes = `projects/${id}/merge_requests/${request}/notes`
  try {
    const own = await findNote(notes, mark)
    await (own === undefined ? ask(notes, 'POST', { body }) : ask(`${notes}/${own.id}`, 'PUT', { body }))
  } catch (error) {
    console.error(`the merge request got no note, for which GITLAB_TOKEN needs the scope api: ${error.message}`)
  }
}
