import type { Flags, FlagsOf } from './flag.ts'
import { pick, rewordFlag } from './shared-flags.ts'
import { reports } from './study-flags.ts'

/** What the verbs beside studies can be asked, in the order of their help. */

const asJson = { written: '--json', help: 'print it as JSON' } as const

export const chatFlags = {
  agentVersion: {
    written: '-v, --agent-version <version>',
    help: 'default, draft or a number',
    usually: 'default',
  },
  metadata: {
    written: '-m, --metadata <given>',
    help: 'key=value, or a JSON file of metadata; repeat it for several',
    repeats: true,
  },
  asUser: {
    written: '--as-user <place>',
    help: 'take over from the simulated user of a conversation, as suites/a.yaml:12 or suites/a.yaml:12~7',
    page: 'chat.md#taking-over-from-a-simulated-user',
  },
  ...pick('seed'),
  userFirst: { written: '--user-first', help: 'you speak first, even where the agent would open' },
  ...pick('showPrivate', 'target', 'workspace', 'clock'),
  timeLimit: rewordFlag('timeLimit', { help: 'how long to wait for an answer, for example 10s' }),
  ...pick('config', 'allowTools'),
} as const satisfies Flags

export const serveFlags = {
  port: { written: '-p, --port <port>', help: 'the port; 0 picks a free one', preset: '4010', needed: true },
  workflowPort: {
    written: '--workflow-port <port>',
    help: 'a second port for the workflow host; without it one origin serves both hosts',
  },
  host: {
    written: '--host <address>',
    help: 'the address to listen on',
    usually: '127.0.0.1, this machine alone',
  },
  workspace: {
    written: '--workspace <path>',
    help: 'a folder with workspace.yaml or .ts; repeat it for several',
    usually: 'demo',
    config: 'workspace',
    repeats: true,
  },
  data: { written: '--data <file>', help: 'keep everything in this SQLite file', usually: 'in memory' },
  clock: rewordFlag('clock', { help: 'system, frozen, or an instant to freeze it at' }),
  ambiguity: {
    written: '--ambiguity <seed>',
    help: 'where the interface allows several answers, choose among them by this seed',
  },
  seed: { written: '--seed <seed>', help: 'seed for random picks' },
  callEnvelope: {
    written: '--call-envelope <kind>',
    help: 'the responseCode of failing call triggers',
    choices: ['mirrored', 'always200'],
  },
  watch: { written: '-w, --watch', help: 'read the workspace again when its files change' },
  json: { written: '--json', help: 'print where it listens as one line of JSON' },
  ...pick('config'),
} as const satisfies Flags

export const historyFlags = {
  ...pick('name'),
  agentVersion: rewordFlag('agentVersion', { help: 'only this version; repeat it for several' }),
  last: {
    written: '-n, --last <count>',
    help: 'how many of the newest runs of each conversation',
    preset: '20',
  },
  flaky: { written: '--flaky', help: 'only conversations that pass and fail without a change, the worst first' },
  ...reports,
  writeDurations: rewordFlag('writeDurations', {
    help: 'write how long conversations take to a file, to cut shards by; print nothing',
  }),
  history: {
    written: '--history <file>',
    help: 'the history',
    usually: '.tableread/history.sqlite',
    environment: 'TABLEREAD_HISTORY',
  },
  ...pick('config'),
} as const satisfies Flags

export const schemaFlags = {
  openapi: {
    written: '--openapi',
    help: 'print the interface of the service as an OpenAPI 3.1 document instead',
  },
  result: { written: '--result', help: 'print the JSON Schema of the result of a run instead' },
  comparison: { written: '--comparison', help: 'print the JSON Schema of the result of a comparison instead' },
  labels: { written: '--labels', help: 'print the JSON Schema of label files for judges instead' },
  forEditor: {
    written: '--for-editor [folder]',
    help: "write the schemas of all files, with this project's names filled in",
    usually: '.tableread/schema',
  },
  ...pick('config'),
} as const satisfies Flags

