import { lfsPointer } from '../../base/files/files.ts'

/** What a file is that nothing here reads, and where to look instead. */
export interface ForeignFile {
  message: string
  hint: string
}

const code = 'code is not run: import the traces of a run, or write a suite in TypeScript (docs/code.md)'
const results = 'name the tests that came to it'

/** Marks of files that are often named by mistake. They are sought in the first characters of a file. */
const marks: readonly (readonly [RegExp, string, string])[] = [
  [lfsPointer, 'a Git LFS pointer, and not the file itself', 'fetch the file: git lfs pull'],
  [
    /^(?:[ \t]*(?:(?:#(?!(?:me|bot)\b)|\/\/).*)?(?:\r?\n|$))+$/,
    'a file of comments alone',
    'name a file that holds a script',
  ],
  [/^%PDF-/, 'a PDF', 'export the conversation as JSON or text'],
  [/^PK[^\w\s]/, 'an archive', 'unpack it, and name the files in it'],
  [/^\s*<(?:!doctype html|html)\b/i, 'a web page', 'save the data that it shows, and not the page'],
  [/^\s*(?:<\?xml|<testsuites?\b)/, 'XML', 'name JSON, YAML or text'],
  [/\bdescribeEval\s*\(|['"]vitest-evals['"]/, 'code of vitest-evals', code],
  [/['"]@langwatch\/scenario['"]|^import scenario\b|\bscenario\.run\s*\(/m, 'code of LangWatch Scenario', code],
  [/^(?:from|import) deepeval\b/m, 'code of DeepEval', code],
  [
    /^\s*"?(?:evalcases|\$schema"?: *"?agentv-)|^tests:[\s\S]*^\s+(?:criteria|expected_outcome|input_messages):/m,
    'a suite of AgentV',
    'write its cases as conversations: docs/language.md',
  ],
  [
    /^\s*(?:-\s+)?"?pass_status"?:|"macro avg"\s*:|^\s*"?failed_test_stories/m,
    'a file of results of Rasa, and no tests',
    results,
  ],
  [/"evalId"\s*:|"results"\s*:\s*\{\s*"version"\s*:/, 'a file of results of promptfoo, and no configuration', results],
  [/^\s*"?(?:openapi|swagger)"?\s*:/m, 'the description of an API', 'name conversations or tests'],
  [/^suite:[\s\S]*^conversations:/m, 'a suite of Tableread already', 'run it: tableread run'],
]

/** Says what a file is by its text, if it is of a kind that is known and not read; null for any other. */
export function foreignFile(text: string): ForeignFile | null {
  const head = text.slice(0, 20_000)
  const kind = marks.find(([mark]) => mark.test(head))
  return kind === undefined ? null : { message: `this is ${kind[1]}`, hint: kind[2] }
}
