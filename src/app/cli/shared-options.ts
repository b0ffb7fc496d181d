import { type Command, Option } from 'commander'

const collect = (value: string | true, earlier: (string | true)[] = []): (string | true)[] => [...earlier, value]

/**
 * The verbs that talk to agents; `stepping` are those that also run steps of scripts, which may send messages and place
 * calls.
 */
const talking = ['run', 'compare', 'snapshots', 'bisect', 'record', 'chat', 'contract']
const stepping = ['run', 'compare', 'snapshots', 'bisect', 'record']

/** Adds the flags that say what may happen on a live service to every verb that sends something. */
export function addSafetyOptions(program: Command): void {
  for (const command of program.commands) {
    if (talking.includes(command.name())) addToolOption(command)
    if (!stepping.includes(command.name())) continue
    command
      .option('--allow-dispatch', 'on a live service: message and call owned sinks; counts only with a list of them')
      .option('--owned-sinks <file>', 'addresses of your own that may be reached so (config: owned sinks)')
  }
}

function addToolOption(command: Command): void {
  const text =
    'on a live service: talk to agents that have this tool, or without a name whatever tools they have; repeat it for several (config: harmless tools)'
  command.addOption(new Option('--allow-tools [tool]', text).argParser(collect).preset(true))
}

/** The verbs that run suites, and would therefore skip what `only: true` leaves out. */
const running = ['run', 'compare', 'snapshots', 'bisect', 'record', 'replay', 'teeth']

/** Adds the flag that permits `only: true` where `CI` is set. */
export function addOnlyOption(program: Command): void {
  for (const command of program.commands)
    if (running.includes(command.name()))
      command.option('--allow-only', 'run only what is marked "only: true" where CI is set too, instead of refusing it')
}

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

/** Every verb, and the verbs of verbs. */
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
