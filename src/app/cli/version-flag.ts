import { type Command, Option } from 'commander'

/**
 * Refuses `--version` after every verb. There it means the version of the agent, and printing Tableread's own version
 * would look to a pipeline like a run in which everything passed.
 */
export function refuseVersionAfterVerbs(program: Command): void {
  program.enablePositionalOptions()
  for (const command of verbsOf(program)) {
    command.addOption(new Option('-V, --version [version]').hideHelp())
    command.on('option:version', (given: unknown) => {
      const version = typeof given === 'string' && /^(default|draft|\d+)$/.test(given) ? given : 'draft'
      const hint = `${hintOf(command, version)}; tableread --version prints the version of Tableread`
      command.error(`error: ${command.name()} has no --version\n   hint: ${hint}`, { exitCode: 2 })
    })
  }
}

/** Every verb, including nested ones. */
function verbsOf({ commands }: Command): Command[] {
  return commands.flatMap((command) => [command, ...verbsOf(command)])
}

function hintOf(command: Command, version: string): string {
  if (command.options.some(({ long }) => long === '--agent-version'))
    return `write -v ${version} for the version of the agent`
  if (command.name() === 'compare')
    return `write the two sides, tableread compare default ${version === 'default' ? 'draft' : version}`
  if (command.name() === 'bisect') return `write -g 1 -b ${version === 'default' ? 'draft' : version}`
  return 'it asks for no version of an agent'
}
