import { suggest } from '../../base/suggest.ts'

/** What a person can ask for beside talking, as `/help` lists it. */
export const commands = [
  { name: 'save', usage: '/save [file] [name]', what: 'keep the talk as a conversation of a suite (suites/chat.yaml)' },
  { name: 'diff', usage: '/diff [version]', what: 'the last answer with that of another version beside it' },
  { name: 'again', usage: '/again', what: 'the last message anew: in a fresh session, after the same messages' },
  { name: 'new', usage: '/new', what: 'begin anew, in a fresh session' },
  { name: 'version', usage: '/version [version]', what: 'begin anew with another version' },
  { name: 'metadata', usage: '/metadata [key=value | file.json]', what: 'show metadata, or set it and begin anew' },
  { name: 'trace', usage: '/trace', what: 'everything that is known of the last answer, uncut' },
  { name: 'say', usage: '/say TEXT', what: 'say what looks like a command or the number of a button' },
  { name: 'help', usage: '/help', what: 'this list' },
  { name: 'quit', usage: '/quit', what: 'end; so does Ctrl-D' },
] as const

/** The name of a command. */
export type CommandName = (typeof commands)[number]['name']

/** The names of all commands. */
export const commandNames: readonly CommandName[] = commands.map(({ name }) => name)

/** What to try instead of a word that is no command, as a hint. */
export function hintFor(word: string): string {
  const near = suggest(word, [...commandNames, 'exit'])
  if (near === undefined) return `/help lists the commands; to say it to the agent: /say /${word}`
  return `did you mean /${near === 'exit' ? 'quit' : near}?`
}
