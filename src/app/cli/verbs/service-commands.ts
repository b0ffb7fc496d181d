import { type Command, Option } from 'commander'
import type { McpFlags } from '../../mcp/desk.ts'
import { pipelines, starterKinds } from '../../project/starter.ts'
import { finish } from '../output/finish.ts'
import type { ChatFlags } from './chat.ts'
import type { ContractFlags } from './contract.ts'
import type { InitFlags } from './init.ts'
import type { PullFlags } from './pull.ts'
import { addHistory, addShared, budgets, collectTexts, shared } from './shared-options.ts'

/** Adds `tableread chat`. */
export function addChatCommand(program: Command): void {
  program
    .command('chat')
    .description('talk with an agent in the terminal, and keep the talk as a conversation of a suite')
    .argument('[agent]', 'the name of the agent')
    .option('-v, --agent-version <version>', 'default, draft or a number (default: default)')
    .option('-m, --metadata <given>', 'key=value, or a JSON file of metadata; repeat it for several', collectTexts)
    .option(
      '--as-user <place>',
      'take over from the simulated user of a conversation, as suites/a.yaml:12 or suites/a.yaml:12~7',
    )
    .option(...shared.seed)
    .option('--user-first', 'you speak first, even where the agent would open')
    .option(...shared.showPrivate)
    .option(...shared.target)
    .option(...shared.workspace)
    .option(...shared.clock)
    .option('--time-limit <time>', 'how long to wait for an answer, for example 10s (default: 30 s)')
    .option(...shared.config)
    .action(async (agent: string | undefined, flags: ChatFlags) => {
      await finish((await import('./chat.ts')).chat(agent, flags))
      // In the embedded service a cancelled turn may still be running; somebody who quits should not have to
      // wait for it.
      if (process.stdout.isTTY === true) process.exit()
    })
}

/** Adds `tableread contract`. */
export function addContractCommand(program: Command): void {
  program
    .command('contract')
    .description(
      'test the rules of the interface with generated requests, on the local service or in safe mode on a live one',
    )
    .option('--rule <id>', 'only this rule, for example CHA-10; repeat it for several', collectTexts)
    .option('--seed <seed>', 'seed for the requests; the same number generates the same ones (default: random)')
    .option('--path <path>', 'begin at one case of the seed, as a counterexample names it; with one --rule')
    .option('--runs <count>', 'how many requests are drawn for a rule (default: 100)')
    .option('--live', 'the configured service, in safe mode: nothing is sent that could reach a person')
    .option('--target <url>', 'the live service (environment: TABLEREAD_TARGET)')
    .option(
      '--agent <name>',
      'an agent of the live service to talk to, where its tools are harmless or allowed; repeat it for several',
      collectTexts,
    )
    .option('--workspace <path>', 'a workspace of the local service; repeat it for a second one', collectTexts)
    .option('--ledger <file>', 'note in this file what was verified on which target, and when')
    .option('--json [file]', 'print the report as JSON, or write it to a file beside the text')
    .option(...shared.config)
    .action(async (flags: ContractFlags) => finish((await import('./contract.ts')).contract(flags)))
}

/** Adds `tableread pull`. */
export function addPullCommand(program: Command): void {
  program
    .command('pull')
    .description("copy an agent's configuration from a service into a workspace, to rehearse it there; nothing is sent")
    .option('--agent <name>', 'the agent, by the name that triggers use')
    .option('--id <id>', 'the id that the service lists it under (default: the one in its file, else its name)')
    .option('-o, --output <folder>', 'the folder of the workspace (config: workspace; default: workspace)')
    .option('--force', 'take what the service lists even where the file was changed')
    .option('--check', 'write nothing; exit with 1 if the service and the file differ')
    .option('--json', 'print what changed, and what is to be filled in, as JSON')
    .option('--target <url>', 'the service (environment: TABLEREAD_TARGET)')
    .option('--time-limit <time>', 'how long to wait for its answer, for example 10s (default: 30 s)')
    .option(...shared.config)
    .action(async (flags: PullFlags) => finish((await import('./pull.ts')).pull(flags)))
}

/** Adds `tableread mcp`, which lets coding agents work with suites. */
export function addMcpCommand(program: Command): void {
  const mcp = program
    .command('mcp')
    .description('serve tools for coding agents over standard input and output (Model Context Protocol)')
    .option('--folder <folder>', 'the project folder, beyond which no tool reads or writes (default: the current one)')
  addShared(mcp, 'target', 'workspace', 'seed', 'concurrency', 'timeLimit', ...budgets)
  addHistory(mcp, 'run')
  addShared(mcp, 'config').action(async (flags: McpFlags) =>
    finish((await import('../../mcp/serve-tools.ts')).serveTools(flags)),
  )
}

/** Adds `tableread init`. */
export function addInitCommand(program: Command): void {
  program
    .command('init')
    .description('start a project in this folder: a suite, a config, an agent and a pipeline; existing files are kept')
    .addOption(new Option('--kind <kind>', 'what plays the agent (default: rules)').choices(starterKinds))
    .option('--agent <name>', 'what the agent is called (default: my-desk)')
    .option('--url <url>', 'its address, for the kinds endpoint and live (environment: TABLEREAD_TARGET)')
    .option('--time-limit <time>', 'how long a live service may take, for example 2m (default: 30 s)')
    .addOption(new Option('--ci <pipeline>', 'where pull requests are checked (default: github)').choices(pipelines))
    .option('-y, --yes', 'ask nothing')
    .action(async (flags: InitFlags) => finish((await import('./init.ts')).init(flags)))
}
