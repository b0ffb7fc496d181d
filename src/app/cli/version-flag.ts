import { type Command, Option } from 'commander'
import { isVersion } from '../../suite/language/version-word.ts'

/** Refuses `--version` after every verb, where printing Tableread's own would look like a run that passed. */
export function refuseVersionAfterVerbs(program: Command): void {
  program.enablePositionalOptions()
  for (const command of verbsOf(program)) {
    command.addOption(new Option('-V, --version [version]').hideHelp())
    command.on('option:version', (argument: unknown) => {
      const hint = `${versionHint(command.options, command.name(), argument)}; tableread --version prints the version of Tableread`
      command.error(`error: ${command.name()} has no --version\n   hint: ${hint}`, { exitCode: 2 })
    })
  }
}

/** A command's verbs, and those below them. */
export function verbsOf({ commands }: Command): Command[] {
  return commands.flatMap((command) => [command, ...verbsOf(command)])
}

/** Where a verb takes the version of an agent that was given in another place; `draft` stands for what is no version. */
export function versionHint(options: readonly Option[], verb: string, argument: unknown): string {
  const version = typeof argument === 'string' && isVersion(argument) ? argument : 'draft'
  if (options.some(({ long }) => long === '--agent-version')) return `write -v ${version} for the version of the agent`
  if (verb === 'compare')
    return `write the two sides, tableread compare default ${version === 'default' ? 'draft' : version}`
  if (verb === 'bisect') return `write -g 1 -b ${version === 'default' ? 'draft' : version}`
  return `${verb} asks for no version of an agent`
}
