import { draftConversation } from '../../import/sessions/draft-conversation.ts'
import { nameTalk } from '../../import/sessions/name-talk.ts'
import type { OpenIncluded } from '../../suite/language/include-files.ts'
import { parseScript } from '../../suite/language/parse.ts'
import type { Script } from '../../suite/language/script.ts'
import { writeText } from '../../suite/yaml/quote-text.ts'
import { indent } from '../../suite/yaml/write-yaml.ts'
import { appendConversation } from './append-conversation.ts'
import type { ChatTalk } from './chat-talk.ts'
import { checkSaved } from './check-saved.ts'
import { toStored } from './to-stored.ts'

/** Where to put a talk. */
export interface SaveRequest {
  /** As messages name it. */
  file: string
  /** What the file holds; null when there is none yet. */
  existing: string | null
  /** Null: what the user first asks. */
  name: string | null
  open: OpenIncluded
}

/** The text of the suite with the talk in it; the line of its conversation; what a run of it would fail for, and laws that it relaxes. */
export type Saved =
  | { ok: true; text: string; line: number; name: string; failing: string[]; relaxed: string[] }
  | { ok: false; message: string; hint: string }

/**
 * Makes a conversation of a talk, in a suite of its own or behind the others of one that is there. Expected are calls with
 * what is known of their arguments, and the values that replies tell; words stand as comments.
 */
export async function composeSave(talk: ChatTalk, { file, existing, name, open }: SaveRequest): Promise<Saved> {
  if (talk.turns.length === 0)
    return { ok: false, message: 'there is nothing to save yet', hint: 'say something first' }
  const read = existing === null ? null : parseScript(existing, file, open)
  if (read?.ok === false)
    return {
      ok: false,
      message: `${file} is no sound suite: ${read.problems[0]?.message}`,
      hint: 'tableread lint says what is wrong with it; or save to another file',
    }
  const script = read?.script ?? null
  const stored = toStored(talk)
  const taken = new Set(script?.conversations.map((each) => each.name.value))
  if (name !== null && taken.has(name))
    return { ok: false, message: `${file} has a conversation "${name}" already`, hint: 'give this one another name' }
  const own = script?.agent?.value === talk.agent || script === null
  const title = name?.replace(/[{}]/g, '').trim() || nameTalk(stored, taken)
  const notes = [`from tableread chat with version ${talk.version}; words are suggestions`]
  const agent = own ? null : talk.agent
  const lines = draftConversation(stored, { name: title, agent, notes, recording: false, exact: true })
  const made = place(script, existing, lines, talk)
  if (!made.ok) return { ...made, message: `${file}: ${made.message}` }
  const parsed = parseScript(made.text, file, open)
  if (!parsed.ok)
    return {
      ok: false,
      message: `the talk cannot be written as a suite: ${parsed.problems[0]?.message}`,
      hint: 'report this to Tableread, with the talk',
    }
  const relaxed = parsed.script.conversations.at(-1)?.laws?.map((law) => law.name) ?? []
  return { ...made, name: title, failing: await checkSaved(parsed.script, made.line, talk), relaxed }
}

function place(
  script: Script | null,
  existing: string | null,
  lines: readonly string[],
  { agent }: ChatTalk,
): ReturnType<typeof appendConversation> {
  if (script !== null && existing !== null) return appendConversation(existing, script, lines)
  const head = [
    '# yaml-language-server: $schema=../node_modules/tableread/schema/suite.json',
    'suite: Chat',
    `agent: ${writeText(agent, false)}`,
    'conversations:',
  ]
  const first = head.length + 1 + lines.findIndex((each) => !each.startsWith('#'))
  return { ok: true, text: `${[...head, ...indent(lines)].join('\n')}\n`, line: first }
}
