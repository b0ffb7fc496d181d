import { viewTurn } from '../../engine/transcript/turn-view.ts'
import { formatDiffLine } from '../../report/comparison/format-differences.ts'
import type { Failure } from '../../wire/client/failure.ts'
import type { ChatDesk } from './chat-desk.ts'
import { type ChatTalk, speakerOf } from './chat-talk.ts'
import { diffTalks } from './diff-talks.ts'
import { readVersion } from './read-version.ts'
import { repeatTalk } from './repeat-talk.ts'
import { showBeside } from './show-beside.ts'
import { showFailure } from './show-failure.ts'
import { showLines } from './show-lines.ts'
import { showTurn } from './show-turn.ts'
import { line, type ShownLine } from './shown-line.ts'

/** What came of it: the talk itself goes on as it was. */
interface Diffed {
  failure: Failure | null
  mistaken: boolean
}

/** Says the same messages to another version, in a session of its own, and shows both last answers and what differs in them. */
export async function performDiff(talk: ChatTalk, rest: string, desk: ChatDesk): Promise<Diffed> {
  const read = readVersion(rest === '' ? (talk.version === 'default' ? 'draft' : 'default') : rest)
  if (!read.ok) return refuse(desk, read.message, read.hint)
  if (talk.turns.length === 0) return refuse(desk, 'there is no answer to compare yet', 'say something first')
  const { client, timeLimitMs, screen } = desk
  const answered = { ...talk, pending: null }
  const {
    talk: other,
    failure,
    message,
  } = await screen.during((signal) => repeatTalk(answered, read.version, { client, limits: { timeLimitMs, signal } }))
  if (failure !== null) {
    const where = talk.turns[0]?.user === null && message === 1 ? 'does not open' : `gave no answer to turn ${message}`
    showLines(desk, [line('bad', `${read.version} ${where}`), ...showFailure(failure, talk.agent, desk.agents)])
    return { failure, mistaken: false }
  }
  const [own, others] = [concealTalk(talk, desk), concealTalk(other, desk)]
  const { lines, earlier } = diffTalks(own, others)
  const columns = screen.columns()
  screen.write(showBeside(columnOf(own), columnOf(others), screen.paint, columns))
  const also = earlier === 1 ? '1 earlier turn differs too' : `${earlier} earlier turns differ too`
  if (earlier > 0) showLines(desk, [line('dim', also)])
  if (lines.length === 0) showLines(desk, [line('plain', 'no difference in words or calls')])
  else screen.write(lines.map((each) => formatDiffLine(each, screen.paint)))
  return { failure: null, mistaken: false }
}

function concealTalk(talk: ChatTalk, { conceal }: ChatDesk): ChatTalk {
  if (conceal === undefined) return talk
  const turns = talk.turns.map((turn) => {
    const entries = conceal(turn.entries)
    return { ...turn, entries, view: viewTurn(entries) }
  })
  return { ...talk, turns }
}

function columnOf(talk: ChatTalk): { title: string; lines: ShownLine[] } {
  const turn = talk.turns.at(-1)
  const speaker = speakerOf({ ...talk, turns: talk.turns.slice(0, -1) })
  return { title: talk.version, lines: turn === undefined ? [] : showTurn(turn, speaker) }
}

function refuse(desk: ChatDesk, message: string, hint: string): Diffed {
  showLines(desk, [line('bad', message), line('dim', hint, 2)])
  return { failure: null, mistaken: true }
}
