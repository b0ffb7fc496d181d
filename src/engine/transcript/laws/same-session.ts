import type { Finding, SessionLawFacts, TurnLawFacts } from '../law.ts'

/** Law `same session`: an answer belongs to the session that its request continued. */
export function checkAnswerSession({ asked, answered }: Pick<TurnLawFacts, 'asked' | 'answered'>): Finding[] {
  if (asked === null || asked === answered) return []
  const message = `the turn was sent to the session ${asked}, but the answer is of the session ${answered}`
  return [{ law: 'same session', message, index: null }]
}

/**
 * The same for the stored session, which must also belong to the agent that was asked for, or to one that it handed
 * over to.
 */
export function checkStoredSession({
  session,
  asked,
  agents,
}: Pick<SessionLawFacts, 'session' | 'asked' | 'agents'>): Finding[] {
  const findings: Finding[] = []
  const { sessionId, agentDetails, transcript } = session
  const find = (message: string): number => findings.push({ law: 'same session', message, index: null })
  if (sessionId !== asked) find(`the session ${asked} was asked for, but the stored one is ${sessionId}`)
  const { name } = agentDetails
  const spoke = transcript.some((entry) => entry.type === 'message' && entry.agentName === name)
  if (agents !== null && !agents.includes(name) && !spoke)
    find(`the stored session is of the agent ${name}, who never spoke in it; asked for was ${agents.join(' or ')}`)
  return findings
}
