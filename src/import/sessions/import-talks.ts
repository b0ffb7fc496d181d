import { groupBy, mostFrequent } from '../../base/group-by.ts'
import type { LawName } from '../../base/law-name.ts'
import { cutText } from '../../base/privacy/cut.ts'
import type { PrivateRules } from '../../base/privacy/find.ts'
import { performConversation } from '../../engine/perform/perform-conversation.ts'
import { pairCalls } from '../../engine/transcript/tool-call.ts'
import { parseScript } from '../../suite/language/script/parse.ts'
import { planScript } from '../../suite/plan/plan.ts'
import { indent, quoteText, writeTextScalar } from '../../suite/yaml/write-yaml.ts'
import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import { draftConversation } from './draft-conversation.ts'
import { type MaskedCounts, maskTalks } from './mask-talks.ts'
import { storedClient } from './stored-run.ts'
import { endingOf, nameTalk, type RefusedTalk, type Slice, sliceTurns, type Talk } from './talk.ts'
import { type RecordedTalk, toRecording } from './to-recording.ts'

export interface ImportOptions {
  suite: string
  /** The path of the JSON Schema of suites for editors, relative to the draft's file. */
  schema: string
  /** Replaces the agents that the talks name. */
  agent: string | null
  /** How many talks are kept for each path of calls. */
  keep: number
  /** Prepare recordings for a replay agent as well, and name them in the suite. */
  recordings: boolean
  /** Make a conversation of each turn, with what was said before it as its history. */
  everyTurn?: boolean
  /** Expect the recorded calls and arguments and no others, instead of tolerating more. */
  exact: boolean
  /** The project's own definitions of private data; each finds all its matches in a text. */
  custom: PrivateRules['custom']
}

/** The result: a suite draft, or null when no talk could be used. */
export interface ImportedTalks {
  text: string | null
  conversations: number
  clusters: Cluster[]
  refused: RefusedTalk[]
  masked: MaskedCounts
  recordings: RecordedTalk[]
}

/** A suite draft of talks: masked, one conversation for each path of calls, each checked against its own talk. */
export async function importTalks(all: readonly Talk[], options: ImportOptions): Promise<ImportedTalks> {
  const refused: RefusedTalk[] = []
  const usable = onceEach(all).filter((talk) => {
    const isAnswered = sliceTurns(talk.session.transcript).turns.length > 0
    const message = 'in this session the agent never answers'
    if (!isAnswered) refused.push({ origin: talk.origin, message, hint: 'there is nothing to expect of it' })
    return isAnswered
  })
  const { talks, masked } = maskTalks(
    usable.map((talk) => withAgent(talk, options.agent)),
    options.custom,
  )
  const units = talks.flatMap((talk) => (options.everyTurn === true ? turnsOf(talk) : [{ talk }]))
  const clusters = clusterTalks(units, options.keep)
  const agent = mostFrequent(talks.map(({ session }) => session.agentDetails.name)) ?? 'agent'
  const [names, bodies, recordings]: [Set<string>, string[][], RecordedTalk[]] = [new Set(), [], []]
  for (const cluster of clusters) {
    for (const { talk, only } of cluster.kept) {
      const { name: own } = talk.session.agentDetails
      const lines = draftConversation(talk, {
        name: nameTalk(talk, names, only),
        ...(only === undefined ? {} : { from: only, to: only }),
        agent: own === agent ? null : own,
        notes: notesOf(talk, cluster, only),
        recording: options.recordings,
        exact: options.exact,
      })
      const why = await checkDraft(suiteText(options, agent, [lines], true), talk, only)
      if (why === null) {
        bodies.push(lines)
        if (options.recordings && !recordings.some(({ id }) => id === talk.session.sessionId))
          recordings.push(toRecording(talk))
      } else {
        const message = `the draft would not hold for its own session: ${why}`
        refused.push({ origin: talk.origin, message, hint: 'write this one by hand, and report it to Tableread' })
      }
    }
  }
  const text = bodies.length === 0 ? null : suiteText(options, agent, bodies)
  return { text, conversations: bodies.length, clusters, refused, masked, recordings }
}

function withAgent(talk: Talk, agent: string | null): Talk {
  if (agent === null) return talk
  return { ...talk, session: { ...talk.session, agentDetails: { ...talk.session.agentDetails, name: agent } } }
}

function notesOf({ session, origin, stored }: Talk, { path, count }: Cluster, only?: number): string[] {
  const what = only === undefined ? 'session' : 'turn'
  const { version } = session.agentDetails
  const from = stored ? `, ${session.communicationChannelType}, ${session.time.slice(0, 10)}` : ''
  const calls = cutText(path, 302, ' …')
  return [
    `from ${quoteText(session.sessionId)}${from}${version === null ? '' : `, version ${quoteText(version)}`} (${placeName(origin)})`,
    `stands for ${count === 1 ? `this ${what} alone` : `${count} ${what}s`}: ${calls}`,
  ]
}

/** `file:line`, or the address of what the service answered. */
function placeName({ file, line }: Talk['origin']): string {
  return line === 0 ? file : `${file}:${line}`
}

function suiteText(
  { suite, schema }: ImportOptions,
  agent: string,
  bodies: readonly string[][],
  isReviewed = false,
): string {
  const head = [
    `# yaml-language-server: $schema=${schema}`,
    '# A draft made by tableread import: words are suggestions, and pseudonyms stand for personal data.',
    `suite: ${writeTextScalar(suite, false)}`,
    `agent: ${writeTextScalar(agent, false)}`,
    'masking:',
    '  # Read the file for names, numbers and addresses that are left. The suite runs only with true.',
    `  reviewed: ${isReviewed}`,
    'conversations:',
  ]
  return `${[...head, ...bodies.flatMap((lines, index) => [...(index === 0 ? [] : ['']), ...indent(lines)])].join('\n')}\n`
}

