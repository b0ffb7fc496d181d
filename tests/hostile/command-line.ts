import { type Command, Command as Commander } from 'commander'
import { vi } from 'vitest'

/** A verb of the command line with its options, as the program itself declares them. */
export interface Verb {
  /** The name as typed: `run`, or `judge label`. */
  name: string
  options: Command['options']
}

/** Every verb and subcommand that `src/app/cli/main.ts` declares to commander; runs none of them. */
export function readVerbs(): Promise<readonly Verb[]> {
  verbPromise ??= read()
  return verbPromise
}

let verbPromise: Promise<readonly Verb[]> | undefined

async function read(): Promise<readonly Verb[]> {
  let program: Command | undefined
  const parse = vi.spyOn(Commander.prototype, 'parseAsync').mockImplementation(async function (this: Command) {
    program = this
    return this
  })
  try {
    await import('../../src/app/cli/main.ts')
  } finally {
    parse.mockRestore()
  }
  if (program === undefined) throw new Error('the command line reads no arguments')
  return verbsOf(program)
}

/** A command that only has subcommands, such as `judge`, is not a verb itself. */
function verbsOf({ commands }: Command, before = ''): Verb[] {
  return commands.flatMap((command) => {
    const name = `${before}${command.name()}`
    const isGroup = command.commands.length > 0 && command.registeredArguments.length === 0
    return [...(isGroup ? [] : [{ name, options: command.options }]), ...verbsOf(command, `${name} `)]
  })
}

/** The verb that these words begin with; the longest, because a verb may have subcommands. */
export function verbIn(words: readonly string[], verbs: readonly Verb[]): Verb | undefined {
  const begins = ({ name }: Verb): boolean => name.split(' ').every((word, index) => words[index] === word)
  return verbs.filter(begins).sort((a, b) => b.name.length - a.name.length)[0]
}
