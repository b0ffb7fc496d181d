import type { JsonObject } from '../../../base/json/json.ts'
import { isGivenName } from '../../../suite/language/script/given-values.ts'
import type { YamlNode } from '../../../suite/yaml/node.ts'
import { escapeLiteral, replaceBetween } from '../draft/escape-literal.ts'
import { memberOf, showNode } from '../draft/read-members.ts'

/** What fills in a template: the variables of a test, and the names that earlier turns captured. */
export interface TemplateValues {
  vars: ReadonlyMap<string, YamlNode>
  captured: ReadonlySet<string>
  /** The names under which any test stores its answer. */
  stored: ReadonlySet<string>
  /** Variables of the conversation, for texts that contain braces. */
  variables: JsonObject
  /** The names of the variables that were filled in. */
  read: Set<string>
}

/** What fills in nothing, or not as it is asked to. */
export interface Missing {
  what: string
  why: string
  /** Its value is only known when another test has run. */
  stored?: true
}

/** What stands as it is, a block, a comment, and an expression with its filters. */
const parts =
  /\{%-?\s*raw\s*-?%\}([\s\S]{0,5000}?)\{%-?\s*endraw\s*-?%\}|(\{%[^%]*%\}|\{#[\s\S]{0,1000}?#\})|\{\{([^{}]*)\}\}/g

const idleFilter = /^(?:dump|trim|safe|string)$/
const filtersIn = (expression: string): string[] =>
  expression
    .replace(/^-|-$/g, '')
    .split('|')
    .slice(1)
    .map((each) => each.trim())
    .filter((each) => !idleFilter.test(each))
const isBlock = (part: string): boolean => /^\{%-?(?!\s*end)/.test(part)

/** What a template has done with its texts, and nothing here does: filters, blocks, and what is not to be filled in. */
export function codeIn(template: string): string[] {
  return [...template.matchAll(parts)].flatMap(([, raw, block, expression = '']) =>
    raw !== undefined
      ? ['{% raw %}']
      : block !== undefined
        ? [block].filter(isBlock)
        : filtersIn(expression).map((filter) => `the filter ${filter}`),
  )
}

/** A template filled in, in suite syntax; `missing` collects the names without a value. */
export function renderTemplate(template: string, filling: TemplateValues, missing: Missing[], depth = 0): string {
  return replaceBetween(template, parts, filling.variables, ([match, raw, block, expression = '']) => {
    if (raw !== undefined) return escapeLiteral(raw, filling.variables)
    if (block === undefined) return fillIn(expression.replace(/^-|-$/g, '').trim(), match, filling, missing, depth)
    if (isBlock(block)) missing.push({ what: block, why: 'no code of a template is run: write what it comes to' })
    return ''
  })
}

/** A template filled in with what has a value before the first turn; as it is where something has none. */
export function fillFromStart(template: string, filling: Omit<TemplateValues, 'read' | 'stored'>): string {
  const missing: Missing[] = []
  const text = renderTemplate(template, { ...filling, read: new Set(), stored: new Set() }, missing)
  return missing.length === 0 ? text : escapeLiteral(template, filling.variables)
}

function fillIn(expression: string, match: string, filling: TemplateValues, missing: Missing[], depth: number): string {
  const [path = ''] = expression.split('|').map((each) => each.trim())
  const whole = path.replace(/^vars\./, '')
  if (whole.startsWith('env.') && isGivenName(whole)) return `{{${whole}}}`
  const [name = '', ...steps] = filling.vars.has(whole) ? [whole] : whole.split(/\.|\[(?:'|")?|(?:'|")?\]\.?/)
  filling.read.add(name)
  if (filling.captured.has(name)) return `{{${name}}}`
  if (!filling.vars.has(name) && filling.stored.has(name)) {
    missing.push({ what: match, why: 'it is the answer of another test', stored: true })
    return 'TODO'
  }
  const node = steps.filter((step) => step !== '').reduce(stepInto, filling.vars.get(name))
  if (node === undefined || depth > 5) {
    missing.push({ what: match, why: 'nothing in the test gives it a value that a suite could say' })
    return ''
  }
  for (const filter of filtersIn(expression)) missing.push({ what: match, why: `the filter ${filter} is not applied` })
  return renderTemplate(showNode(node), filling, missing, depth + 1)
}

function stepInto(node: YamlNode | undefined, step: string): YamlNode | undefined {
  return node?.kind === 'list' ? node.items[Number(step)] : memberOf(node, step)
}
