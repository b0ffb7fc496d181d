import type { ChatDesk } from './chat-desk.ts'
import type { ChatTalk } from './chat-talk.ts'
import { readSaveWords } from './read-save-words.ts'
import { showLines } from './show-lines.ts'
import { line } from './shown-line.ts'

/** Keeps the talk in a suite, and says how to run it. False when it could not be kept. */
export async function performSave(talk: ChatTalk, rest: string, desk: ChatDesk): Promise<boolean> {
  const { file, name } = readSaveWords(rest)
  const saved = await desk.save(talk, file, name)
  if (!saved.ok) {
    showLines(desk, [line('bad', `not saved: ${saved.message}`), line('dim', saved.hint, 2)])
    return false
  }
  const { place, command, failing, relaxed } = saved
  showLines(desk, [
    line('plain', `saved "${saved.name}" at ${place}`),
    line('plain', command, 2),
    ...relaxed.map((law) =>
      line('warn', `this talk breaks the law "${law}", which is relaxed there: take that out once it is mended`, 2),
    ),
    ...failing.map((each) => line('warn', `a run of it will fail: ${each}`, 2)),
  ])
  return true
}
