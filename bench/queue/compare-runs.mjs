/** Members that always differ between two runs of the same work: times, and ids of sessions. */
const ofTheTime = ['startedAt', 'ms', 'turnMs', 'timestamp', 'sessionId', 'sent']
const bare = (value) => JSON.stringify(value, (key, each) => (ofTheTime.includes(key) ? undefined : each))

/** How the report of a run on a queue differs from that of one machine; conversations are matched by id. */
export function differencesOf(alone, queued) {
  const ids = queued.conversations.map(({ id }) => id)
  const own = new Map(queued.conversations.map((each) => [each.id, each]))
  const lost = alone.conversations.filter(({ id }) => !own.has(id)).map(({ id }) => id)
  const twice = ids.filter((id, index) => ids.indexOf(id) !== index)
  const workerLost = queued.conversations.filter(({ cause }) => cause?.kind === 'worker').map(({ id }) => id)
  const wronglyLost = workerLost.filter((id) => !id.startsWith('once'))
  const other = alone.conversations.flatMap((one) => {
    const it = own.get(one.id)
    if (it === undefined || workerLost.includes(one.id) || bare(it) === bare(one)) return []
    return [`${one.id}: ${it.verdict}, ${JSON.stringify(it.cause ?? it.reason)}; alone ${one.verdict}`]
  })
  const counted = Object.values(queued.totals).reduce((sum, each) => sum + each, 0)
  if (counted !== alone.conversations.length) twice.push(`totals: ${counted}`)
  const sameOrder = ids.join() === alone.conversations.map(({ id }) => id).join()
  if (lost.length === 0 && !sameOrder) other.push('the order of the conversations')
  return { lost, twice, workerLost: workerLost.length, different: [...other, ...wronglyLost] }
}

/**
 * Checks what the service has received: turns that came twice or out of order in a session, conversations
 * that must not be started again but were, and conversations in the report that the service never saw. Also
 * counts the sessions that were in vain.
 */
export function accountOf({ sessions }, { conversations }) {
  const doubled = []
  const begun = new Map()
  for (const [id, said] of sessions) {
    const [name] = said[0].split(' ')
    begun.set(name, (begun.get(name) ?? 0) + 1)
    for (const [turn, text] of said.entries())
      if (!new RegExp(`^${name} t${turn}\\b`).test(text)) doubled.push(`${id}: ${said.join(', ')}`)
  }
  const begunAgain = [...begun].filter(([name, times]) => name.startsWith('once') && times > 1).map(([name]) => name)
  const invented = conversations.flatMap(({ id, name, sessionId, turns }) => {
    const sent = turns.filter((turn) => turn.verdict !== 'not reached').length
    const heard = sessions.get(sessionId) ?? []
    return sent === 0 || (heard.length >= sent && heard[0].split(' ')[0] === name) ? [] : [id]
  })
  return { doubled: [...new Set(doubled)], begunAgain, invented, again: sessions.size - conversations.length }
}
