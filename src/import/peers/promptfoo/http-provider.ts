import { isJsonObject, type JsonObject, type JsonValue } from '../../../base/json/json.ts'
import { parseIfJson } from '../../../base/json/json-text.ts'
import { replaceNamedSecrets } from '../../../base/privacy/named-secrets.ts'
import { replaceSignatures, replaceUsers } from '../../../base/privacy/patterns.ts'
import { replaceKeys } from '../../../base/privacy/service-keys.ts'
import type { YamlNode } from '../../../suite/yaml/node.ts'
import { writeFlow } from '../../../suite/yaml/write-yaml.ts'
import { entriesOf, isSecret, listOrOne, memberOf, scalarText, toJson } from '../draft/read-members.ts'
import { codeIn } from './fill-template.ts'

const expressed = ['url', 'method', 'headers', 'body', 'queryParams', 'transformResponse', 'responseParser']

/** What the HTTP providers among others are in an agent's file, each mapping ready to paste; else nothing. */
export function describeHttp(providers: YamlNode | undefined): string[] {
  return listOrOne(providers).flatMap((each) => {
    const [only] = entriesOf(each)
    const own = only !== undefined && /^https?(?::|$)/.test(only.key) ? only : null
    const id = own?.key ?? scalarText(each) ?? scalarText(memberOf(each, 'id')) ?? ''
    const config = memberOf(own?.value ?? each, 'config')
    const url = scalarText(memberOf(config, 'url')) ?? (/^https?:\/\//.test(id) ? id : null)
    if (!/^https?(?::|$)/.test(id)) return []
    const { mapping, lacks } = mappingOf(url ?? 'TODO', config)
    return [`http: ${writeFlow(mapping)}${lacks.length === 0 ? '' : ` without ${lacks.join(', ')}`}`]
  })
}

interface RawRequest {
  method: string
  url: string
  headers: readonly (readonly [string, string])[]
  body: string | null
}

/** A `request` as it goes over the wire; null for one that names no host, such as a file. */
function readRequest(config: YamlNode | undefined): RawRequest | null {
  const [head = '', ...rest] = (scalarText(memberOf(config, 'request')) ?? '').trim().split(/\r?\n[ \t]*\r?\n/)
  const [first = '', ...lines] = head.split('\n')
  const [, method, path = ''] = /^([A-Z]+) +(\S.*?)(?: +HTTP\/[\d.]+)?\s*$/.exec(first) ?? []
  const all = lines.map((line) => [line.replace(/:.*$/s, '').trim(), line.replace(/^[^:]*:/, '').trim()] as const)
  const host = all.find(([name]) => /^host$/i.test(name))?.[1]
  if (method === undefined || host === undefined) return null
  const scheme = scalarText(memberOf(config, 'useHttps')) === 'true' ? 'https' : 'http'
  const headers = all.filter(([name]) => !/^(?:host|content-length|connection)$/i.test(name))
  return { method, url: `${scheme}://${host}${path}`, headers, body: rest.length === 0 ? null : rest.join('\n\n') }
}

function mappingOf(given: string, config: YamlNode | undefined): { mapping: JsonObject; lacks: string[] } {
  const raw = readRequest(config)
  const url = raw?.url ?? given
  const members = raw === null ? expressed : [...expressed, 'request', 'useHttps']
  const lacks = entriesOf(config).flatMap(({ key }) => (members.includes(key) ? [] : [key]))
  const query = entriesOf(memberOf(config, 'queryParams')).map(
    ({ key, value }) => `${key}=${withNames(key, scalarText(value) ?? '')}`,
  )
  const signed = replaceSignatures(url, (pair) =>
    pair.replace(/^([^=]+)=(?!.*\{\{).*/s, (_, name) => `${name}=${variableOf(name)}`),
  )
  const address = replaceUsers(withNames('url', signed), () => '{{env.URL_USER}}@')
  const method = raw?.method ?? scalarText(memberOf(config, 'method'))?.toUpperCase() ?? 'POST'
  if (!/^(?:GET|POST|PUT|PATCH)$/.test(method)) lacks.push('method')
  const entries = entriesOf(memberOf(config, 'headers')).map(
    ({ key, value }) => [key, scalarText(value) ?? ''] as const,
  )
  const headers = (raw?.headers ?? entries)
    .map(([key, value]) => [key, withNames(key, value)] as const)
    .filter(([key, value]) => !/^content-type$/i.test(key) || !/^application\/json\b/i.test(value))
  const bodyNode = memberOf(config, 'body')
  const text = raw === null ? scalarText(bodyNode) : raw.body
  const none = raw === null ? bodyNode === undefined : text === null
  const body = text !== null ? parseIfJson(text) : bodyNode === undefined ? undefined : toJson(bodyNode)
  if (!none && !isJsonObject(body) && !Array.isArray(body)) lacks.push('body')
  const parser = memberOf(config, 'transformResponse') ?? memberOf(config, 'responseParser')
  const reply = pointerOf(scalarText(parser) ?? '')
  if (parser !== undefined && reply === null) lacks.push('transformResponse')
  const mapping: JsonObject = {
    url: query.length === 0 ? address : `${address}${address.includes('?') ? '&' : '?'}${query.join('&')}`,
    ...(/^(?:GET|PUT|PATCH)$/.test(method) ? { method } : {}),
    ...(headers.length === 0 ? {} : { headers: Object.fromEntries(headers) }),
    ...(isJsonObject(body) || Array.isArray(body) ? { body: namesIn('body', body) } : {}),
    answer: { reply: reply ?? 'TODO' },
  }
  lacks.push(
    ...codeIn(
      [
        url,
        text ?? (bodyNode === undefined ? '' : JSON.stringify(toJson(bodyNode))),
        ...(raw?.headers ?? []).map(([, value]) => value),
        ...entriesOf(config)
          .flatMap(({ value }) => entriesOf(value))
          .map(({ value }) => scalarText(value) ?? ''),
      ].join('\n'),
    ),
  )
  return { mapping, lacks: [...new Set(lacks)] }
}

function namesIn(name: string, value: JsonValue): JsonValue {
  if (typeof value === 'string') return withNames(name, value)
  if (Array.isArray(value)) return value.map((each) => namesIn(name, each))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, namesIn(key, each)]))
}

