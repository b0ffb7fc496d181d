import type { Finding } from '../finding.ts'
import type { SessionLawFacts } from '../law-facts.ts'

/**
 * Law `version answers`: the label of the stored session agrees with the version asked for. A label is free text, so only
 * a clear contradiction counts: another number, a draft for the published one, a bare number for the draft.
 */
export function checkVersion({ session, version }: Pick<SessionLawFacts, 'session' | 'version'>): Finding[] {
  const label = session.agentDetails.version
  if (label === null) return []
  const number = /^v?(\d+)$/i.exec(label.trim())?.[1]
  const contradicts =
    version === 'default'
      ? /^draft$/i.test(label.trim())
      : version === 'draft'
        ? number !== undefined
        : number !== undefined
          ? Number(number) !== Number(version)
          : /^draft$/i.test(label.trim())
  return contradicts
    ? [{ law: 'version answers', message: `version ${version} was asked for, but ${label} answered`, index: null }]
    : []
}
