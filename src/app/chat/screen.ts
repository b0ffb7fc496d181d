import type { JsonObject } from '../../base/json/json.ts'
import type { PerformContext } from '../../engine/perform/perform.ts'
import { cleanLine, foldLine } from '../../report/text/line.ts'
import type { Paint } from '../../report/text/paint.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import type { Client } from '../../wire/client/client.ts'
import type { SaveOutcome, SaveRequest } from './compose-save.ts'
import type { Input, MetadataRead } from './input.ts'
import type { ChatTalk } from './talk.ts'

/** Where a chat is shown: a terminal or a pipe. */
export interface ChatScreen {
  paint: Paint
  /** The current width of the terminal in columns; null when there is no terminal. */
  columns(): number | null
  /** Writes lines that are already safe for a terminal. */
  write(lines: readonly string[]): void
  /** False for a pipe: input is echoed, and the first unanswered message ends the chat. */
  interactive: boolean
  /** Runs a task that the user can cancel through its signal, and shows that it is in progress. */
  during<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T>
}

export type SaveAnswer =
  | (Omit<Extract<SaveOutcome, { ok: true }>, 'text' | 'line'> & { place: string; command: string })
  | Extract<SaveOutcome, { ok: false }>

/** Everything a chat depends on; it reaches the network and files only through what is here. */
export interface ChatDesk {
  screen: ChatScreen
  client: Client
  /** How long to wait for an answer, in milliseconds. */
  timeLimitMs: number
  /** False when the user is to begin, whatever the agent would do. */
  agentMayOpen: boolean
  agents: readonly string[]
  /** Redacts private data in a text or a transcript before it is shown; without it nothing is redacted. */
  conceal?: <T>(value: T) => T
  /** Saves a chat to a suite file; null means the default one. */
  save(talk: ChatTalk, as: Pick<SaveRequest, 'name' | 'isLast'> & { file: string | null }): Promise<SaveAnswer>
  readMetadata(written: string, earlier: JsonObject): MetadataRead
  /** The conversation whose simulated user speaks until a person takes over; without it the person alone speaks. */
  simulated?: SimulatedPart
}

export interface SimulatedPart {
  plan: Plan
  context: Omit<PerformContext, 'client' | 'voiceBy' | 'signal'>
}

/** How a line stands out: what an agent says is `plain`, what it does is `dim`. */
type LineStyle = 'plain' | 'dim' | 'strong' | 'warn' | 'bad'

/** A line for a person. The text may be unsafe for a terminal until `renderLine` cleans it. */
export interface ShownLine {
  style: LineStyle
  text: string
  /** Columns to indent by; 0 by default. */
  indent?: number
}

export function line(style: LineStyle, text: string, indent = 0): ShownLine {
  return { style, text, indent }
}

export function textLines(style: LineStyle, text: string, indent = 0): ShownLine[] {
  return text.split(/\r\n|[\n\r\u2028\u2029]/).map((each) => line(style, each, indent))
}

/** The line as plain text, with control characters removed, folded to the columns; `null` does not fold. */
export function foldShown({ text, indent = 0 }: ShownLine, columns: number | null): string[] {
  const own = /^ */.exec(text)?.[0].length ?? 0
  const margin = ' '.repeat(indent + Math.min(own, 12))
  return foldLine(`${margin}${cleanLine(text).trim()}`.trimEnd(), columns, margin)
}

export function renderLine(shownLine: ShownLine, paint: Paint, columns: number | null): string[] {
  return foldShown(shownLine, columns).map((each) => paintAs(shownLine.style, each, paint))
}

export function paintAs(style: LineStyle, text: string, paint: Paint): string {
  return style === 'plain' || text === '' ? text : paint[style](text)
}

export function printLines({ screen, conceal = (text) => text }: ChatDesk, lines: readonly ShownLine[]): void {
  screen.write(
    lines.flatMap((each) => renderLine({ ...each, text: conceal(each.text) }, screen.paint, screen.columns())),
  )
}

/** How many columns a text takes in a terminal: two for wide letters and emoji, none for marks that join others. */
export function columnsOf(text: string): number {
  let columns = 0
  for (const character of text) {
    if (/\p{Mn}|\p{Me}|\p{Cf}|\ufe0f/u.test(character)) continue
    columns += wide.test(character) ? 2 : 1
  }
  return columns
}

const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}|[\u{20000}-\u{3fffd}]/u

/** A pipe shows no typing, so input is echoed between the answers; a pressed button is echoed as the text it sends. */
export function echo(entered: string, input: Input, desk: ChatDesk): void {
  const { screen } = desk
  const pressed = input.kind === 'message' && input.pressed
  if (input.kind === 'nothing' || (screen.interactive && !pressed)) return
  printSentText(pressed ? input.text : entered.trim(), desk)
}

export function printSentText(text: string, desk: ChatDesk): void {
  printLines(desk, textLines(desk.screen.interactive ? 'dim' : 'strong', `> ${text}`))
}