export const contractFlags = {
  rule: {
    written: '--rule <id>',
    help: 'only this rule, for example CHA-10; repeat it for several',
    repeats: true,
  },
  seed: {
    written: '--seed <seed>',
    help: 'seed for the requests; the same number generates the same ones',
    usually: 'random',
  },
  path: {
    written: '--path <path>',
    help: 'begin at one case of the seed, as a counterexample names it; with one --rule',
  },
  runs: { written: '--runs <count>', help: 'how many requests are drawn for a rule', usually: '100' },
  live: {
    written: '--live',
    help: 'the configured service, in safe mode: nothing is sent that could reach a person',
    page: 'contract.md#safe-mode',
  },
  target: { written: '--target <url>', help: 'the live service', environment: 'TABLEREAD_TARGET' },
  agent: {
    written: '--agent <name>',
    help: 'an agent of the live service to talk to, where its tools are harmless or allowed; repeat it for several',
    repeats: true,
  },
  workspace: {
    written: '--workspace <path>',
    help: 'a workspace of the local service; repeat it for a second one',
    repeats: true,
  },
  ledger: { written: '--ledger <file>', help: 'note in this file what was verified on which target, and when' },
  ...reports,
  ...pick('config', 'allowTools'),
} as const satisfies Flags

export const pullFlags = {
  agent: { written: '--agent <name>', help: 'the agent, by the name that triggers use' },
  id: {
    written: '--id <id>',
    help: 'the id that the service lists it under',
    usually: 'the one in its file, else its name',
  },
  output: {
    written: '-o, --output <folder>',
    help: 'the folder of the workspace',
    usually: 'workspace',
    config: 'workspace',
  },
  force: { written: '--force', help: 'take what the service lists even where the file was changed' },
  check: { written: '--check', help: 'write nothing; exit with 1 if the service and the file differ' },
  ...reports,
  target: { written: '--target <url>', help: 'the service', environment: 'TABLEREAD_TARGET' },
  timeLimit: rewordFlag('timeLimit', { help: 'how long to wait for its answer, for example 10s' }),
  ...pick('config'),
} as const satisfies Flags

export const lintFlags = {
  ...pick('agentVersion'),
  target: rewordFlag('target', { help: 'read the agents that this service lists' }),
  workspace: rewordFlag('workspace', { help: 'the workspace whose agents to check against', usually: 'demo' }),
  fix: {
    written: '--fix',
    help: 'fix typos in the files where the meaning cannot change: keys, words, variables, agents, tools',
  },
  blueprints: { written: '--no-blueprints', help: 'only read the files: nothing is checked against agents' },
  ...reports,
  ...pick('config', 'allowOnly'),
} as const satisfies Flags

export const suggestFlags = {
  ...pick('agentVersion'),
  agent: {
    written: '--agent <names...>',
    help: 'only these agents',
    usually: 'those of the suites; without paths all of the workspace',
  },
  write: { written: '--write <path>', help: 'write drafts for what is not covered, into a folder or a suite' },
  from: {
    written: '--from <results...>',
    help: 'what run --json wrote: shows what runs saw although no suite expects it',
  },
  ...reports,
  ...pick('showPrivate'),
  ...pick('target', 'workspace'),
  timeLimit: rewordFlag('timeLimit', { help: 'how long to wait for the list of agents, for example 10s' }),
  ...pick('config'),
} as const satisfies Flags

export const mcpFlags = {
  folder: {
    written: '--folder <folder>',
    help: 'the project folder, beyond which no tool reads or writes',
    usually: 'the current one',
  },
  ...pick('target', 'workspace', 'seed', 'concurrency', 'timeLimit'),
  ...pick('maxTurns', 'maxTime', 'maxTokensSpent', 'maxCost', 'history', 'config'),
  ...pick('allowTools', 'allowDispatch', 'ownedSinks', 'maxJudgeCalls', 'judgeCache'),
} as const satisfies Flags