/** Removes duplicates: of one session the longer stays; other dialogues that share an id by chance get new ones. */
export function onceEach(talks: readonly Talk[]): Talk[] {
  const distinctTalks: Talk[] = []
  const byId = new Map<string, { index: number; texts: Set<string> }>()
  for (const talk of talks) {
    const { sessionId, transcript } = talk.session
    const text = talk.stored ? '' : JSON.stringify(transcript)
    const entry = byId.get(sessionId)
    if (entry === undefined) {
      byId.set(sessionId, { index: distinctTalks.push(talk) - 1, texts: new Set([text]) })
      continue
    }
    const earlier = distinctTalks[entry.index]
    if (talk.stored && earlier?.stored === true) {
      if (transcript.length > earlier.session.transcript.length) distinctTalks[entry.index] = talk
    } else if (!entry.texts.has(text)) {
      entry.texts.add(text)
      distinctTalks.push({ ...talk, session: { ...talk.session, sessionId: `${sessionId}#${entry.texts.size}` } })
    }
  }
  return distinctTalks
}

const defaults = { versions: ['default'], versionsGiven: true, timeLimitMs: 30_000, stopAfterFailure: false }

/** Laws that are not for a finished session, with its own times and version; unknown entries are reported anyway. */
const ofRuns: readonly LawName[] = ['time order', 'known entries', 'slices add up', 'version answers']

/** Why a draft of one conversation is useless: invalid, or failing for its own session. Null if it is sound. */
async function checkDraft(suite: string, talk: Talk, only = 0): Promise<string | null> {
  const parsed = parseScript(suite, 'draft.yaml')
  if (!parsed.ok) return parsed.problems[0]?.message ?? 'it cannot be read'
  const [plan] = planScript(parsed.script, defaults)
  if (plan === undefined) return 'it has no conversation'
  const { session } = talk
  const { session: ending, ...turns } = plan.conversation
  // The ending of a session of another kind does not concern the run that repeats it.
  const conversation = ending === undefined || endingOf(talk) === null ? turns : { ...turns, session: ending }
  const client = storedClient(session, sliceTurns(session.transcript).turns.slice(only).map(withoutPost))
  // What is not known may have been an answer: a run has to give one.
  const ofTalk: LawName[] = talk.openReplies === true ? ['agent answers'] : []
  const relaxed = new Set<LawName>([...plan.relaxed, ...ofRuns, ...ofTalk])
  const result = await performConversation({ ...plan, conversation, relaxed }, { client, reconcile: false })
  if (result.verdict === 'passed') return null
  const turn = result.turns.find(({ verdict }) => verdict !== 'passed')
  const outcome = [...(turn?.outcomes ?? []), ...result.outcomes].find(({ verdict }) => verdict !== 'passed')
  const law = outcome?.kind === 'law' ? `: ${outcome.finding.message}` : ''
  return `turn ${(turn?.index ?? 0) + 1} came out ${turn?.verdict ?? result.verdict} (${outcome?.kind ?? 'no outcome'}${law})`
}

/** Removes calls of phase post, which belong to no turn, wherever they are in the session. */
function withoutPost(slice: Slice): Slice {
  return { ...slice, entries: slice.entries.filter((entry) => !('phase' in entry) || entry.phase !== 'post') }
}

/** Talks that took the same path: the same agent, tools in order and phases, with the same failures. */
interface Cluster {
  path: string
  /** The representatives, at least one. */
  kept: Unit[]
  /** The number of talks or turns, including the representatives. */
  count: number
}

/** Groups talks by path of calls, and tests not at all, in order of first occurrence; keeps `keep` of each, medium length first. */
function clusterTalks(talks: readonly Unit[], keep: number): Cluster[] {
  const groups = groupBy(talks, (unit) => {
    const { session, test } = unit.talk
    return JSON.stringify([session.agentDetails.name, wayOf(unit), test === undefined ? null : session.sessionId])
  })
  return groups.map((group) => {
    const sorted = group.toSorted((a, b) => lengthOf(a) - lengthOf(b))
    const middle = Math.floor((sorted.length - 1) / 2)
    const near = sorted
      .map((talk, index) => ({ talk, distance: Math.abs(index - middle) }))
      .sort((a, b) => a.distance - b.distance)
      .slice(0, keep)
      .map(({ talk }) => talk)
    const path = wayOf(group[0]).flat().join(' > ') || 'no calls'
    return { path, kept: group.filter((talk) => near.includes(talk)), count: group.length }
  })
}

/** What becomes a conversation: a talk, or one turn of it with what was said before. */
interface Unit {
  talk: Talk
  only?: number
}

function turnsOf(talk: Talk): Unit[] {
  return sliceTurns(talk.session.transcript).turns.map((_, only) => ({ talk, only }))
}

/** The path of a unit: of a turn, the calls of each turn up to it. */
function wayOf({ talk, only }: Unit): string[][] {
  if (only === undefined) return [pathOf(talk.session.transcript)]
  const { turns } = sliceTurns(talk.session.transcript)
  return turns.slice(0, only + 1).map(({ entries }) => pathOf(entries))
}

/** `lookup_order (during)`, `cancel_order (during, error)`. */
function pathOf(entries: readonly TranscriptEntry[]): string[] {
  return pairCalls(entries).calls.map(({ name, phase, output }) => {
    const marks = [...(phase === null ? [] : [phase]), ...(output?.isError === true ? ['error'] : [])]
    return marks.length === 0 ? name : `${name} (${marks.join(', ')})`
  })
}

function lengthOf({ talk }: Unit): number {
  return talk.session.transcript.filter(({ type }) => type === 'message').length
}
