import { type Command, Option } from 'commander'

const collect = (value: string | true, earlier: (string | true)[] = []): (string | true)[] => [...earlier, value]

/**
 * The verbs that talk to agents; `stepping` are those that also run steps of scripts, which may send messages
 * and place calls.
 */
const talking = ['run', 'compare', 'snapshots', 'bisect', 'record', 'chat', 'contract', 'mcp', 'vary', 'attack']
const stepping = ['run', 'compare', 'snapshots', 'bisect', 'record', 'mcp', 'vary']

/** Adds the flags that say what may happen on a live service to every verb that sends something. */
export function addSafetyOptions(program: Command): void {
  for (const command of program.commands) {
    if (talking.includes(command.name())) addToolOption(command)
    if (!stepping.includes(command.name())) continue
    command
      .option('--allow-dispatch', 'on a live service: message and call owned sinks; counts only with a list of them')
      .option('--owned-sinks <file>', 'addresses of your own that may be reached this way (config: owned sinks)')
  }
}

function addToolOption(command: Command): void {
  const text =
    'on a live service: talk to agents that have this tool; without a name, to all agents; repeat it for several (config: harmless tools)'
  command.addOption(new Option('--allow-tools [tool]', text).argParser(collect).preset(true))
}

/** The verbs that run suites, and would therefore skip what `only: true` leaves out. */
const running = ['run', 'compare', 'snapshots', 'bisect', 'record', 'replay', 'teeth', 'vary']

/** Adds the flag that permits `only: true` where `CI` is set. */
export function addOnlyOption(program: Command): void {
  for (const command of program.commands)
    if (running.includes(command.name())) command.option('--allow-only', 'allow "only: true" even where CI is set')
}

/** Adds `--seeds`, for simulated users, to every verb that runs suites. */
export function addSeedsOption(program: Command): void {
  // `vary` does not vary simulated users.
  for (const command of program.commands)
    if (running.includes(command.name()) && command.name() !== 'vary')
      command.option('--seeds <count>', 'how many seeds simulated users run with (default: as the suites say, or one)')
}

