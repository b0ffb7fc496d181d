import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/** A YAML language server with one open document, as an editor uses it. */
export interface Editor {
  /** The problems it reports in a text, or in a file with this text, whose own schema line counts. */
  diagnostics(text: string, file?: string): Promise<{ message: string; line: number }[]>
  /** The completions it offers at the `|` in a text. */
  completions(text: string): Promise<string[]>
  /** The hover text for the word at `|`. */
  hover(text: string): Promise<string>
  close(): void
}

type Message = { id?: number; method?: string; params?: unknown; result?: unknown }

/** Starts the public yaml-language-server over stdio, with one schema for every file. */
export async function openEditor(schemaUri: string): Promise<Editor> {
  const path = createRequire(import.meta.url).resolve('yaml-language-server/package.json')
  const server = spawn(process.execPath, [resolve(dirname(path), 'bin/yaml-language-server'), '--stdio'])
  const waiting = new Map<number, (result: unknown) => void>()
  const listeners = new Map<
    string,
    (params: { diagnostics: { message: string; range: { start: { line: number } } }[] }) => void
  >()
  const settings = {
    yaml: {
      schemas: { [schemaUri]: '*' },
      completion: true,
      hover: true,
      validate: true,
      schemaStore: { enable: false },
    },
  }
  const send = (message: object): void => {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message })
    server.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
  }
  const receive = ({ id, method, params, result }: Message): void => {
    if (method === undefined && id !== undefined) waiting.get(id)?.(result)
    else if (method === 'workspace/configuration') {
      const { items } = params as { items: { section: string }[] }
      send({ id, result: items.map(({ section }) => (section === 'yaml' ? settings.yaml : {})) })
    } else if (method === 'textDocument/publishDiagnostics') {
      const published = params as { uri: string; diagnostics: [] }
      listeners.get(published.uri)?.(published)
    } else if (id !== undefined) send({ id, result: null })
  }
  let buffer = Buffer.alloc(0)
  server.stdout.on('data', (piece: Buffer) => {
    buffer = Buffer.concat([buffer, piece])
    for (;;) {
      const head = /Content-Length: (\d+)\r\n(?:.+\r\n)*\r\n/.exec(buffer.toString('latin1'))
      const end = head === null ? 0 : head.index + head[0].length
      if (head === null || buffer.length < end + Number(head[1])) return
      receive(JSON.parse(buffer.subarray(end, end + Number(head[1])).toString()))
      buffer = buffer.subarray(end + Number(head[1]))
    }
  })
  let last = 0
  const ask = (method: string, params: object): Promise<unknown> =>
    new Promise((answered) => {
      last += 1
      waiting.set(last, answered)
      send({ id: last, method, params })
    })
  const open = (text: string, file?: string): string => {
    last += 1
    const uri = file === undefined ? `file:///suites/suite-${last}.yaml` : pathToFileURL(file).href
    send({ method: 'textDocument/didOpen', params: { textDocument: { uri, languageId: 'yaml', version: 1, text } } })
    return uri
  }
  const at = (caretText: string) => {
    const before = caretText.slice(0, caretText.indexOf('|')).split('\n')
    return {
      text: caretText.replace('|', ''),
      position: { line: before.length - 1, character: before.at(-1)?.length ?? 0 },
    }
  }
  const capabilities = {
    workspace: { configuration: true },
    textDocument: { completion: { completionItem: { snippetSupport: true } }, hover: {} },
  }
  await ask('initialize', { processId: process.pid, rootUri: null, capabilities })
  send({ method: 'initialized', params: {} })
  send({ method: 'workspace/didChangeConfiguration', params: { settings } })
  const diagnostics: Editor['diagnostics'] = (text, file) =>
    new Promise((finish) => {
      const uri = open(text, file)
      listeners.set(uri, ({ diagnostics: problems }) =>
        finish(problems.map(({ message, range }) => ({ message, line: range.start.line + 1 }))),
      )
    })
  await diagnostics('x: 1\n') // until it has read its settings, it offers nothing
  return {
    diagnostics,
    async completions(caretText) {
      const { text, position } = at(caretText)
      const result = (await ask('textDocument/completion', { textDocument: { uri: open(text) }, position })) as {
        items: { label: string }[]
      }
      return result.items.map(({ label }) => label)
    },
    async hover(caretText) {
      const { text, position } = at(caretText)
      const result = (await ask('textDocument/hover', { textDocument: { uri: open(text) }, position })) as {
        contents: { value: string }
      } | null
      return result?.contents.value ?? ''
    },
    close: () => void server.kill(),
  }
}
