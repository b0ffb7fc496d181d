import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { formatProblem } from '../../../suite/yaml/format-problem.ts'
import { createService, type Service } from '../../app.ts'
import { loadWorkspace } from '../../workspace/load-workspace.ts'

const closers: (() => unknown)[] = []

/** Closes everything that tests of tools have opened. */
export async function closeTools(): Promise<void> {
  for (const close of closers.splice(0).reverse()) await close()
}

/** Registers something to be done by `closeTools`. */
export function whenClosed(close: () => unknown): void {
  closers.push(close)
}

/** A temporary folder with files, by their paths. */
export function folderOf(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'tableread-tools-'))
  closers.push(() => rmSync(folder, { recursive: true, force: true }))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

/** An agent for which `name {"arguments": 1}` calls that tool; it replies with the outcome as JSON. */
const caller = `export default async function* ({ message, call }) {
  const [, name, given] = /^(\\S+) ?(.*)$/s.exec(message) ?? []
  yield JSON.stringify(await call(name, JSON.parse(given || '{}')))
}
`

/** The files of a workspace whose agent does what each message says, with these tools and servers in YAML. */
export function toolFiles(tools: string, workspace = '', more: Record<string, string> = {}): Record<string, string> {
  const indented = tools.replace(/^(?=.)/gm, '      ')
  return {
    'workspace.yaml': `workspace: w\nkeys: [key]\nagents: [desk.yaml]\n${workspace}`,
    'desk.yaml': `agent: desk\nid: a-1\npublished: 1\nversions:\n  1:\n    module: ./agent.mjs\n    tools:\n${indented}\n`,
    'agent.mjs': caller,
    ...more,
  }
}

/** The printed problems of a workspace with these files; "" if there are none. */
export function problemsOf(files: Record<string, string>): string {
  const loaded = loadWorkspace(folderOf(files))
  return loaded.ok ? '' : loaded.problems.map((problem) => formatProblem(problem, undefined)).join('\n')
}

/** An outcome of a tool, as an agent reads it; or the refusal of the turn. */
export interface Outcome {
  output: string
  value: unknown
  isError: boolean
  timeMs: number
  refused?: string
}

/** A service whose agent calls tools on demand. */
export interface ToolService {
  service: Service
  /** Calls a tool in a session of its own. */
  call(name: string, given?: object, metadata?: object): Promise<Outcome>
  /** The folder of the workspace. */
  folder: string
  /** Reads the workspace again. */
  reload(): void
  /** Everything that the service has stored and answered so far, as text. */
  seen(): string
}

/** Serves a workspace of these files. */
export function serveTools(files: Record<string, string>): ToolService {
  const folder = folderOf(files)
  const read = () => {
    const loaded = loadWorkspace(folder)
    if (loaded.ok) return [loaded.workspace]
    throw new Error(loaded.problems.map((problem) => formatProblem(problem, undefined)).join('\n'))
  }
  const service = createService({ workspaces: read() })
  closers.push(async () => {
    service.close()
    await service.context.mcpServers.close()
  })
  const answers: string[] = []
  return {
    service,
    folder,
    reload: () => service.replaceWorkspaces(read()),
    seen: () => answers.join('\n'),
    async call(name, args = {}, metadata = {}) {
      const body = { agentName: 'desk', doReturnResponse: true, message: `${name} ${JSON.stringify(args)}`, metadata }
      const headers = { 'x-api-key': 'key', 'content-type': 'application/json' }
      const answer = await service.fetch(
        new Request('http://localhost/api/chat-agent/trigger', { method: 'POST', headers, body: JSON.stringify(body) }),
      )
      const text = await answer.text()
      answers.push(text)
      const { responseCode, message, data } = JSON.parse(text)
      if (responseCode !== 200) return { output: '', value: null, isError: true, timeMs: 0, refused: message }
      return JSON.parse(data.transcript.at(-1).content[0].text)
    },
  }
}

/** Starts a local server with this handler; gives its address. */
export async function listenHere(
  answer: (request: IncomingMessage & { text: string }, response: ServerResponse) => unknown,
): Promise<string> {
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const piece of request) text += piece
    await answer(Object.assign(request, { text }), response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