/** Adds the judge flags to every verb that may ask judges: those that run suites, `score` and `mcp`. */
export function addJudgeOptions(program: Command): void {
  for (const command of program.commands) {
    if (![...running, 'score', 'mcp'].includes(command.name())) continue
    command
      .option('--max-judge-calls <count>', 'how many questions judges may be asked (default: no limit)')
      .option('--no-judge-cache', 'ask judges again what they answered before')
    if (command.name() === 'run' || command.name() === 'replay')
      command.option('--ask-judges', 'in a replay, ask judges where the tape has no answer, and add theirs to it')
  }
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

/** Adds options that several verbs share, in the given order, which is that of the help. Returns the command. */
export function addShared(command: Command, ...names: SharedName[]): Command {
  for (const name of names) {
    if (name === 'agentVersion') command.option(...shared[name], collectTexts)
    else command.option(...shared[name])
  }
  return command
}

/** Collects the values of a repeated option, in order. */
export const collectTexts = (value: string, earlier: string[] = []): string[] => [...earlier, value]

/** Creates a verb that runs suites and takes their paths. */
export function suiteCommand(program: Command, name: string, description: string): Command {
  return program.command(name).description(description).argument('[paths...]', paths)
}

/** The argument of every verb that runs suites. */
export const paths = 'suite files, folders of them, or file:line of one conversation (default: suites)'

/** The options that choose conversations and versions. */
export const chosen: readonly SharedName[] = ['agentVersion', 'name', 'tags']

/** The options that say where conversations are sent, and how. */
export const sent: readonly SharedName[] = ['target', 'workspace', 'seed', 'clock', 'concurrency', 'timeLimit']

/** The budgets of a run. */
export const budgets: readonly SharedName[] = ['maxTurns', 'maxTime', 'maxTokensSpent', 'maxCost']

/** The files that a study can be reported to, whatever it is. */
export const reports: readonly SharedName[] = ['json', 'junit', 'ctrf', 'otlp', 'markdown', 'html']

/** Adds `--reporter` with these choices. */
export function addReporter(command: Command, ...choices: string[]): Command {
  return command.addOption(new Option('-r, --reporter <name>', 'how to report').choices(choices).default('default'))
}

/** Adds the options of the history; `what` names what it stores. */
export function addHistory(command: Command, what: string): Command {
  return command
    .option('--history <file>', `where each ${what} is kept (default: .tableread/history.sqlite; TABLEREAD_HISTORY)`)
    .option('--no-history', `do not keep this ${what}`)
}

/** Options that several verbs share, with the same wording. */
export const shared: Readonly<Record<SharedName, readonly [flags: string, text: string]>> = {
  agentVersion: ['-v, --agent-version <version>', 'default, draft or a number; repeat it for several'],
  name: ['-t, --name <pattern>', 'only conversations whose "suite > name" matches, without regard to case'],
  tags: ['--tags <tags...>', 'only conversations with one of these tags'],
  json: ['--json [file]', 'write the result as JSON: to standard output, or to a file beside the report'],
  junit: ['--junit <file>', 'write JUnit XML to a file beside the report'],
  ctrf: ['--ctrf <file>', 'write a CTRF report (Common Test Report Format, JSON) to a file beside the report'],
  otlp: [
    '--otlp <file>',
    'write OpenTelemetry spans (OTLP/JSON) to a file, or post them to the address of a collector',
  ],
  markdown: ['--markdown <file>', 'write a summary as Markdown, for a pull request or a job; - is standard output'],
  html: ['--html <file>', 'write the report as one HTML file that needs no network'],
  quarantine: ['--quarantine <file>', 'conversations that may fail for now, each with a reason (config: quarantine)'],
  showPrivate: ['--show-private', 'show personal data and signed links unmasked; the API key is never shown'],
  target: ['--target <url>', 'the service; default: the local service, embedded (environment: TABLEREAD_TARGET)'],
  workspace: ['--workspace <path>', 'the workspace of the embedded local service'],
  seed: ['--seed <seed>', 'seed for {{random.…}} values and simulated users (default: tableread)'],
  clock: ['--clock <clock>', 'its clock: system, frozen, or an instant to freeze it at (default: system)'],
  concurrency: ['-c, --concurrency <count>', 'how many conversations run at once, or auto (default: 8)'],
  timeLimit: ['--time-limit <time>', 'how long to wait for the answer to a turn, for example 10s (default: 30 s)'],
  maxTurns: ['--max-turns <turns>', 'the turn budget: conversations that may take more than is left are not reached'],
  maxTime: [
    '--max-time <time>',
    'the time budget: no turn begins after it, for example 10min; the rest is not reached',
  ],
  maxTokensSpent: [
    '--max-tokens-spent <tokens>',
    'the token budget, input and output: once it is spent, no turn begins; the rest is not reached',
  ],
  maxCost: [
    '--max-cost <amount>',
    'the cost budget, in the currency of the prices: once it is spent, no turn begins; the rest is not reached',
  ],
  durations: [
    '--durations <file>',
    'with --shard: cut by how long conversations take, from a file that --write-durations wrote',
  ],
  keepGoing: ['--keep-going', 'go on with the next turn after one that failed'],
  noReconcile: ['--no-reconcile', 'do not compare the turns with the stored session after the last turn'],
  config: ['--config <file>', 'the config file (default: tableread.config.yaml or .ts)'],
  allFailures: ['--all-failures', 'show every failure in full, instead of one for each cause'],
  coverage: ['--coverage', 'print which tools, handoffs, metadata and kinds of content the run saw'],
}

type SharedName =
  | 'agentVersion'
  | 'name'
  | 'tags'
  | 'json'
  | 'junit'
  | 'ctrf'
  | 'otlp'
  | 'markdown'
  | 'html'
  | 'quarantine'
  | 'showPrivate'
  | 'target'
  | 'workspace'
  | 'seed'
  | 'clock'
  | 'concurrency'
  | 'timeLimit'
  | 'maxTurns'
  | 'maxTime'
  | 'maxTokensSpent'
  | 'maxCost'
  | 'durations'
  | 'keepGoing'
  | 'noReconcile'
  | 'config'
  | 'allFailures'
  | 'coverage'
