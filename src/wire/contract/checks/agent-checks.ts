import fc from 'fast-check'
import type { JsonValue } from '../../../base/json.ts'
import { versionOf } from '../requests/chat-requests.ts'
import { unknownName } from '../requests/interesting-values.ts'
import type { BaseName } from '../requests/valid-requests.ts'
import { setMember } from '../world/draft.ts'
import type { Reading } from '../world/reading.ts'
import { agentOf, isText } from './chat-reading.ts'
import { readVersion, type VersionReading } from './read-version.ts'
import type { RequestCheck, RequestChecks } from './request-check.ts'

const everywhere: BaseName[] = ['inline', 'waPrompt', 'emailSay']
const isChat = ({ request, bodyKind }: Reading): boolean =>
  request.operation === 'chat.trigger' && bodyKind === 'object'

function versionCheck(values: readonly JsonValue[], ...kinds: VersionReading[]): RequestCheck {
  return {
    from: everywhere,
    edits: () => fc.constantFrom(...values).map((value) => setMember('agentVersion', value)),
    applies: (reading) =>
      isChat(reading) && kinds.includes(readVersion(reading.body.agentVersion, agentOf(reading), 'chat')),
  }
}

const namesOf = (reading: Reading): string[] => reading.facts.agents.map(({ name }) => name)
const isNearly = (reading: Reading): boolean =>
  namesOf(reading).some((name) => name.toLowerCase() === String(reading.body.agentName).trim().toLowerCase())
const isKnown = (reading: Reading): boolean => namesOf(reading).some((name) => name === reading.body.agentName)

/** Which agent answers, and in which version (Trigger chat; Versioning). */
export const agentChecks: RequestChecks = {
  'CHA-21': {
    from: everywhere,
    edits: ({ subject }) => {
      const known = [...subject.own.agents, ...(subject.other?.agents ?? [])].map(({ name }) => name)
      return unknownName(known).map((name) => setMember('agentName', name))
    },
    applies: (reading) => isChat(reading) && isText(reading.body.agentName) && !isNearly(reading),
  },
  'CHA-22': {
    from: everywhere,
    edits: ({ subject }) => {
      const names = subject.own.agents.map(({ name }) => name)
      const spelled = names.flatMap((name) => [name.toUpperCase(), ` ${name}`]).filter((name) => !names.includes(name))
      return spelled.length === 0 ? null : fc.constantFrom(...spelled).map((name) => setMember('agentName', name))
    },
    applies: (reading) => isChat(reading) && isText(reading.body.agentName) && isNearly(reading) && !isKnown(reading),
  },
  'CHA-23': {
    from: ['inline'],
    edits: ({ subject }) => {
      const agents = subject.own.agents.filter(({ published }) => published !== null)
      if (agents.length === 0) return null
      return fc
        .constantFrom(...agents)
        .chain((agent) => versionOf(agent, true).map((version): [string, string | number] => [agent.name, version]))
        .map(([name, version]) => (draft) => {
          const { sessionId: _, ...body } = draft.body ?? {}
          return { ...draft, body: { ...body, agentName: name, agentVersion: version } }
        })
    },
    applies: (reading) => isChat(reading) && reading.body.agentVersion !== undefined,
  },
  'CHA-25': versionCheck([-1, -2, -1e9, '-1'], 'negative'),
  'CHA-26': versionCheck([1.5, 0.1, 1e308, 2 ** 53, '1.5'], 'no whole number'),
  'CHA-27': versionCheck([999_999, '999999', 77], 'not there'),
  'CHA-28': versionCheck(['latest', 'DEFAULT', 'Draft', '', ' ', '007', 'published'], 'another word'),
  'CHA-29': {
    ...versionCheck(['draft'], 'no draft'),
    edits: ({ subject }) => {
      const bare = subject.own.agents.filter(({ draft, published }) => !draft && published !== null)
      if (bare.length === 0) return null
      return fc.constantFrom(...bare).map(({ name }) => (draft) => {
        const { sessionId: _, ...body } = draft.body ?? {}
        return { ...draft, body: { ...body, agentName: name, agentVersion: 'draft' } }
      })
    },
  },
}
