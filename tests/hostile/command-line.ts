import { type Command, Command as Commander } from 'commander'
import { vi } from 'vitest'

/** A verb of the command line with its options, as the program itself has them. */
export interface Verb {
  name: string
  options: Command['options']
}

/** Every verb of the command line: whatever `src/app/cli/main.ts` tells commander. Nothing of them runs. */
export function readVerbs(): Promise<readonly Verb[]> {
  known ??= read()
  return known
}

let known: Promise<readonly Verb[]> | undefined

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
  return program.commands.map((command) => ({ name: command.name(), options: command.options }))
}
