import { quoteText, writeText } from '../../suite/yaml/quote-text.ts'
import { indent } from '../../suite/yaml/write-yaml.ts'
import { checkDraft } from './check-draft.ts'
import { type Cluster, clusterTalks } from './cluster-talks.ts'
import { draftConversation } from './draft-conversation.ts'
import { type MaskedCounts, maskTalks } from './mask-talks.ts'
import { nameTalk } from './name-talk.ts'
import { onceEach } from './once-each.ts'
import { sliceTurns } from './slice-turns.ts'
import type { Refused, Talk } from './talk.ts'
import { type RecordedTalk, toRecording } from './to-recording.ts'

/** What to make of talks. */
export interface ImportOptions {
  suite: string
  /** Where editors find the JSON Schema of suites, from the file that the draft goes to. */
  schema: string
  /** Instead of the agents that the talks name. */
  agent: string | null
  /** How many talks stand for each path of calls. */
  keep: number
  /** Prepare recordings for a replay agent as well, and name them in the suite. */
  recordings: boolean
  /** Expect the recorded calls and arguments and no others, instead of tolerating more. */
  exact: boolean
}

/** What became of talks: a suite draft, or null when none of them could be one. */
export interface Imported {
  text: string | null
  conversations: number
  clusters: Cluster[]
  refused: Refused[]
  masked: MaskedCounts
  recordings: RecordedTalk[]
}

/** Makes a suite draft of talks: masked, one conversation for each path of calls, every one checked against its own talk. */
export async function importTalks(found: readonly Talk[], options: ImportOptions): Promise<Imported> {
  const refused: Refused[] = []
  const usable = onceEach(found).filter((talk) => {
    const why = uselessness(talk)
    if (why !== null) refused.push({ origin: talk.origin, ...why })
    return why === null
  })
  const { talks, masked } = maskTalks(usable.map((talk) => withAgent(talk, options.agent)))
  const clusters = clusterTalks(talks, options.keep)
  const agent = commonest(talks.map(({ session }) => session.agentDetails.name))
  const [taken, bodies, recordings]: [Set<string>, string[][], RecordedTalk[]] = [new Set(), [], []]
  for (const cluster of clusters) {
    for (const talk of cluster.kept) {
      const { name: own } = talk.session.agentDetails
      const lines = draftConversation(talk, {
        name: nameTalk(talk, taken),
        agent: own === agent ? null : own,
        notes: notesOf(talk, cluster),
        recording: options.recordings,
        exact: options.exact,
      })
      const why = await checkDraft(suiteText(options, agent, [lines]), talk)
      if (why === null) {
        bodies.push(lines)
        if (options.recordings) recordings.push(toRecording(talk))
      } else {
        const message = `the draft would not hold for its own session: ${why}`
        refused.push({ origin: talk.origin, message, hint: 'write this one by hand, and report it to Tableread' })
      }
    }
  }
  const text = bodies.length === 0 ? null : suiteText(options, agent, bodies)
  return { text, conversations: bodies.length, clusters, refused, masked, recordings }
}

function uselessness({ session }: Talk): { message: string; hint: string } | null {
  const { turns } = sliceTurns(session.transcript)
  if (turns.length > 0) return null
  return { message: 'in this session the agent never answers', hint: 'there is nothing to expect of it' }
}

function withAgent(talk: Talk, agent: string | null): Talk {
  if (agent === null) return talk
  return { ...talk, session: { ...talk.session, agentDetails: { ...talk.session.agentDetails, name: agent } } }
}

/** The agent that most talks are with. */
function commonest(names: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].sort(([, one], [, two]) => two - one)[0]?.[0] ?? 'agent'
}

function notesOf({ session, origin, stored }: Talk, { path, count }: Cluster): string[] {
  const { version } = session.agentDetails
  const from = stored ? `, ${session.communicationChannelType}, ${session.time.slice(0, 10)}` : ''
  const calls = path.length > 300 ? `${path.slice(0, 300)} …` : path
  return [
    `from ${quoteText(session.sessionId)}${from}${version === null ? '' : `, version ${quoteText(version)}`} (${placeName(origin)})`,
    `stands for ${count === 1 ? 'this session alone' : `${count} sessions`}: ${calls}`,
  ]
}

/** `file:line`, or the address of what the service answered. */
function placeName({ file, line }: Talk['origin']): string {
  return line === 0 ? file : `${file}:${line}`
}

function suiteText({ suite, schema }: ImportOptions, agent: string, bodies: readonly string[][]): string {
  const head = [
    `# yaml-language-server: $schema=${schema}`,
    '# A draft made by tableread import: words are suggestions, and pseudonyms stand for personal data.',
    `suite: ${writeText(suite, false)}`,
    `agent: ${writeText(agent, false)}`,
    'masking:',
    '  # Read the file for names, numbers and addresses that are left. The suite runs only with true.',
    '  reviewed: false',
    'conversations:',
  ]
  return `${[...head, ...bodies.flatMap((lines, index) => [...(index === 0 ? [] : ['']), ...indent(lines)])].join('\n')}\n`
}
