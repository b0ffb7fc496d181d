// Keeps one open issue for each agent that is regressed, and closes it when the agent is good again. What to say follows
// from how agents stand, so that what fails here is made up for by the next check. A token that may not write is a
// warning. CHECK: the file of `watch-service --json`. GH_TOKEN, GITHUB_API_URL, GITHUB_REPOSITORY: as GitHub sets them.
import { readFileSync } from 'node:fs'

const { CHECK, GH_TOKEN, GITHUB_API_URL = 'https://api.github.com', GITHUB_REPOSITORY } = process.env
const address = `${GITHUB_API_URL}/repos/${GITHUB_REPOSITORY}/issues`

async function ask(url, method = 'GET', body = undefined) {
  const headers = { authorization: `Bearer ${GH_TOKEN}`, accept: 'application/vnd.github+json' }
  const answer = await fetch(url, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
  if (!answer.ok) throw new Error(`GitHub answered with ${answer.status}`)
  return answer.json()
}

const ofBots = (issues) => issues.filter(({ user }) => user?.type === 'Bot')

/** The open issues of bots: anybody may write a mark into their own. */
async function openIssues() {
  const found = []
  for (let page = 1; ; page += 1) {
    const issues = await ask(`${address}?state=open&per_page=100&page=${page}`)
    found.push(...ofBots(issues))
    if (issues.length < 100) return found
  }
}

/** Whether a person closed what would be opened now: it is not opened again for what it said already. */
async function wasClosed(body) {
  const closed = await ask(`${address}?state=closed&sort=updated&per_page=100`)
  return ofBots(closed).some((issue) => issue.body?.trim() === body.trim())
}

async function keep({ mark, isOpen, title, body }, open) {
  const ours = open.find((issue) => issue.body?.startsWith(mark))
  if (isOpen && ours === undefined) {
    if (!(await wasClosed(body))) await ask(address, 'POST', { title, body })
  } else if (isOpen && ours.body.trim() !== body.trim()) await ask(`${address}/${ours.number}`, 'PATCH', { title, body })
  else if (!isOpen && ours !== undefined) {
    await ask(`${address}/${ours.number}/comments`, 'POST', { body: title })
    await ask(`${address}/${ours.number}`, 'PATCH', { state: 'closed' })
  }
}

const text = readFileSync(CHECK, 'utf8')
const { isHeld, issues } = text.trim() === '' ? { isHeld: true } : JSON.parse(text)
try {
  const open = isHeld ? [] : await openIssues()
  for (const issue of isHeld ? [] : issues) await keep(issue, open)
} catch (error) {
  console.log(`::warning::the issues of agents could not be kept: ${error.message}; the token needs issues: write`)
}
