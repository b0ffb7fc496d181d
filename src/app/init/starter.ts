import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packageFolder } from '../../base/package-folder.ts'
import { isLoopback } from '../../wire/client/loopback.ts'
import { tablereadVersion } from '../edge/package-version.ts'
import { schemaOf } from '../files/find-suites.ts'
import type { WrittenKind } from '../files/packaged-schemas.ts'

/** What plays the agent of a new project; `live` is a hosted service, all others run behind the local one. */
export const starterKinds = ['rules', 'function', 'model', 'endpoint', 'live'] as const
export type StarterKind = (typeof starterKinds)[number]

/** `url` is an endpoint's or a live service's; `file` is the base name of the agent's files. */
export interface StarterChoice {
  kind: StarterKind
  agent: string
  file: string
  url: string | null
  /** Whether the agent is there already: it gets a suite, and nothing of it is written. A commit may have another. */
  isThere?: { draft: boolean; isInCommits: boolean; url: string | null }
}

/** A file of a new project; its path is relative to the project's folder and uses slashes. */
export interface StarterFile {
  path: string
  text: string
}

/** The tools of an agent that is there, and those that it may call during a conversation. */
export interface ToolNames {
  all: readonly string[]
  during: readonly string[]
}

/** The agent name and endpoint address in the templates, to be replaced. */
const [templateName, templateUrl] = [/my-desk/g, 'http://127.0.0.1:8080/v1']

/** Without files pulled from a live service. The draft breaks one conversation, so that new users see a failure. */
export function starterFiles(choice: StarterChoice, tools: ToolNames): StarterFile[] {
  const { kind, agent, file: name, isThere } = choice
  const [left, ending] = existsSync('tsconfig.json') ? (['.mjs', '.ts'] as const) : (['.ts', '.mjs'] as const)
  const own =
    kind === 'live' || isThere !== undefined
      ? []
      : templatesOf(kind)
          .filter((path) => !path.endsWith(left))
          .map((path) => ({ path, text: templateText(`${kind}/${path}`, choice).replaceAll('.mjs', ending) }))
  const suite = own.find(({ path }) => path === 'suite.yaml')
  return [
    { path: 'tableread.config.yaml', text: writeConfig(choice, tools) },
    { path: `suites/${name}.yaml`, text: suite?.text ?? smokeSuite(agent, tools) },
    ...own
      .filter((file) => file !== suite)
      .map(({ path, text }) => ({ path: `workspace/${path.replace(templateName, name)}`, text })),
  ]
    .map(withSchema)
    .concat([{ path: 'package.json', text: writePackage() }])
}

/** The schema for the editor, by the folder that a file is in. */
const schemas: readonly [RegExp, WrittenKind][] = [
  [/^tableread\.config\.yaml$/, 'config'],
  [/^suites\//, 'suite'],
  [/workspace\.yaml$/, 'workspace'],
  [/\/agents\/[^/]*\.yaml$/, 'agent'],
]

function withSchema({ path, text }: StarterFile): StarterFile {
  const [, kind] = schemas.find(([pattern]) => pattern.test(path)) ?? []
  if (kind === undefined) return { path, text }
  return { path, text: `# yaml-language-server: $schema=${schemaOf(path, '.', kind)}\n${text}` }
}

export function hasDraft({ kind, isThere }: StarterChoice): boolean {
  return isThere?.draft ?? (kind !== 'endpoint' && kind !== 'live')
}

/** Where the agent, or its model, is asked, if that is this machine: no runner of a pipeline has what listens there. */
export function askedHere({ kind, url, isThere }: StarterChoice, workspace: string): string | null {
  const ofModel = kind === 'model' ? /^ {2}local:.*\bbase url: "([^"]+)"/m.exec(workspace)?.[1] : undefined
  const address = URL.parse(isThere?.url ?? url ?? ofModel ?? '')
  return address !== null && isLoopback(address.hostname) ? address.href : null
}

function templatesOf(kind: string): string[] {
  const folder = fileURLToPath(new URL(`templates/${kind}`, packageFolder))
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) =>
      join(parentPath, name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .sort()
}

function templateText(path: string, { agent, url }: StarterChoice): string {
  const content = readFileSync(new URL(`templates/${path}`, packageFolder), 'utf8').replace(templateName, agent)
  return url === null ? content : content.replace(templateUrl, writeAddress(url))
}

/** The address as a version states it: a host other than this machine has to be allowed explicitly. */
function writeAddress(url: string): string {
  const local = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname)
  return local ? JSON.stringify(url) : `{ url: ${JSON.stringify(url)}, live: yes }`
}

/** The choice between a gate that only failures shut, and one for which each difference is decided. */
const gateComment = `# What shuts the gate of "tableread compare": by default, what gets worse. To decide about each change as well
# ("tableread review", docs/review.md of Tableread):
# gate: { changed: 0, new calls: 0, new handoffs: 0 }
`

function writeConfig(choice: StarterChoice, { all }: ToolNames): string {
  const head = '# Settings of this project. Flags and the environment go before them: docs/commands.md of Tableread.\n'
  if (choice.kind !== 'live')
    return `${head}workspace: workspace\nversions: [${hasDraft(choice) ? 'default, draft' : 'default'}]\n${hasDraft(choice) ? gateComment : ''}`
  return `${head}target: ${JSON.stringify(choice.url)}
time limit: 30 s
# What the agent's tools do is real: a turn is sent once each of them is declared harmless here, or allowed for one run
# by --allow-tools (docs/safety.md of Tableread). These are all that the blueprint lists:
# harmless tools: ${JSON.stringify(all)}
`
}

/** A suite for an agent of which only the tools are known: guardrails for every answer, and one conversation. */
function smokeSuite(agent: string, { during: tools }: ToolNames): string {
  const example = tools[0]
  return `suite: ${JSON.stringify(`${agent}, smoke`)}
agent: ${JSON.stringify(agent)}

every turn:
  reply: { not: { matches: /as an ai|language model/i } }
  latency: { turn: 20 s }

conversations:
  - name: answers a greeting
    turns:
      - user: Hello!
        expect: { calls: { never: ${JSON.stringify(tools)} } }
${
  example === undefined
    ? ''
    : `
  # What it is for, in the words of a customer, and what it has to do then:
  # - name: calls ${example}
  #   turns:
  #     - user: ...
  #       expect:
  #         calls: [${JSON.stringify(example)}]
`
}`.replace('calls: { never: [] }', 'reply: { present: true }') // of calls that nobody may see, nothing is expected
}

/** A package.json for a project without one, so that `npm install` installs the version that wrote it. */
function writePackage(): string {
  const scripts = { test: 'tableread run -v default' } // a draft may be red, and is for `compare`
  const manifest = { private: true, scripts, devDependencies: { tableread: tablereadVersion() } }
  return `${JSON.stringify(manifest, null, 2)}\n`
}
