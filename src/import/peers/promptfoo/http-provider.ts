import { isJsonObject, type JsonObject, type JsonValue } from '../../../base/json/json.ts'
import { parseIfJson } from '../../../base/json/json-text.ts'
import { replaceNamedSecrets } from '../../../base/privacy/named-secrets.ts'
import { namesSecret, replaceUsers } from '../../../base/privacy/patterns.ts'
import { replaceKeys } from '../../../base/privacy/service-keys.ts'
import type { YamlNode } from '../../../suite/yaml/node.ts'
import { writeFlow } from '../../../suite/yaml/write-yaml.ts'
import { entriesOf, listOrOne, memberOf, scalarText, toJson } from '../draft/read-members.ts'

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
    if (url === null) return ['an http: mapping (docs/your-agent-remote.md), whose url: is not said here']
    const { mapping, lacks } = mappingOf(url, config)
    return [`http: ${writeFlow(mapping)}${lacks.length === 0 ? '' : ` without ${lacks.join(', ')}`}`]
  })
}

function mappingOf(url: string, config: YamlNode | undefined): { mapping: JsonObject; lacks: string[] } {
  const lacks = entriesOf(config).flatMap(({ key }) => (expressed.includes(key) ? [] : [key]))
  const query = entriesOf(memberOf(config, 'queryParams')).map(
    ({ key, value }) => `${key}=${withNames(key, scalarText(value) ?? '')}`,
  )
  const address = replaceUsers(withNames('url', url), () => '{{env.USER}}')
  const method = scalarText(memberOf(config, 'method'))?.toUpperCase() ?? 'POST'
  if (!/^(?:GET|POST|PUT|PATCH)$/.test(method)) lacks.push('method')
  const headers = entriesOf(memberOf(config, 'headers'))
    .map(({ key, value }) => [key, withNames(key, scalarText(value) ?? '')] as const)
    .filter(([key, value]) => !/^content-type$/i.test(key) || !/^application\/json\b/i.test(value))
  const bodyNode = memberOf(config, 'body')
  const text = scalarText(bodyNode)
  const body = bodyNode === undefined ? undefined : text === null ? toJson(bodyNode) : parseIfJson(text)
  if (bodyNode !== undefined && !isJsonObject(body) && !Array.isArray(body)) lacks.push('body')
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
  return { mapping, lacks }
}

function namesIn(name: string, value: JsonValue): JsonValue {
  if (typeof value === 'string') return withNames(name, value)
  if (Array.isArray(value)) return value.map((each) => namesIn(name, each))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, namesIn(key, each)]))
}

/** A text with the names of a mapping; a secret is the variable of the environment that is called as what holds it. */
function withNames(holder: string, text: string): string {
  const variable = `{{env.${holder.replace(/\W+/g, '_').toUpperCase()}}}`
  if (namesSecret(holder) && !text.includes('{{'))
    return `${/^(?:bearer|basic|token) /i.exec(text)?.[0] ?? ''}${variable}`
  const open = text.replace(/\{\{-?\s*([\w.]+)[^{}]*\}\}/g, (_, name: string) => {
    if (name === 'prompt') return '{{message}}'
    return /^env\.|^sessionId$/.test(name) ? `{{${name}}}` : `{{metadata.${name.replace(/^(?:context\.)?vars\./, '')}}}`
  })
  return replaceKeys(
    replaceNamedSecrets(open, () => variable),
    () => variable,
  )
}

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
