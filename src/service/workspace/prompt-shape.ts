import { oneOrMore } from '../../suite/yaml/collections.ts'
import type { Place, Placed } from '../../suite/yaml/place.ts'
import { record, required } from '../../suite/yaml/record.ts'
import { placed, text } from '../../suite/yaml/scalar.ts'
import type { Shape } from '../../suite/yaml/shape.ts'

/** A system text of a prompt: the text itself, or the file that has it. */
export type PromptPart = string | { file: Placed<string> }

/** A prompt as a commit had it. */
export interface PromptFromGit {
  commit: Placed<string>
  file: Placed<string>
  at: Place
}

const fileRecord = record('a prompt from a file', {
  file: required('file', placed(text), 'The file of the prompt, beside this one: prompts/desk.md.'),
})

const partShape: Shape<PromptPart> = {
  read: (node, reading) => (node.kind === 'map' ? fileRecord.read(node, reading) : text.read(node, reading)),
  schema: (definitions) => ({ anyOf: [text.schema(definitions), fileRecord.schema(definitions)] }),
}

/** The system texts of an agent, each written out or in a file. */
export const promptShape: Shape<PromptPart[]> = oneOrMore('texts', partShape)

/** The prompt as a commit had it. */
export const fromGitShape: Shape<PromptFromGit> = record('a prompt from git', {
  commit: required('commit', placed(text), 'The commit: its id, or a tag.'),
  file: required('file', placed(text), 'The file of the prompt, as the commit had it, beside this one.'),
})
