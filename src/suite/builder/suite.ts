import type { Conversation } from './builder.ts'
import type { Settings } from './settings.ts'
import { siteOf } from './site.ts'
import { type ConversationDraft, type Draft, writtenIn } from './written.ts'

/** A suite as code gave it: plain data with the place of every call. */
export interface CodeSuite extends Draft {
  name: string
  conversations: readonly ConversationDraft[]
}

/** A suite in code: its name, settings under the keys of a suite file, and its conversations. Nothing is checked before `readSuite`. */
export function suite(name: string, settings: Settings, conversations: readonly Conversation[]): CodeSuite {
  const site = siteOf(suite, 'suite')
  return {
    name,
    site,
    members: [{ key: 'suite', value: name, site }, ...writtenIn(settings, site)],
    conversations: conversations.map(({ draft }) => draft),
  }
}
