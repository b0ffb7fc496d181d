import { type Command, Option } from 'commander'

const collect = (value: string | true, earlier: (string | true)[] = []): (string | true)[] => [...earlier, value]

/** The verbs that talk with agents; of these, those that take steps of scripts, which may message and call. */
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
