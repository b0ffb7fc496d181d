import { foldLine } from '../../report/text/line.ts'
import type { Failure } from '../../wire/client/failure.ts'
import { describeNoAnswer, describeTurn } from './describe-turn.ts'
import { type CommandName, chatCommands, readVersion } from './input.ts'
import { type DiffOutcome, performDiff } from './perform-diff.ts'
import { type ChatDesk, line, printLines, type ShownLine } from './screen.ts'
import { type ChatTalk, newTalk, ownTurns, repeatTalk, speak, speakerOf } from './talk.ts'

/** The chat to continue with, why a message went unanswered (null if none did), and whether the command failed. */
export interface CommandOutcome extends DiffOutcome {
  talk: ChatTalk
  /** The talk is new and empty, and a simulated user is to begin it. */
  anew?: true
}

export async function performCommand(
  talk: ChatTalk,
  name: CommandName,
  rest: string,
  desk: ChatDesk,
): Promise<CommandOutcome> {
  const stay = (lines: readonly ShownLine[] = []): CommandOutcome => {
    printLines(desk, lines)
    return { talk, failure: null, mistaken: false }
  }
  const mistake = (message: string, hint: string): CommandOutcome => ({
    ...stay([line('bad', message), line('dim', hint, 2)]),
    mistaken: true,
  })
  switch (name) {
    case 'help':
      listCommands(desk)
      return stay()
    case 'trace':
      return stay(showTrace(talk))
    case 'say':
      return mistake('there is nothing to say', 'write /say and the words')
    case 'new':
      return begin(talk, desk)
    case 'again':
      return ownTurns(talk).length === 0 && talk.pending === null
        ? mistake('there is no message to say again', 'say something first')
        : sayAgain(talk, desk)
    case 'version': {
      const read = readVersion(rest)
      if (rest === '') return stay([line('plain', talk.version)])
      return read.ok ? begin({ ...talk, version: read.version }, desk) : mistake(read.message, read.hint)
    }
    case 'metadata': {
      if (rest === '') return stay(listMetadata(talk))
      const read = desk.readMetadata(rest, talk.metadata)
      return read.ok ? begin({ ...talk, metadata: read.metadata }, desk) : mistake(read.message, read.hint)
    }
    case 'save':
    case 'save-last':
      return { ...stay(), mistaken: !(await performSave(talk, rest, desk, name === 'save-last')) }
    case 'diff':
      return { ...stay(), ...(await performDiff(talk, rest, desk)) }
    case 'auto':
    case 'me':
      return desk.simulated === undefined
        ? mistake('there is no simulated user here', 'start with tableread chat --as-user suites/file.yaml:line')
        : mistake('the talk of the simulated user is over', '/new lets it begin anew')
    case 'quit':
      return stay()
  }
}

async function begin(from: ChatTalk, desk: ChatDesk): Promise<CommandOutcome> {
  const talk = newTalk(from)
  printLines(desk, [line('dim', `a fresh session with ${talk.agent} (${talk.version})`)])
  if (desk.simulated !== undefined) return { talk, failure: null, mistaken: false, anew: true }
  return { talk, failure: await openTalk(talk, desk), mistaken: false }
}

/** Continues in the fresh session; if a message goes unanswered there, the chat stays where it was. */
async function sayAgain(earlier: ChatTalk, desk: ChatDesk): Promise<CommandOutcome> {
  const { client, timeLimitMs } = desk
  const { talk, failure, message } = await desk.screen.during((signal) =>
    repeatTalk(earlier, earlier.version, { client, limits: { timeLimitMs, signal } }),
  )
  const turn = talk.turns.at(-1)
  if (failure !== null || turn === undefined) {
    const stays = line('dim', `this was turn ${message} of a fresh session; the talk stays where it was`, 2)
    printLines(desk, failure === null ? [] : [...describeNoAnswer(failure, talk.agent, desk.agents), stays])
    return { talk: earlier, failure, mistaken: false }
  }
  printLines(desk, [
    line('dim', `a fresh session with ${talk.agent} (${talk.version}), turn ${ownTurns(talk).length}`),
    ...describeTurn(turn, speakerOf({ ...talk, turns: talk.turns.slice(0, -1) })),
  ])
  return { talk, failure: null, mistaken: false }
}

/** Usage and description share a line on wide terminals; on narrow ones the description goes below. */
function listCommands({ screen }: ChatDesk): void {
  const most = Math.max(...chatCommands.map(({ usage }) => usage.length))
  const columns = screen.columns()
  const margin = ' '.repeat(columns !== null && columns < 70 ? 4 : most + 2)
  screen.write(chatCommands.flatMap(({ usage, what }) => foldLine(`${usage.padEnd(most)}  ${what}`, columns, margin)))
}

