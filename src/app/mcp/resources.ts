import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readText } from '../../base/files/files.ts'
import { packageFolder } from '../../base/package-folder.ts'
import { countVerdicts } from '../../engine/run-result.ts'
import { packagedSchema, type SchemaKind, schemaKinds } from '../files/packaged-schemas.ts'
import type { Desk } from './desk.ts'
import { presentProblem } from './find-problems.ts'
import { capText, pageOf } from './page.ts'
import { listUnpassed, presentFailure, presentLine } from './present-result.ts'

/** A resource that a client can read, with the protocol's member names. */
interface Listed {
  uri: string
  name: string
  title: string
  description: string
  mimeType: string
}

const pages = new URL('docs/', packageFolder)
const lastRun = 'tableread://results/last'

/** The documentation pages, the schemas and, once there is one, the last run. */
export function listResources({ lastRun: run }: Pick<Desk, 'lastRun'>): Listed[] {
  return [
    ...pageNames().map((name) => ({
      uri: `tableread://docs/${name}`,
      name: `docs/${name}`,
      title: titleOf(name),
      description: `A page of the documentation: ${titleOf(name)}.`,
      mimeType: 'text/markdown',
    })),
    ...schemaKinds.map((kind) => ({
      uri: `tableread://schema/${kind}`,
      name: `schema/${kind}`,
      title: `JSON Schema: ${kind}`,
      description: `The JSON Schema of ${kind === 'suite' ? 'suite files' : kind} files.`,
      mimeType: 'application/schema+json',
    })),
    ...(run === null
      ? []
      : [
          {
            uri: lastRun,
            name: 'results/last',
            title: 'The last run',
            description:
              'How each conversation of the last run of this server came out, its totals, its first failures, and what is wrong in suites that could not be read.',
            mimeType: 'application/json',
          },
        ]),
  ]
}

/** The content at a URI; null if there is none. */
export function readResource(
  uri: string,
  { lastRun: run, flags }: Pick<Desk, 'lastRun' | 'flags'>,
): (Pick<Listed, 'uri' | 'mimeType'> & { text: string }) | null {
  const [, folder, name = ''] = /^tableread:\/\/([a-z]+)\/([A-Za-z0-9-]+)$/.exec(uri) ?? []
  if (folder === 'docs' && pageNames().includes(name)) return { uri, mimeType: 'text/markdown', text: readPage(name) }
  const kind = schemaKinds.find((each): each is SchemaKind => each === name)
  if (folder === 'schema' && kind !== undefined)
    return { uri, mimeType: 'application/schema+json', text: packagedSchema(kind) }
  if (uri !== lastRun || run === null) return null
  const failed = listUnpassed(run.conversations)
  const payload = {
    conversations: pageOf(run.conversations.map(presentLine), 0, 500),
    failures: pageOf(
      failed.slice(0, 20).map((each) => presentFailure(each, run, flags)),
      0,
      20,
    ).shown,
    failed: failed.length,
    totals: countVerdicts(run.conversations),
    brokenSuites: new Set(run.problems.map(({ file }) => file)).size,
    problems: run.problems.slice(0, 30).map(presentProblem),
  }
  return { uri, mimeType: 'application/json', text: JSON.stringify(payload, null, 2) }
}

function pageNames(): string[] {
  return readdirSync(pages)
    .filter((name) => name.endsWith('.md'))
    .map((name) => name.replace(/\.md$/, ''))
    .sort()
}

const readPage = (name: string): string => readText(fileURLToPath(new URL(`${name}.md`, pages)))

const titleOf = (name: string): string => capText(/^# (.+)$/m.exec(readPage(name))?.[1] ?? name, 200)
