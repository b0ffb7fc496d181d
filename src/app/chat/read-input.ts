import type { ContentItem } from '../../wire/api/content-item.ts'
import { type CommandName, commandNames } from './command.ts'

/** A line that a person entered, read. */
export type Input =
  | {
      /** To say to the agent; `pressed` when it stands for a button. */
      kind: 'message'
      text: string
      pressed: boolean
    }
  | { kind: 'command'; name: CommandName; rest: string }
  | {
      /** A command that there is not; `word` is without the slash. */
      kind: 'unknown command'
      word: string
    }
  | { kind: 'nothing' }

/** A quick reply that the agent offers. */
export type Button = ContentItem & { type: 'button' }

/** Reads a line. The number of a button stands for its text, as a press of it would send; for its payload where it has no text. */
export function readInput(entered: string, buttons: readonly Button[]): Input {
  const text = entered.trim()
  if (text === '') return { kind: 'nothing' }
  const command = /^\/(\S*)\s*(.*)$/s.exec(text)
  if (command !== null) return readCommand(command[1] ?? '', command[2] ?? '')
  const button = /^\d{1,3}$/.test(text) ? buttons[Number(text) - 1] : undefined
  const pressed = button === undefined ? '' : button.text.trim() || button.payload
  return pressed === '' ? { kind: 'message', text, pressed: false } : { kind: 'message', text: pressed, pressed: true }
}

function readCommand(word: string, rest: string): Input {
  const name = commandNames.find((each) => each === word.toLowerCase())
  if (name === undefined) return { kind: 'unknown command', word }
  if (name !== 'say') return { kind: 'command', name, rest: rest.trim() }
  return rest === '' ? { kind: 'command', name, rest } : { kind: 'message', text: rest, pressed: false }
}
