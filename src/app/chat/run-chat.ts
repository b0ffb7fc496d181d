import type { Failure } from '../../wire/client/failure.ts'
import { buttonsOf, describeNoAnswer, describeTurn } from './describe-turn.ts'
import { hintFor, readInput } from './input.ts'
import { openTalk, performCommand } from './perform-command.ts'
import { type ChatDesk, echo, line, printLines } from './screen.ts'
import { talkAsUser } from './take-over.ts'
import { type ChatTalk, newTalk, speak, speakerOf } from './talk.ts'

/** The user quit, a message went unanswered, or a command could not be carried out; only a pipe ends by the latter. */
export type ChatEnd = 'quit' | 'unanswered' | 'mistaken'

/** In a pipe stops at the first unanswered message, because the lines after it would answer something else. */
export async function runChat(
  begin: Pick<ChatTalk, 'agent' | 'version' | 'metadata'>,
  lines: AsyncIterable<string>,
  desk: ChatDesk,
): Promise<ChatEnd> {
  const reader = lines[Symbol.asyncIterator]()
  let mistaken = false
  let { talk, failure, ended } = await open(newTalk(begin))
  while (!ended) {
    if (failure !== null && !desk.screen.interactive) return 'unanswered'
    const next = await reader.next()
    if (next.done === true) break
    const entered = next.value
    const input = readInput(entered, buttonsOf(talk.turns.at(-1)))
    echo(entered, input, desk)
    if (input.kind === 'nothing') continue
    if (input.kind === 'message') failure = await say(talk, input.text, desk)
    else if (input.kind === 'unknown command') {
      mistaken = true
      printLines(desk, [line('bad', `there is no command /${input.word}`), line('dim', hintFor(input.word), 2)])
    } else if (input.name === 'quit') break
    else {
      const done = await performCommand(talk, input.name, input.rest, desk)
      mistaken ||= done.mistaken
      ;({ talk, failure } = done)
      if (done.anew === true) ({ talk, failure, ended } = await open(talk))
    }
  }
  return mistaken && !desk.screen.interactive ? 'mistaken' : 'quit'

  /** Lets the agent open, or the simulated user talk, before the person does. */
  async function open(fresh: ChatTalk): Promise<{ talk: ChatTalk; failure: Failure | null; ended: boolean }> {
    const { simulated } = desk
    if (simulated === undefined) return { talk: fresh, failure: await openTalk(fresh, desk), ended: false }
    const talked = await talkAsUser(fresh, simulated, reader, desk)
    mistaken ||= talked.mistaken
    return talked
  }
}

async function say(talk: ChatTalk, text: string, desk: ChatDesk): Promise<Failure | null> {
  const speaker = speakerOf(talk)
  const { client, timeLimitMs } = desk
  const failure = await desk.screen.during((signal) => speak(talk, text, { client, limits: { timeLimitMs, signal } }))
  const turn = talk.turns.at(-1)
  printLines(
    desk,
    failure !== null
      ? describeNoAnswer(failure, talk.agent, desk.agents)
      : turn === undefined
        ? []
        : describeTurn(turn, speaker),
  )
  return failure
}
