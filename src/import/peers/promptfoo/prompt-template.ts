import type { JsonValue } from '../../../base/json/json.ts'
import type { YamlNode } from '../../../suite/yaml/node.ts'
import { readYaml } from '../../../suite/yaml/read-yaml.ts'
import { entriesOf, itemsOf, listOrOne, memberOf, scalarText, showNode, toJson } from '../draft/read-members.ts'
import { codeIn } from './fill-template.ts'

/** A message of a prompt; its content, and what is attached to it, may contain `{{ name }}`. */
interface PromptMessage {
  role: string
  content: string
  /** The parts of it that are no text, such as the address of an image. */
  attached: string[]
}

/**
 * What a prompt sends: its own messages, and the names of the variables whose messages it repeats before the
 * last of them.
 */
export interface PromptTemplate {
  messages: PromptMessage[]
  /** Whether it is written as messages; a text is one of the user's. */
  isChat: boolean
  loops: string[]
  /** What the prompt has done with its texts besides, in words. */
  code: string[]
}

const loop =
  /\{%-?\s{0,9}for\s{1,9}[\w\s,]{1,99}?\s{1,9}in\s{1,9}([\w.]{1,99})[^%]{0,99}%\}(?:(?!\{%-?\s*for\b)[\s\S])*?\{%-?\s*endfor\s*-?%\}/

/** A text in quotes, or else, after a colon that ends a name, a variable that is a whole value. */
const bareValue =
  /"(?:[^"\\\n]|\\.)*"|(?<=[:,[{-]\s{0,9})'(?:[^'\n]|'')*'|(?<=["']\s{0,9}|\b(?:role|content|text|name))(\s{0,9}:\s*)(\{\{[^{}]*\}\})/g

/** Reads a prompt: a chat in JSON or YAML with Nunjucks around it, or a text that is a single user message. */
export function readPrompt(text: string): PromptTemplate {
  const loops: string[] = []
  let rest = text
  for (let match = loop.exec(rest); match !== null; match = loop.exec(rest)) {
    loops.push(match[1] ?? '')
    rest = rest.slice(0, match.index) + rest.slice(match.index + match[0].length)
  }
  if (/["']?role["']?\s*:/.test(rest)) {
    const quoted = rest.replace(bareValue, (match, colon: string | undefined, value: string) =>
      colon === undefined ? match : colon + JSON.stringify(value),
    )
    const yaml = readYaml(quoted.replace(/\{%[^%]*%\}/g, ''), 'prompt')
    const messages = yaml.ok
      ? itemsOf(yaml.root).flatMap((node): PromptMessage[] => {
          const [role, content] = [scalarText(memberOf(node, 'role')), memberOf(node, 'content')]
          return role === null || content === undefined ? [] : [{ role, ...partsOf(content) }]
        })
      : []
    const blocks = codeIn(rest).filter((each) => each.startsWith('{'))
    if (messages.length > 0) return { messages, isChat: true, loops, code: blocks }
  }
  return { messages: [{ role: 'user', content: rest.trim(), attached: [] }], isChat: false, loops, code: codeIn(rest) }
}

/** A content as its text, and of each part that is none what it names: an address, or variables. */
function partsOf(content: YamlNode): Pick<PromptMessage, 'content' | 'attached'> {
  const parts = listOrOne(content).map((part) => ({
    part,
    text: scalarText(part) ?? scalarText(memberOf(part, 'text')),
  }))
  const others = parts.flatMap(({ part, text }) => (text === null ? [part] : []))
  return {
    content: parts.flatMap(({ text }) => text ?? []).join('\n'),
    attached: others.map((part) => textsIn(toJson(part)).filter(isNaming).join(' ') || showNode(part)),
  }
}

const isNaming = (text: string): boolean => /\{\{|^https?:/.test(text)

function textsIn(value: JsonValue): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

/** The names of the variables in a template. */
export function namesInPrompt(template: string): string[] {
  return [...template.matchAll(/\{\{-?\s*([A-Za-z_]\w*)[^{}]*\}\}/g)].map(([, name = '']) => name)
}

/** A message from before the test. */
interface HistoryMessage {
  /** `other` for what neither of them said: a tool, or instructions. */
  role: 'user' | 'assistant' | 'other'
  text: string
  node: YamlNode
}

/** Why something among earlier messages is lost. */
export const bySpeakers = 'earlier turns have what the user and the agent said, and nothing else'

/** The messages of a history: `{ input, output }`, `{ user: … }`, or `{ role, content }`. */
export function readHistory(node: YamlNode | undefined): HistoryMessage[] {
  return itemsOf(node).flatMap((each): HistoryMessage[] => {
    const [role, content] = [scalarText(memberOf(each, 'role')), scalarText(memberOf(each, 'content'))]
    if (role !== null) return message(role, content ?? showNode(each), each)
    return entriesOf(each).flatMap(({ key, value }) => message(key, scalarText(value) ?? '', value))
  })
}

function message(name: string, text: string, node: YamlNode): HistoryMessage[] {
  if (text.trim() === '') return []
  if (/^(?:user|human|input|prompt)$/.test(name)) return [{ role: 'user', text, node }]
  return [{ role: /^(?:assistant|ai|bot|output)$/.test(name) ? 'assistant' : 'other', text, node }]
}