function listMetadata({ metadata }: ChatTalk): ShownLine[] {
  const members = Object.entries(metadata)
  if (members.length === 0) return [line('plain', 'no metadata')]
  return members.map(([key, value]) =>
    line('plain', `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`),
  )
}

/** Everything that came with the last answer, uncut: each entry as JSON, with its time since the first one. */
function showTrace(talk: ChatTalk): ShownLine[] {
  const { agent, version, sessionId, metadata, turns } = talk
  const turn = turns.at(-1)
  if (turn === undefined) return [line('warn', 'nothing was answered yet')]
  const times = turn.view.entries.map((entry) =>
    'timestamp' in entry ? Date.parse(String(entry.timestamp)) : Number.NaN,
  )
  const start = times.find((time) => !Number.isNaN(time)) ?? Number.NaN
  return [
    line(
      'dim',
      `session ${sessionId} with ${agent} (${version}), turn ${ownTurns(talk).length}, ${Math.round(turn.turnMs)} ms`,
    ),
    ...(Object.keys(metadata).length === 0 ? [] : [line('dim', `metadata ${JSON.stringify(metadata)}`)]),
    ...turn.view.entries.map((entry, index) => {
      const after = (times[index] ?? Number.NaN) - start
      return line('dim', `${Number.isNaN(after) ? '?' : `+${after}`} ms ${JSON.stringify(entry)}`, 2)
    }),
  ]
}

/** Saves the talk, or its last answer, to a suite and says how to run it. False when it could not be saved. */
async function performSave(talk: ChatTalk, rest: string, desk: ChatDesk, isLast: boolean): Promise<boolean> {
  const saved = await desk.save(talk, { ...readSaveWords(rest), isLast })
  if (!saved.ok) {
    printLines(desk, [line('bad', `not saved: ${saved.message}`), line('dim', saved.hint, 2)])
    return false
  }
  const { place, command, failing, relaxed, tried } = saved
  printLines(desk, [
    line('plain', `saved "${saved.name}" at ${place}`),
    line('plain', command, 2),
    ...relaxed.map((law) =>
      line('warn', `this talk breaks the law "${law}", which is relaxed there: remove that once it is fixed`, 2),
    ),
    ...failing.map((each) => line('warn', `a run of it will fail: ${each}`, 2)),
    ...(isLast && failing.length === 0 ? describeTried(tried, talk) : []),
  ])
  return true
}

/** What came of the saved answer when it was asked for once more, with the talk before it as no more than a history. */
function describeTried(tried: readonly string[] | null, { version }: ChatTalk): ShownLine[] {
  if (tried === null) return [line('dim', 'it was not tried from its history: run it before you rely on it', 2)]
  if (tried.length === 0) return [line('dim', `run once from its history on ${version}: it passed`, 2)]
  return [
    ...tried.map((each) => line('warn', `run once from its history on ${version}, it does not pass: ${each}`, 2)),
    line('dim', 'what an agent keeps beside the talk is in no history: /save keeps the whole talk', 2),
  ]
}

/** The arguments of `/save`: a file, if the first word or quoted text has a suite's extension; the rest is the name. */
export function readSaveWords(rest: string): { file: string | null; name: string | null } {
  const match = /^(?:"([^"]+)"|(\S+))\s*(.*)$/s.exec(rest)
  const first = match?.[1] ?? match?.[2] ?? ''
  const isFile = /\.(?:ya?ml|[cm]?[jt]s|json)$/i.test(first)
  const name = unquote((isFile ? (match?.[3] ?? '') : rest).trim())
  return { file: isFile ? first : null, name: name === '' ? null : name }
}

const unquote = (text: string): string => (/^".*"$/s.test(text) ? text.slice(1, -1).trim() : text)

/** Lets the agent open the chat, if it may. An agent that does not open is no failure: the user begins. */
export async function openTalk(talk: ChatTalk, desk: ChatDesk): Promise<Failure | null> {
  if (!desk.agentMayOpen) return null
  const { client, timeLimitMs } = desk
  const failure = await desk.screen.during((signal) => speak(talk, null, { client, limits: { timeLimitMs, signal } }))
  const [turn] = talk.turns
  if (failure !== null && isUnopened(failure)) printLines(desk, [line('dim', 'the agent does not open; you begin', 2)])
  else if (failure !== null) printLines(desk, describeNoAnswer(failure, talk.agent, desk.agents))
  else if (turn !== undefined) printLines(desk, describeTurn(turn, talk.agent))
  return failure !== null && isUnopened(failure) ? null : failure
}

/** A service may require a message (CHA-16), and an agent that follows a recording cannot open at all. */
function isUnopened(failure: Failure): boolean {
  return failure.kind === 'refused' && [400, 409, 422].includes(failure.status)
}
