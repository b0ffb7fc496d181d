import { dictionary, list, type NamedEntry } from '../../suite/yaml/collections.ts'
import { literal, literalObject } from '../../suite/yaml/literal.ts'
import type { WithPlace } from '../../suite/yaml/place.ts'
import { optional, record, required } from '../../suite/yaml/record.ts'
import { flag, text, withPlace, word } from '../../suite/yaml/scalar.ts'
import { type ReadOf, refuseType, type Shape, withCheck } from '../../suite/yaml/shape.ts'
import { mappingOr, milliseconds } from './scalar-shapes.ts'

/** `yes`, or `true`: a test run may reach this address on another machine. */
export const liveFlag: Shape<boolean> = {
  read(node, reading) {
    return node.kind === 'scalar' && /^(yes|no)$/.test(node.source) ? node.source === 'yes' : flag.read(node, reading)
  },
  schema: () => ({ enum: ['yes', 'no', true, false] }),
}

const live = optional('live', liveFlag, 'yes: it may be on another machine, which a test run really reaches.')
const headers = optional(
  'headers',
  dictionary('headers', text),
  'Headers of each request, with secrets as {{env.NAME}}.',
)

const httpRecord = record('http', {
  url: required(withPlace(text), 'The address: {argument} and ${variable} in its path and query are filled in.'),
  method: optional(word(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']), 'The method. @default GET, or POST with a body'),
  headers,
  query: optional(literalObject, 'Parameters of the query; one whose argument is not given is left out.'),
  body: optional(literal, 'The body as JSON, with {argument} in its texts; a text is sent as it is.'),
  live,
})

export interface StatedHttp extends ReadOf<typeof httpRecord> {}

/** A request, or just its address. */
export const httpShape: Shape<StatedHttp> = orText(httpRecord, (url) => ({ at: url.at, url }))

const mcpRecord = record('mcp', {
  server: required(withPlace(text), 'The name of a server under mcp servers: of workspace.yaml.'),
  tool: optional(text, 'The name of the tool there, where it has another.'),
})

/** `mcp:` of a tool as stated in its file: the name of a server, and the tool's name there. */
export interface StatedMcp extends ReadOf<typeof mcpRecord> {}

/** A tool of an MCP server, or just the name of the server. */
export const mcpShape: Shape<StatedMcp> = orText(mcpRecord, (server) => ({ at: server.at, server }))

const serverRecord = record('an MCP server', {
  command: optional(list('words', text, 1), 'The program and its arguments: [node, ./server.js].'),
  env: optional(
    dictionary('env', text),
    'Its environment: these, and PATH, HOME and the like; secrets as {{env.NAME}}.',
  ),
  cwd: optional(text, 'The folder it runs in. @default that of workspace.yaml'),
  url: optional(withPlace(text), 'Its address, where it speaks streamable HTTP.'),
  headers,
  live,
  startMs: optional('start within', milliseconds, 'How long it may take until it lists its tools. @default 30 s'),
})

export interface StatedServer extends ReadOf<typeof serverRecord> {}

export const serversShape: Shape<NamedEntry<StatedServer>[]> = dictionary('mcp servers', serverRecord)

/** A record, or a text in place of its most important member. */
function orText<T>(shape: Shape<T>, fromText: (written: WithPlace<string>) => T): Shape<T> {
  const short = withCheck(withPlace(text), fromText)
  const read: Shape<T>['read'] = (node, reading) =>
    node.kind === 'list' ? refuseType(reading, node, 'a text or a mapping') : short.read(node, reading)
  return mappingOr({ ...short, read }, shape)
}
