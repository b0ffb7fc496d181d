import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packageFolder } from '../../base/package-folder.ts'
import type { Blueprint } from '../../wire/api/blueprint.ts'
import type { WrittenKind } from './editor-schemas.ts'
import { schemaOf } from './find-suites.ts'
import { tablereadVersion } from './package-version.ts'

/** What plays the agent of a new project; `live` is a hosted service, all others stand behind the local one. */
export const starterKinds = ['rules', 'function', 'model', 'endpoint', 'live'] as const
export type StarterKind = (typeof starterKinds)[number]

/** Whose pipeline a new project gets. */
export const pipelines = ['github', 'gitlab', 'none'] as const
export type Pipeline = (typeof pipelines)[number]

/**
 * What somebody wants to begin with. `url` is the address of an endpoint or of a live service; `file` is what files of the agent
 * are called, without their ending.
 */
export interface StarterChoice {
  kind: StarterKind
  agent: string
  file: string
  url: string | null
  ci: Pipeline
}

/** A file of a new project; its path counts from the project's folder and has slashes. */
export interface StarterFile {
  path: string
  text: string
}

/** The name that agents have in the templates, and the address of their endpoint. */
const [templateName, templateUrl] = [/my-desk/g, 'http://127.0.0.1:8080/v1']

const pipelineFiles = { github: '.github/workflows/tableread.yml', gitlab: '.gitlab-ci.yml' }

/**
 * The files of a new project, but for what is pulled from a live service. A version called draft breaks one
 * conversation, so that whoever begins sees a failure at its line.
 */
export function starterFiles(choice: StarterChoice, shown: Blueprint | null): StarterFile[] {
  const { kind, agent, file: name, ci } = choice
  const own =
    kind === 'live' ? [] : templatesOf(kind).map((path) => ({ path, text: fill(template(kind, path), choice) }))
  const suite = own.find(({ path }) => path === 'suite.yaml')
  return [
    { path: 'tableread.config.yaml', text: writeConfig(choice, shown) },
    { path: `suites/${name}.yaml`, text: suite?.text ?? smokeSuite(agent, shown) },
    ...own
      .filter((file) => file !== suite)
      .map(({ path, text }) => ({ path: `workspace/${path.replace(templateName, name)}`, text })),
  ]
    .map(withSchema)
    .concat([
      ...(ci === 'none' ? [] : [{ path: pipelineFiles[ci], text: template('ci', `${ci}.yml`) }]),
      { path: 'package.json', text: writePackage() },
    ])
}

/** By the folder that a file is in, whose schema the editor holds it against. */
const schemas: readonly [RegExp, WrittenKind][] = [
  [/^tableread\.config\.yaml$/, 'config'],
  [/^suites\//, 'suite'],
  [/workspace\.yaml$/, 'workspace'],
  [/\/agents\/[^/]*\.yaml$/, 'agent'],
]

/** A file with the line by which editors find its schema, if it has one. */
function withSchema({ path, text }: StarterFile): StarterFile {
  const [, kind] = schemas.find(([pattern]) => pattern.test(path)) ?? []
  if (kind === undefined) return { path, text }
  return { path, text: `# yaml-language-server: $schema=${schemaOf(path, '.', kind)}\n${text}` }
}

/** Whether what is written has a version called draft. */
export function hasDraft({ kind }: StarterChoice): boolean {
  return kind !== 'endpoint' && kind !== 'live'
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

function template(kind: string, path: string): string {
  return readFileSync(new URL(`templates/${kind}/${path}`, packageFolder), 'utf8')
}

function fill(text: string, { agent, url }: StarterChoice): string {
  const named = text.replace(templateName, agent)
  return url === null ? named : named.replace(templateUrl, writeAddress(url))
}

/** The address as a version has it: a host that is not this machine has to be allowed. */
function writeAddress(url: string): string {
  const local = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname)
  return local ? JSON.stringify(url) : `{ url: ${JSON.stringify(url)}, live: yes }`
}

function writeConfig(choice: StarterChoice, shown: Blueprint | null): string {
  const head = '# Settings of this project. Flags and the environment go before them: docs/commands.md of Tableread.\n'
  if (choice.kind !== 'live')
    return `${head}workspace: workspace\nversions: [${hasDraft(choice) ? 'default, draft' : 'default'}]\n`
  return `${head}target: ${JSON.stringify(choice.url)}
time limit: 30 s
# What the agent's tools do is real: a turn is sent once each of them is declared harmless here, or allowed for one run
# by --allow-tools (docs/safety.md of Tableread). These are all that the blueprint lists:
# harmless tools: ${JSON.stringify(toolsOf(shown))}
`
}

function toolsOf(shown: Blueprint | null): string[] {
  const { preCall = [], duringCall = [], postCall = [] } = shown?.config.functionSettings ?? {}
  return [...new Set([...preCall, ...duringCall, ...postCall])]
}

/** A suite for an agent of which only the blueprint is known: what holds for every answer, and one conversation. */
function smokeSuite(agent: string, shown: Blueprint | null): string {
  const tools = shown?.config.functionSettings.duringCall ?? []
  const example = tools[0]
  return `suite: ${JSON.stringify(`${agent}, smoke`)}
agent: ${JSON.stringify(agent)}

every turn:
  reply: { not: { matches: /as an ai|language model/i } }
  latency: { turn: 20 s }

conversations:
  - name: answers a greeting without calling a tool
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
}`.replace('expect: { calls: { never: [] } }', 'expect: { calls: none }')
}

/** The package of a project that has none: `npm install` then brings the version that wrote it. */
function writePackage(): string {
  const scripts = { test: 'tableread run' }
  const written = { private: true, scripts, devDependencies: { tableread: tablereadVersion() } }
  return `${JSON.stringify(written, null, 2)}\n`
}
