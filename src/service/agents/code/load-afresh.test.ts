import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import type { AgentPart } from '../../workspace/agent-function.ts'
import { loadWorkspace } from '../../workspace/load-workspace.ts'
import { closeTools, folderOf, whenClosed } from '../tools/tools.fixture.ts'
import { createAgentCode } from './agent-code.ts'
import { loadAfresh } from './load-afresh.ts'

afterEach(closeTools)

const files = {
  'workspace.yaml': 'workspace: w\nkeys: [key]\nagents: [desk.yaml]\n',
  'desk.yaml':
    'agent: desk\nid: a-1\npublished: 1\nversions: { 1: { module: ./agent.ts, tools: { price: { module: ./lib/tools.mjs#price } } } }\n',
  'agent.ts':
    "import { words } from './lib/words.ts'\nimport facts from './lib/facts.json'\nexport default async (): Promise<string> => `${words()} ${facts.size}`\n",
  'lib/words.ts': "import { deep } from './deep/deep.js'\nexport const words = (): string => `words ${deep}`\n",
  'lib/deep/deep.js': 'export const deep = 1\n',
  'lib/facts.json': '{ "size": 1 }',
  'lib/old.cjs': 'exports.old = 0',
  'lib/tools.mjs':
    "const { deep } = await import('./deep/deep.js')\nimport { old } from './old.cjs'\nexport const price = () => deep + old\n",
}

/**
 * Loads the modules of the workspace as they are now. Gives what its agent and its tool say, and the files
 * below the folder.
 */
async function read(folder: string) {
  const loaded = loadWorkspace(folder)
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems))
  const code = createAgentCode(() => undefined)
  whenClosed(() => code.close())
  const edition = code.now()
  const { files: all, problems } = await edition.load([loaded.workspace])
  const behaviour = loaded.workspace.agents[0]?.versions.get(1)?.behaviour
  if (behaviour?.kind !== 'code' || typeof behaviour.from === 'function') throw new Error('it is no module')
  const [tool] = behaviour.tools
  if (tool?.source?.kind !== 'module') throw new Error('its tool is no module')
  const { signal } = new AbortController()
  const reply = await edition.agent(behaviour.from, '[]').then(
    async (run) => {
      const turn = { signal, state: {}, history: [], agentName: 'desk' } as never
      for await (const part of run(turn) as AsyncIterable<AgentPart>) return part
    },
    (error: Error) => error.message,
  )
  const price = await edition.tool(tool.source).then((run) => run({}, { signal } as never))
  return { said: reply, price, problems, files: all.map((each) => each.replace(`${folder}/`, '')).sort() }
}

it('a module is loaded afresh with all that it imports, however deep, and these files are known', {
  tags: 'slow',
}, async () => {
  const folder = folderOf(files)
  const paths = ['agent.ts', 'lib/deep/deep.js', 'lib/facts.json', 'lib/old.cjs', 'lib/tools.mjs', 'lib/words.ts']
  expect(await read(folder)).toEqual({ said: 'words 1 1', price: '1', problems: [], files: paths })
  writeFileSync(join(folder, 'lib/deep/deep.js'), 'export const deep = 2\n')
  writeFileSync(join(folder, 'lib/facts.json'), '{ "size": 2 }')
  writeFileSync(join(folder, 'lib/old.cjs'), 'exports.old = 40')
  expect(await read(folder)).toEqual({ said: 'words 2 2', price: '42', problems: [], files: paths })
})

it('one that breaks is told once with its file, and the files up to there are known', { tags: 'slow' }, async () => {
  const folder = folderOf({ ...files, 'lib/words.ts': "import './deep/deep.js'\nthrow new Error('no words')\n" })
  const { problems, files: paths } = await read(folder)
  expect(problems).toEqual([
    `${join(folder, 'agent.ts')} cannot be loaded: no words (${join(folder, 'lib/words.ts')}:2:7)`,
  ])
  expect(paths).toEqual(expect.arrayContaining(['agent.ts', 'lib/words.ts', 'lib/deep/deep.js']))
})

it('one that cannot be read as code is told, and its file is known', { tags: 'slow' }, async () => {
  const folder = folderOf({ ...files, 'lib/words.ts': 'export const words = (: string => 1\n' })
  const { problems, files: paths } = await read(folder)
  expect(problems).toEqual([expect.stringMatching(/agent\.ts cannot be loaded: .*/s)])
  expect(paths).toEqual(expect.arrayContaining(['agent.ts', 'lib/words.ts']))
})

const alias = '{ "compilerOptions": { "paths": { "@/*": ["./src/*"], "~words": ["./src/lib/words.ts"] } } }'
const lib = {
  'src/lib/words.ts': "import { deep } from '@/lib/deep.js'\nexport const words = (): string => `words ${deep}`\n",
}
const deep = { 'src/lib/deep.ts': 'export const deep = 1\n' }

it.each<[string, string, string, Record<string, string>]>([
  ['paths', 'agent.ts', "import { words } from '@/lib/words'\nexport default words", { 'tsconfig.json': alias }],
  ['a name', 'agent.mjs', "import { words } from '~words'\nexport default words", { 'tsconfig.json': alias }],
  [
    'paths of a file that it extends',
    'app/agent.ts',
    "const { words } = await import('@/lib/words')\nexport default words",
    { 'base.json': alias, 'tsconfig.json': '// ours\n{ "extends": "./base.json", }' },
  ],
])('imports follow tsconfig.json: %s', async (_, agent, code, more) => {
  const folder = folderOf({ [agent]: code, ...lib, ...deep, ...more })
  const { exports, trouble, files: paths } = await loadAfresh(join(folder, agent), {})
  expect(trouble).toBe('')
  expect((exports?.default as (() => string) | undefined)?.()).toBe('words 1')
  expect(paths).toContain(join(folder, 'src/lib/deep.ts'))
})

it('a tsconfig.json that cannot be read matters only to what is not found', async () => {
  const torn = { 'tsconfig.json': '{ "extends": "./nowhere.json" }' }
  const folder = folderOf({ 'agent.ts': 'export default () => 1', 'lost.ts': "import '@/lib/words'", ...torn })
  expect((await loadAfresh(join(folder, 'agent.ts'), {})).trouble).toBe('')
  expect((await loadAfresh(join(folder, 'lost.ts'), {})).trouble).toBe(
    `${join(folder, 'lost.ts')} cannot be loaded: Cannot find module '@/lib/words', which ${join(folder, 'lost.ts')} imports; its tsconfig.json cannot be read: File './nowhere.json' not found.`,
  )
})

it.each<[string, string, RegExp]>([
  [
    "import './nope.ts'",
    'imports what is not there',
    /agent\.ts .*: Cannot find module '\.\/nope\.ts', which .*inner\.ts imp/,
  ],
  [
    "import 'no-such-package'",
    'imports no package',
    /Cannot find module 'no-such-package', which .*inner\.ts imports$/,
  ],
  ['const a = \n\n(: string => 1', 'is no code', /ParseError: Unexpected token .*inner\.ts:3:1$/],
  [
    "\nthrow new Error('no words', { cause: new Error('no db') })",
    'throws',
    /: no words \(.*inner\.ts:2:7\); caused by: no db$/,
  ],
  ["throw 'a text'", 'throws no error', /cannot be loaded: failed with a text$/],
])('a module that cannot be loaded is told with its path, the place and the cause: %s', async (code, _, words) => {
  const folder = folderOf({ 'agent.ts': "import './inner.ts'", 'inner.ts': code })
  expect((await loadAfresh(join(folder, 'agent.ts'), {})).trouble).toMatch(words)
})
