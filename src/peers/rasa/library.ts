import type { YamlNode } from '../../grammar/node.ts'
import { entriesOf, itemsOf, memberOf, textOf } from '../read-members.ts'
import type { SourceFile } from '../source-file.ts'

/** Texts of one name, and the file that has them. */
export interface RasaTexts {
  texts: string[]
  file: string
}

/** What training data and domains of an assistant say: sentences of intents, texts of responses. `used` gathers files that helped. */
export interface RasaLibrary {
  intents: ReadonlyMap<string, RasaTexts>
  responses: ReadonlyMap<string, RasaTexts>
  used: Map<string, string>
}

/** Reads what the files say about intents and responses. */
export function buildLibrary(sources: readonly SourceFile[]): RasaLibrary {
  const [intents, responses] = [new Map<string, RasaTexts>(), new Map<string, RasaTexts>()]
  for (const { document, name: file } of sources) {
    if (document?.ok !== true) continue
    for (const node of itemsOf(memberOf(document.root, 'nlu'))) {
      const intent = textOf(memberOf(node, 'intent'))
      const texts = examplesOf(memberOf(node, 'examples'))
      if (intent !== null && texts.length > 0) intents.set(intent, { texts, file })
    }
    for (const { key, value } of entriesOf(memberOf(document.root, 'responses'))) {
      const texts = itemsOf(value).flatMap((each) => textOf(memberOf(each, 'text')) ?? [])
      if (texts.length > 0 && texts.length === itemsOf(value).length) responses.set(key, { texts, file })
    }
  }
  return { intents, responses, used: new Map() }
}

/** Examples are a text with a line each, or a list of `{ text }`. */
function examplesOf(node: YamlNode | undefined): string[] {
  const lines = textOf(node)?.split('\n') ?? itemsOf(node).map((each) => textOf(memberOf(each, 'text')) ?? '')
  return lines.map((line) => stripEntities(line.trim().replace(/^- +/, ''))).filter((line) => line !== '')
}

/** A sentence without the marks of entities: `in [London](city)` is `in London`. */
export function stripEntities(text: string): string {
  return text.replace(/\[([^\][]+)\](?:\([^()]*\)|\{[^{}]*\})/g, '$1')
}
