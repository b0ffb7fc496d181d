import { setTimeout as sleep } from 'node:timers/promises'
import { apiKey, checkTurn, messageOf } from './echo-workspace.mjs'

const turnsPerSession = 20

/**
 * Plays customers one after the other in one lane, each in a session of 20 turns, until the time is up. Every reply
 * is checked against its own session and turn, and each stored session against all its turns once it has ended.
 */
export async function playLane({ lane, pool, account, thinkMs, until }) {
  await sleep(Math.random() * thinkMs) // so that the lanes do not all start at once
  for (let customer = 0; Date.now() < until; customer += 1) {
    await playSession({ token: `lane-${lane}-customer-${customer}`, pool, account, thinkMs, until })
  }
}

async function playSession({ token, pool, account, thinkMs, until }) {
  let sessionId
  let turn = 0
  while (turn < turnsPerSession && (turn === 0 || Date.now() < until)) {
    turn += 1
    const began = performance.now()
    const data = await ask(pool, 'POST', '/api/chat-agent/trigger', {
      doReturnResponse: true,
      agentName: 'echo',
      message: messageOf(token, turn),
      ...(sessionId === undefined ? { metadata: { token } } : { sessionId }),
    })
    account.times.push(performance.now() - began)
    account.turns += 1
    if (data.error !== undefined) return account.wrong.push(`turn ${turn} of ${token} was lost: ${data.error}`)
    if (turn > 1 && data.sessionId !== sessionId)
      account.wrong.push(`turn ${turn} of ${token} came from another session`)
    if (turn === 1 && account.ids.has(data.sessionId)) account.wrong.push(`two sessions are called ${data.sessionId}`)
    sessionId = data.sessionId
    account.ids.add(sessionId)
    const mistake = checkTurn(data.transcript, token, turn)
    if (mistake !== null) account.wrong.push(mistake)
    await sleep(thinkMs * (0.5 + Math.random()))
  }
  account.sessions += 1
  await checkStored({ token, turns: turn, sessionId, pool, account })
}

async function checkStored({ token, turns, sessionId, pool, account }) {
  const data = await ask(pool, 'GET', `/api/session/fetch/${sessionId}`)
  if (data.error !== undefined) return account.wrong.push(`the session of ${token} is lost: ${data.error}`)
  const mistakes = Array.from({ length: turns }, (_, index) =>
    checkTurn(data.transcript.slice(index * 4, index * 4 + 4), token, index + 1),
  ).filter((each) => each !== null)
  if (data.transcript.length !== turns * 4) mistakes.push(`${token} has ${data.transcript.length} entries stored`)
  account.wrong.push(...mistakes.map((each) => `stored: ${each}`))
  account.stored += 1
}

async function ask(pool, method, path, body) {
  try {
    const headers = { 'x-api-key': apiKey, ...(body === undefined ? {} : { 'content-type': 'application/json' }) }
    const answer = await pool.request({ method, path, headers, body: body && JSON.stringify(body) })
    const text = await answer.body.text()
    return answer.statusCode === 200 ? JSON.parse(text).data : { error: `${answer.statusCode} ${text.slice(0, 200)}` }
  } catch (error) {
    return { error: `${error.code ?? ''} ${error.message}` }
  }
}