/** A text with the names of a mapping; a secret is the variable of the environment that is called as what holds it. */
function withNames(holder: string, text: string): string {
  const variable = variableOf(holder)
  const scheme = /^(?:bearer|basic|token) /i.exec(text)?.[0] ?? ''
  const literal = text.slice(scheme.length).replace(/\{\{[^{}]*\}\}|[\w.-]+=(?=\{\{)|[;\s]/g, '')
  if (isSecret(holder) && literal !== '') return scheme + variable
  const open = text.replace(/\{%[^%]*%\}/g, '').replace(/\{\{-?\s*([\w.]+)[^{}]*\}\}/g, (_, name: string) => {
    if (name === 'prompt') return '{{message}}'
    return /^env\.|^sessionId$/.test(name) ? `{{${name}}}` : `{{metadata.${name.replace(/^(?:context\.)?vars\./, '')}}}`
  })
  return replaceKeys(
    replaceNamedSecrets(open, () => variable),
    () => variable,
  )
}

const variableOf = (holder: string): string => `{{env.${holder.replace(/\W+/g, '_').toUpperCase()}}}`

/** The JSON Pointer of `json.a[0].b`, also as the body of a function; null for any other code. */
function pointerOf(code: string): string | null {
  const path =
    /^(?:\(\s*json\b[^)]*\)\s*=>\s*|return\s+)?json((?:\??\.\w+|(?:\?\.)?\[(?:\d+|'[^']*'|"[^"]*")\])+);?$/.exec(
      code.trim(),
    )?.[1]
  if (path === undefined) return null
  const steps = path.matchAll(/\.(\w+)|\[(\d+)\]|\['([^']*)'\]|\["([^"]*)"\]/g)
  return [...steps]
    .map(
      ([, ...parts]) => `/${(parts.find((each) => each !== undefined) ?? '').replace(/~/g, '~0').replace(/\//g, '~1')}`,
    )
    .join('')
}
