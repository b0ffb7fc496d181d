import type { Failure } from '../../wire/client/failure.ts'
import { hintFor, type Input, readInput } from './input.ts'
import { openTalk, performCommand } from './perform-command.ts'
import { type ChatDesk, line, type ShownLine, showLines } from './screen.ts'
import { buttonsOf, showFailure, showTurn } from './show-turn.ts'
import { type ChatTalk, newTalk, speak, speakerOf } from './talk.ts'

/**
 * How a chat ended: the user quit, a message went unanswered, or a command could not be carried out; the last two end
 * only a pipe.
 */
export type ChatEnd = 'quit' | 'unanswered' | 'mistaken'

/**
 * Chats until the input ends or the user quits. In a pipe it stops at the first unanswered message, because the lines
 * after it would answer something else; a command that could not be carried out is reported at the end.
 */
export async function runChat(
  begin: Pick<ChatTalk, 'agent' | 'version' | 'metadata'>,
  lines: AsyncIterable<string>,
  desk: ChatDesk,
): Promise<ChatEnd> {
  const show = (shown: readonly ShownLine[]): void => showLines(desk, shown)
  let talk = newTalk(begin)
  let mistaken = false
  let failure = await openTalk(talk, desk)
  if (failure !== null && !desk.screen.interactive) return 'unanswered'
  for await (const entered of lines) {
    const input = readInput(entered, buttonsOf(talk.turns.at(-1)))
    echo(entered, input, desk)
    if (input.kind === 'nothing') continue
    if (input.kind === 'message') failure = await say(talk, input.text, desk)
    else if (input.kind === 'unknown command') {
      mistaken = true
      show([line('bad', `there is no command /${input.word}`), line('dim', hintFor(input.word), 2)])
    } else if (input.name === 'quit') break
    else {
      const done = await performCommand(talk, input.name, input.rest, desk)
      talk = done.talk
      failure = done.failure
      mistaken ||= done.mistaken
    }
    if (failure !== null && !desk.screen.interactive) return 'unanswered'
  }
  return mistaken && !desk.screen.interactive ? 'mistaken' : 'quit'
}

/** Says a message and shows what came of it. */
async function say(talk: ChatTalk, text: string, desk: ChatDesk): Promise<Failure | null> {
  const speaker = speakerOf(talk)
  const { client, timeLimitMs } = desk
  const failure = await desk.screen.during((signal) => speak(talk, text, { client, limits: { timeLimitMs, signal } }))
  const turn = talk.turns.at(-1)
  showLines(
    desk,
    failure !== null
      ? showFailure(failure, talk.agent, desk.agents)
      : turn === undefined
        ? []
        : showTurn(turn, speaker),
  )
  return failure
}

/** A pipe shows no typing, so input is echoed between the answers; a pressed button is echoed as the text it sends. */
function echo(entered: string, input: Input, desk: ChatDesk): void {
  const { screen } = desk
  const pressed = input.kind === 'message' && input.pressed
  if (input.kind === 'nothing' || (screen.interactive && !pressed)) return
  const text = pressed ? input.text : entered.trim()
  showLines(desk, [line(screen.interactive ? 'dim' : 'strong', `> ${text}`)])
}
