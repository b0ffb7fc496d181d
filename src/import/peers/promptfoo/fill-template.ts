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

const braces = /\{\{([^{}]*)\}\}/g

/** A template filled in, in suite syntax; `missing` collects the names without a value. */
export function renderTemplate(template: string, filling: TemplateValues, missing: Missing[], depth = 0): string {
  return replaceBetween(template, braces, filling.variables, ([match, expression = '']) =>
    fillIn(expression.replace(/^-|-$/g, '').trim(), match, filling, missing, depth),
  )
}

/** A template filled in with what has a value before the first turn; as it is where something has none. */
export function fillFromStart(template: string, filling: Omit<TemplateValues, 'read' | 'stored'>): string {
  const missing: Missing[] = []
  const text = renderTemplate(template, { ...filling, read: new Set(), stored: new Set() }, missing)
  return missing.length === 0 ? text : escapeLiteral(template, filling.variables)
}

function fillIn(expression: string, match: string, filling: TemplateValues, missing: Missing[], depth: number): string {
  const [path = '', ...filters] = expression.split('|').map((each) => each.trim())
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
  for (const filter of filters)
    if (!/^(?:dump|trim|safe|string)$/.test(filter))
      missing.push({ what: match, why: `the filter ${filter} is not applied` })
  return renderTemplate(showNode(node), filling, missing, depth + 1)
}

function stepInto(node: YamlNode | undefined, step: string): YamlNode | undefined {
  return node?.kind === 'list' ? node.items[Number(step)] : memberOf(node, step)
}