export const initFlags = {
  kind: {
    written: '--kind <kind>',
    help: 'what plays the agent',
    usually: 'rules',
    choices: ['rules', 'function', 'model', 'endpoint', 'live'],
  },
  agent: { written: '--agent <name>', help: 'what the agent is called', usually: 'my-desk' },
  url: {
    written: '--url <url>',
    help: 'its address, for the kinds endpoint and live',
    environment: 'TABLEREAD_TARGET',
  },
  timeLimit: rewordFlag('timeLimit', { help: 'how long a live service may take, for example 2m' }),
  ci: {
    written: '--ci <pipeline>',
    help: 'where pull requests are checked',
    usually: 'github',
    choices: ['github', 'gitlab', 'none'],
  },
  shards: { written: '--shards <count>', help: 'on how many machines the pipeline runs', preset: '1', needed: true },
  agents: {
    written: '--agents',
    help: 'only teach coding agents: a skill, a passage of AGENTS.md, and the tools in .mcp.json',
  },
  yes: { written: '-y, --yes', help: 'ask nothing' },
} as const satisfies Flags

export const reviewFlags = {
  approve: {
    written: '--approve <id>',
    help: 'approve it: an id, a group or file:line; repeat it for several',
    repeats: true,
  },
  reject: {
    written: '--reject <id>',
    help: 'reject it, so that it shuts the gate; repeat it for several',
    repeats: true,
  },
  why: { written: '--why <reason>', help: 'why, which a decision needs' },
  until: { written: '--until <date>', help: 'the day (YYYY-MM-DD) from which the decision no longer holds' },
  by: { written: '--by <name>', help: 'who decides', usually: 'the name that git knows' },
  prune: { written: '--prune', help: 'take out decisions whose differences are gone' },
  editSuites: {
    written: '--edit-suites',
    help: 'edit what suites expect of approved conversations, as far as their recorded turns prove it',
  },
  serve: {
    written: '--serve [port]',
    help: 'serve the page to this machine; its buttons write reviews.yaml',
  },
  ...pick('config'),
} as const satisfies Flags

const theQueue = {
  queue: rewordFlag('queue', { help: 'the queue: redis://host:6379/0, or rediss://' }),
} as const

export const workFlags = {
  ...theQueue,
  concurrency: {
    written: '-c, --concurrency <count>',
    help: 'how many conversations at once',
    preset: '8',
    needed: true,
  },
  lease: {
    written: '--lease <time>',
    help: 'how long a worker may be silent before another one takes its conversations',
    preset: '30s',
    needed: true,
  },
} as const satisfies Flags

/** Those of `tableread queue`, by what it is asked to do. */
export const queueFlags = {
  status: { ...theQueue, json: asJson },
  page: { ...theQueue, port: { written: '--port <port>', help: '0 picks a free one', preset: '0' } },
  pause: theQueue,
  resume: theQueue,
  limit: {
    ...theQueue,
    rate: {
      written: '--rate <requests>',
      help: 'requests a minute to the service of --target; 0 for no limit',
    },
    target: { written: '--target <url>', help: 'the service' },
    atOnce: { written: '--at-once <count>', help: 'conversations at once; 0 for no limit' },
  },
} as const satisfies Record<string, Flags>

export type ChatFlags = FlagsOf<typeof chatFlags>
export type ServeFlags = FlagsOf<typeof serveFlags>
export type HistoryFlags = FlagsOf<typeof historyFlags>
export type SchemaFlags = FlagsOf<typeof schemaFlags>
export type ContractFlags = FlagsOf<typeof contractFlags>
export type LintFlags = FlagsOf<typeof lintFlags>
export type SuggestFlags = FlagsOf<typeof suggestFlags>
export type PullFlags = FlagsOf<typeof pullFlags>
export type McpFlags = FlagsOf<typeof mcpFlags>
export type InitFlags = FlagsOf<typeof initFlags>
export type ReviewFlags = FlagsOf<typeof reviewFlags>
export type WorkFlags = FlagsOf<typeof workFlags>
