// Keeps one note of a merge request up to date: node gitlab-note.mjs SUMMARY [PROJECT]. Does nothing without a token in
// GITLAB_TOKEN or in another pipeline than that of a merge request. Without a summary it says that there is none. A note that cannot be written is
// a warning: the job says the same.
import { existsSync, readFileSync } from 'node:fs'

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

if (token && request) {
  const mark = `<!-- tableread${project === '' ? '' : `: ${project}`} -->`
  const none = `\n## ❌ Nothing was judged\n\nThe log of [the job](${job}) says why.\n`
  const text = existsSync(summary) ? readFileSync(summary, 'utf8').replace(/^<!--.*-->/, '') : none
  const body = `${mark}\n${project}${text}\n[All reports](${job}/artifacts/browse)\n`
  const notes = `projects/${id}/merge_requests/${request}/notes`
  try {
    const own = await findNote(notes, mark)
    await (own === undefined ? ask(notes, 'POST', { body }) : ask(`${notes}/${own.id}`, 'PUT', { body }))
  } catch (error) {
    console.error(`the merge request got no note, for which GITLAB_TOKEN needs the scope api: ${error.message}`)
  }
}
