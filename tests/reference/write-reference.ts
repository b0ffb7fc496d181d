import { judgesShape } from '../../src/app/config/judge-settings.ts'
import type { JsonObject } from '../../src/base/json/json.ts'
import { labelsSchema } from '../../src/records/licence/label-shape.ts'
import { anchor, describeType } from './describe-type.ts'
import { type Example, readExampleFiles, readExamples } from './read-examples.ts'
import { type Section, sections } from './sections.ts'

/** Every example, in page order. */
export const examples: Example[] = readExampleFiles().flatMap(readExamples)

/** The text of docs/reference.md. */
export function writeReference(): string {
  const contents = [...sections, ...beside].map(({ title }) => `- [${title}](#${anchor(title)})`).join('\n')
  return `${[introduction, contents, ...sections.map(writeSection), ...beside.map(writeSection)].join('\n\n')}\n`
}

const labels = labelsSchema()
const memberOf = (schema: JsonObject, key: string): JsonObject => (schema.properties as JsonObject)[key] as JsonObject
const itemOf = (schema: JsonObject): JsonObject => schema.items as JsonObject
const exampleOfLabels = itemOf(memberOf(labels, 'examples'))

/** The mappings about judges outside suites: the config and label files, whose examples are in docs/judges.md. */
const beside: readonly Section[] = [
  besideOf(
    'Judges of the config',
    'Below `judges` of tableread.config.yaml: [judges.md](judges.md#licences) shows it.',
    {
      ...judgesShape.schema(new Map()),
    },
  ),
  besideOf('Label file', 'The top of a file of labels: [judges.md](judges.md#licences) shows one.', labels),
  besideOf('Label', 'An item of `examples` in a file of labels.', exampleOfLabels),
  besideOf('Turn of a label', 'An item of `turns` of a label.', itemOf(memberOf(exampleOfLabels, 'turns'))),
  besideOf('Transcript of a label', 'Below `transcript` of a label.', memberOf(exampleOfLabels, 'transcript')),
]

function besideOf(title: string, about: string, schema: JsonObject): Section {
  return { name: title, title, about, schema, keys: Object.keys(schema.properties as JsonObject) }
}

/** Completes an example that is only a conversation. */
const head = `suite: Reference
agent: order-desk
metadata: { customer_name: Asha, tier: gold, cart: '["lamp", "rug"]', before: noon }
templates:
  asks for a person:
    - user: I want to talk to a person
      expect: { calls: [transfer_to_human] }
conversations:`

const introduction = `# Reference of the language

Every key, what it takes, and a suite that shows it. This page is written from the schema of suites; to learn the language,
read [language.md](language.md) or the [tutorial](tutorial.md).

The examples run in Tableread's own tests against the demo workspace, each as it stands here, and pass. One that is a
conversation alone stands below this head, two spaces to the right:

\`\`\`text
${head}
\`\`\`

A key is required where it says so. The example of \`skip\` is skipped, so that alone it leaves nothing to run. The
agent \`media-desk\` of one example belongs to the tests, since no demo agent sends videos.`

function writeSection(section: Section): string {
  const rows = section.keys.map((key) => writeRow(section, key)).join('\n')
  const blocks = examples.filter((each) => each.section === section.name).map(writeExample)
  const table = `| key | takes | means |\n| --- | --- | --- |\n${rows}`
  return [`## ${section.title}`, section.about, table, ...blocks].join('\n\n')
}

function writeRow({ schema }: Section, key: string): string {
  const member = (schema.properties as JsonObject)[key] as JsonObject
  const required = Array.isArray(schema.required) && schema.required.includes(key) ? ', required' : ''
  const means = String(member.description ?? '')
  const cells = [`\`${key}\`${required}`, describeType(member), means]
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}

function writeExample(example: Example): string {
  const keys = example.keys.map((key) => `\`${key}\``).join(', ')
  return `${keys}:\n\n\`\`\`yaml\n${example.text}\n\`\`\``
}
