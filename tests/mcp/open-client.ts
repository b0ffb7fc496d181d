import { resolve } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'

const bin = resolve(import.meta.dirname, '../../bin/tableread.js')

/** A tool's answer: its text, its data, and whether the user's files or arguments are at fault. */
export interface Answered {
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: each tool has another shape, which the client has checked
  data: any
  isError: boolean
}

/** A started server and the SDK's own client, which validates every answer against the tool's schema. */
export interface OpenedClient {
  client: Client
  transport: StdioClientTransport
  call(name: string, args?: Record<string, unknown>, options?: Parameters<Client['callTool']>[2]): Promise<Answered>
  /** What the server wrote to standard error. */
  told(): string
  /** Lines on standard output that are not protocol messages. */
  strays: string[]
}

interface Settings {
  folder: string
  flags?: readonly string[]
  /** Undefined removes a variable. */
  env?: Record<string, string | undefined>
  /** Arguments before the program, such as `--import x`. */
  before?: readonly string[]
}

/** Starts the built server in a folder and connects to it. */
export async function openClient({ folder, flags = [], env = {}, before = [] }: Settings): Promise<OpenedClient> {
  const { FORCE_COLOR: _, VITEST: __, CI: ___, ...own } = process.env
  const variables = { ...own, TABLEREAD_HISTORY: 'off', NO_COLOR: '1', ...env }
  const environment = Object.fromEntries(
    Object.entries(variables).filter((each): each is [string, string] => each[1] !== undefined),
  )
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...before, bin, 'mcp', ...flags],
    cwd: folder,
    env: environment,
    stderr: 'pipe',
  })
  let err = ''
  transport.stderr?.on('data', (text) => (err += String(text)))
  const client = new Client({ name: 'tests', version: '1.0.0' })
  const strays: string[] = []
  client.onerror = (error) => strays.push(error.message)
  await client.connect(transport)
  await client.listTools() // from now on the client validates structured content
  return {
    client,
    transport,
    strays,
    told: () => err,
    async call(name, args = {}, options) {
      const answer = await client.callTool({ name, arguments: args }, undefined, options)
      const content = answer.content as { type: string; text: string }[]
      return {
        text: content.map(({ text }) => text).join('\n'),
        data: answer.structuredContent,
        isError: answer.isError === true,
      }
    },
  }
}
