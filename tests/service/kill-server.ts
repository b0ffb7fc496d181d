import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const bin = resolve(import.meta.dirname, '../../bin/tableread.js')

/** A local service in a process of its own. */
export interface Server {
  url: string
  /** Ends it at once (SIGKILL), whatever it is doing. */
  kill(): Promise<void>
}

/** Starts the service on a data file. */
export async function startServer(folder: string, data: string, flags: readonly string[] = []): Promise<Server> {
  const args = ['--port', '0', '--json', '--data', data, '--workspace', folder, ...flags]
  const child = spawn(process.execPath, [bin, 'serve', ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  const closure = new Promise<void>((done) => child.once('close', () => done()))
  let output = ''
  child.stderr.on('data', (chunk) => (output += chunk))
  const line = await new Promise<string>((done, fail) => {
    child.stdout.once('data', (chunk) => done(String(chunk)))
    child.once('close', (code) => fail(new Error(`the service ended with ${code}: ${output}`)))
  })
  return {
    url: JSON.parse(line).url,
    async kill() {
      if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
        process.kill(child.pid, 'SIGKILL')
      await closure
      if (output !== '') throw new Error(`the service complained: ${output}`)
    },
  }
}

/** Writes a workspace whose agent repeats a message's id to its tool and to the customer. */
export function writeWorkspace(folder: string): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    join(folder, 'workspace.yaml'),
    `workspace: kill
keys: [key]
lines: 50
channels:
  - { name: wa, type: waChat, numbers: ["15550101"], agent: desk }
  - { name: sip, type: outboundSipTrunk, numbers: ["15550103"], agent: desk }
workflows: [{ id: wf, agent: desk, number: "15550103" }]
agents: [desk.yaml]
`,
  )
  writeFileSync(
    join(folder, 'desk.yaml'),
    `agent: desk
id: id-desk
published: 0
versions:
  "0":
    initial message: Hello.
    functions: { pre: [load_customer], during: [look_up] }
    tools:
      load_customer: { output: { tier: gold } }
      look_up: { output: { found: true } }
    before: [{ call: load_customer }]
    rules:
      - id: note
        when: '/(?<id>r\\d+n\\d+)/'
        do:
          - { call: look_up, with: { id: "{id}" } }
          - { say: "Noted {id}." }
    otherwise: [{ say: Thank you. }]
`,
  )
}
