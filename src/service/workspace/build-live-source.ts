import { dirname, resolve } from 'node:path'
import { isJsonObject, type JsonObject } from '../../base/json/json.ts'
import { environmentSlot } from '../../base/secrets/environment.ts'
import { suggest } from '../../base/text/suggest.ts'
import type { NamedEntry } from '../../suite/yaml/collections.ts'
import type { WithPlace } from '../../suite/yaml/place.ts'
import { isLoopback } from '../../wire/client/loopback.ts'
import type { HttpSource, McpServer, McpSource } from './agent.ts'
import type { StatedTool } from './agent-shape.ts'
import type { StatedHttp, StatedMcp, StatedServer } from './live-tool-shape.ts'
import { type AgentSource, refuseAt, refuseRemote } from './loading.ts'
import { argumentsIn, readTemplate, splitAddress } from './request-template.ts'
import { textsOf } from './scalar-shapes.ts'

/** What a tool asks: an address or an MCP server. Problems go to the source. */
export function buildLiveSource(
  name: string,
  { parameters, http, mcp }: StatedTool,
  source: AgentSource,
): HttpSource | McpSource | undefined {
  if (http === undefined && mcp === undefined) return undefined
  if (refuseRemote(source, http ?? mcp, 'address and no server')) return undefined
  if (http !== undefined) return buildHttp(http, parameters, source)
  return mcp === undefined ? undefined : buildMcp(name, mcp, source)
}

function buildHttp(definition: StatedHttp, parameters: JsonObject, source: AgentSource): HttpSource {
  const { url, headers = [], query = {}, body, live = false } = definition
  const method = definition.method ?? (body === undefined ? 'GET' : 'POST')
  const { origin } = splitAddress(url.value)
  if (readTemplate(origin).some(({ kind }) => kind === 'argument' || kind === 'variable'))
    refuseAt(
      source,
      url,
      'the host of a tool is not filled in: an argument could lead it anywhere',
      'write the host out, or as {{env.NAME}}, with a / behind it',
    )
  else refuseAddress(url, origin, { live, what: 'the url' }, source)
  for (const { at, name, value } of headers)
    if (readTemplate(value).some(({ kind }) => kind === 'argument'))
      refuseAt(
        source,
        { at },
        `the header ${name} holds an argument, and headers take none`,
        'put the argument into url, query or body; headers take {{env.NAME}} and ${variable}',
      )
  if (method === 'GET' && body !== undefined)
    refuseAt(source, definition, 'GET has no body', 'write method: POST, or put it into query:')
  const { properties } = parameters
  if (isJsonObject(properties))
    for (const slot of argumentsIn([url.value, query, body ?? null], readTemplate)) {
      if (Object.hasOwn(properties, slot)) continue
      const near = suggest(slot, Object.keys(properties))
      const hint = near === undefined ? `add ${slot} to its parameters` : `did you mean {${near}}?`
      refuseAt(source, url, `{${slot}} is no argument of the tool`, hint)
    }
  return {
    kind: 'http',
    url: url.value,
    method,
    headers: textsOf(headers),
    query,
    ...(body === undefined ? {} : { body }),
    live,
  }
}

function buildMcp(name: string, { server, tool = name }: StatedMcp, source: AgentSource): McpSource | undefined {
  const servers = source.loading.mcpServers ?? []
  const match = servers.find((each) => each.name === server.value)
  if (match !== undefined) return { kind: 'mcp', server: match, tool }
  const names = servers.map((each) => each.name)
  const near = suggest(server.value, names)
  const hint =
    names.length === 0
      ? `write mcp servers: { ${server.value}: { command: [...] } } into workspace.yaml`
      : near === undefined
        ? `the servers are ${names.join(', ')}`
        : `did you mean ${near}?`
  refuseAt(source, server, `there is no MCP server "${server.value}" in this workspace`, hint)
  return undefined
}

/** The MCP servers of a workspace from their stated form. Problems go to the source, the workspace file. */
export function buildServers(definitions: readonly NamedEntry<StatedServer>[], source: AgentSource): McpServer[] {
  const folder = dirname(resolve(source.path))
  return definitions.flatMap(({ name, at, value }): McpServer[] => {
    const { command, env = [], cwd, url, headers = [], live = false, startMs = 30_000 } = value
    const hint = 'write command: [program, argument] for one that is started, or url: for one that runs'
    if ((command === undefined) === (url === undefined)) {
      const what =
        command === undefined ? 'says neither what to start nor where it is' : 'is started or has a url, not both'
      refuseAt(source, { at }, `the MCP server ${name} ${what}`, hint)
      return []
    }
    const shared = { name, folder, startMs }
    if (url !== undefined) {
      if (env.length > 0 || cwd !== undefined)
        refuseAt(source, { at }, `the MCP server ${name} has a url, and env and cwd are for a command`, hint)
      refuseAddress(url, splitAddress(url.value).origin, { live, what: 'the url' }, source)
      return [{ ...shared, kind: 'address', url: url.value, headers: textsOf(headers), live }]
    }
    if (headers.length > 0 || value.live !== undefined)
      refuseAt(source, { at }, `the MCP server ${name} is started, and headers and live are for a url`, hint)
    return [{ ...shared, kind: 'program', command: command ?? [], env: textsOf(env), cwd: resolve(folder, cwd ?? '.') }]
  })
}

/** Refuses an address not of http(s), or elsewhere without `live: yes`; an unset variable leaves that to its use. */
export function refuseAddress(
  address: WithPlace<string>,
  origin: string,
  { live, what }: { live: boolean; what: string },
  source: AgentSource,
): void {
  const filledOrigin = origin.replace(environmentSlot, (_, name: string) => process.env[name] ?? '')
  if ([...origin.matchAll(environmentSlot)].some(([, name = '']) => (process.env[name] ?? '').trim() === '')) return
  const url = URL.canParse(filledOrigin) ? new URL(filledOrigin) : null
  if (url === null || !/^https?:$/.test(url.protocol) || url.hostname === '') {
    const shownAddress = origin === filledOrigin ? `"${origin}"` : `what ${origin} stands for`
    refuseAt(
      source,
      address,
      `${shownAddress} is no http or https address`,
      `write ${what} as http://127.0.0.1:8080/path`,
    )
  } else if (!live && !isLoopback(url.hostname)) {
    const hint = 'write live: yes beside it if a test run may really reach it, or name one on this machine'
    refuseAt(source, address, `${what} is at ${url.hostname}, which is not this machine`, hint)
  }
}
