import type { JsonObject } from '../../../base/json.ts'
import type { YamlNode } from '../../../suite/yaml/node.ts'
import { keepLiteral } from '../draft/keep-literal.ts'
import { showNode } from '../draft/read-members.ts'

/** What a template is filled with: the variables of a test, and the names that earlier turns captured. */
export interface Filling {
  vars: ReadonlyMap<string, YamlNode>
  captured: ReadonlySet<string>
  /** Variables of the conversation, for texts with braces of their own. */
  variables: JsonObject
}

const braces = /\{\{([^{}]*)\}\}/g

/** A template filled in, as a text of a suite; `missing` gathers what nothing gives a value. */
export function renderTemplate(template: string, filling: Filling, missing: string[], depth = 0): string {
  let [made, done] = ['', 0]
  for (const found of template.matchAll(braces)) {
    const [written, expression = ''] = found
    made += keepLiteral(template.slice(done, found.index), filling.variables)
    made += fillIn(expression.replace(/^-|-$/g, '').trim(), written, filling, missing, depth)
    done = found.index + written.length
  }
  return made + keepLiteral(template.slice(done), filling.variables)
}

function fillIn(expression: string, written: string, filling: Filling, missing: string[], depth: number): string {
  const [path = '', ...filters] = expression.split('|').map((each) => each.trim())
  const name = path.replace(/^vars\./, '')
  if (/^env\.[A-Za-z_]\w*$/.test(name) && name !== 'env.TABLEREAD_API_KEY') return `{{${name}}}`
  if (filling.captured.has(name)) return `{{${name}}}`
  const node = filling.vars.get(name)
  if (node === undefined || depth > 5) {
    missing.push(written)
    return ''
  }
  for (const filter of filters) if (!/^(?:dump|trim|safe|string)$/.test(filter)) missing.push(`${written} (${filter})`)
  return renderTemplate(showNode(node), filling, missing, depth + 1)
}
