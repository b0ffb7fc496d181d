import type { Peer } from './draft.ts'
import { entriesOf, itemsOf, memberOf, scalarText } from './read-members.ts'
import { findSources, readSource, type SourceFile } from './source-file.ts'

/** The tool that a script clearly belongs to, by file name and content; null if it could be anything. */
export function recognisePeer({ path, text, document }: SourceFile): Peer | null {
  if (/\.p?convo\.|\.utterances\.|\.scriptingmemory\./i.test(path)) return 'botium'
  if (document === null) {
    if (/\.md$/i.test(path)) return /^#+ *(?:convos|partial ?convos|utterances|intent:)/im.test(text) ? 'botium' : null
    if (/\.csv$/i.test(path))
      return /^"?(?:me|user|question|conversation_?id|sender)"?[,;\t]/i.test(text) ? 'botium' : null
    return /^#(?:me|bot)\b/m.test(text) ? 'botium' : null
  }
  if (!document.ok) return isPromptTemplate(text) ? 'promptfoo' : null
  const { root } = document
  const has = (...keys: string[]): boolean => entriesOf(root).some(({ key }) => keys.includes(key))
  if (has('convos', 'partialConvos', 'utterances', 'scriptingMemory')) return 'botium'
  if (has('test_cases', 'stories', 'rules', 'nlu', 'responses', 'intents')) return 'rasa'
  if (has('interactions') || memberOf(memberOf(root, 'agent'), 'goal') !== undefined) return 'voiceflow'
  if (has('environmentName', 'newSessionPerTest')) return 'voiceflow'
  if (itemsOf(memberOf(root, 'tests')).some((test) => memberOf(test, 'file') !== undefined)) return 'voiceflow'
  if (has('prompts', 'providers', 'defaultTest', 'scenarios', 'redteam')) return 'promptfoo'
  if (itemsOf(root).some((each) => memberOf(each, 'vars') !== undefined && memberOf(each, 'assert') !== undefined))
    return 'promptfoo'
  if (/voiceflow/.test(scalarText(memberOf(root, '$id')) ?? '')) return 'voiceflow'
  // A session may say `{{name}}` where a placeholder leaked; prompts are lists of messages.
  if (has('transcript', 'data', 'sessions', 'turns', 'resourceSpans', 'observations', 'run_type')) return null
  return isPromptTemplate(text) ? 'promptfoo' : null
}

/** A promptfoo prompt is a Nunjucks template, which no other peer has. */
export function isPromptTemplate(text: string): boolean {
  return /\{[%{]/.test(text) && /["']?role["']?\s*:/.test(text) && !/^(?:prompts|tests|providers)\s*:/m.test(text)
}

/** Whether any of the named files, or of the first files in a named folder, clearly belongs to a peer. */
export function looksLikePeers(paths: readonly string[]): boolean {
  return paths
    .flatMap((path) => findSources(path).slice(0, 50))
    .some((path) => {
      const read = readSource(path, path)
      return read.ok && recognisePeer(read.source) !== null
    })
}
