import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '..')

/** What opens a socket, or could: modules, packages, and Node's global function. */
const opens = [
  /^import (?!type )(?:\{[^}]*\}|\S+) from '(?:node:)?(?:https?|http2|net|tls|dgram|undici|ws|@hono\/node-server)'$/m,
  /typeof import\('(?:undici|ioredis|bullmq)'\)/,
  /(?<![.\w])fetch\(|globalThis\.fetch/,
]

/** Files that match but open none, and why. ARCHITECTURE.md names the others. */
const harmless: Readonly<Record<string, string>> = {
  'src/app/edge/print.ts': 'an open descriptor as a stream',
  'src/app/mcp/own-output.ts': 'an open descriptor as a stream',
  'src/service/app.ts': 'a method of the service, which is a function',
  'src/service/agents/tools/ask-http.ts': 'is given one that is guarded',
  'src/service/agents/tools/mcp-servers.ts': 'is given one that is guarded',
  'src/wire/client/proxy.ts': 'reads addresses',
  'src/wire/contract/world/bench.ts': 'the operation of that name',
}

it('sockets are opened where ARCHITECTURE.md says, and nowhere else', () => {
  const [paragraph = ''] = /^Six places open sockets:[\s\S]*?\n\n/m.exec(read('ARCHITECTURE.md')) ?? []
  const mentions = [...paragraph.matchAll(/`((?:wire|service|app)\/[\w/-]+\.ts)`/g)].map(([, path]) => `src/${path}`)
  const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .map((name) => `src/${name.replaceAll('\\', '/')}`)
    .filter((name) => /\.ts$/.test(name) && !/\.(?:test|fixture)\.ts$|^src\/pages\//.test(name))
    .filter((name) => opens.some((each) => each.test(read(name))))
  expect(files.filter((name) => !mentions.includes(name) && !Object.hasOwn(harmless, name))).toEqual([])
  expect(Object.keys(harmless).filter((name) => !files.includes(name))).toEqual([])
  expect(files.filter((name) => mentions.includes(name)).length).toBeGreaterThanOrEqual(6)
})

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}
