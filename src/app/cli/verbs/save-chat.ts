import { existsSync, realpathSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { readText } from '../../../base/read-file.ts'
import { writeWhole } from '../../../base/write-whole.ts'
import type { SaveAnswer } from '../../chat/chat-desk.ts'
import type { ChatTalk } from '../../chat/chat-talk.ts'
import { composeSave } from '../../chat/compose-save.ts'
import { shown } from '../../project/find-suites.ts'
import { openBeside } from '../../project/open-included.ts'

/** The flags of the chat that a run in the same place needs as well. */
interface PlaceFlags {
  target?: string
  workspace?: string
  config?: string
}

/** Where to keep a talk. */
export interface SaveChat {
  file: string | null
  name: string | null
  folder: string
  flags: PlaceFlags
}

/** Writes a talk into a suite file, whole or not at all; a file that is there gets lines added. */
export async function saveChat(talk: ChatTalk, { file, name, folder, flags }: SaveChat): Promise<SaveAnswer> {
  const given = file ?? 'suites/chat.yaml'
  if (!/\.ya?ml$/i.test(given))
    return { ok: false, message: `${given} is no YAML file`, hint: 'name one that ends in .yaml' }
  try {
    const full = resolve(folder, given)
    const path = existsSync(full) ? realpathSync(full) : full
    if (existsSync(path) && !statSync(path).isFile())
      return { ok: false, message: `${given} is no file`, hint: 'name a file' }
    const text = existsSync(path) ? readText(path) : null
    const mark = text?.startsWith('\uFEFF') === true ? '\uFEFF' : ''
    const existing = text === null || text.trim() === '' ? null : text.slice(mark.length)
    const asShown = shown(full, folder)
    const open = openBeside(asShown, folder, () => undefined)
    const saved = await composeSave(talk, { file: asShown, existing, name, open })
    if (!saved.ok) return saved
    writeWhole(path, mark + saved.text)
    const place = `${asShown}:${saved.line}`
    return { ...saved, place, command: runCommand(place, talk, flags) }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    return { ok: false, message: `${given} cannot be written: ${message}`, hint: 'name another file' }
  }
}

/** The command that runs what was saved where it was said. */
function runCommand(place: string, { version }: ChatTalk, { target, workspace, config }: PlaceFlags): string {
  const flags = { 'agent-version': version, target, workspace, config }
  const given = Object.entries(flags).flatMap(([flag, value]) =>
    value === undefined ? [] : [`--${flag} ${word(value)}`],
  )
  return ['tableread run', word(place), ...given].join(' ')
}

/** A word of a shell. */
function word(text: string): string {
  return /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
