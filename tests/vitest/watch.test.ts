// @module-tag stress
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { createProject, type Project, type Running, startTableread, startVitest } from './run-vitest.ts'

const suite = (name: string, contains: string): string =>
  `suite: ${name}\nagent: desk\nconversations:\n  - { name: ${name} greets, turns: [{ user: hello, expect: { reply: { contains: ${contains} } } }] }\n`
const agent = (says: string): string =>
  `agent: desk\nid: desk\npublished: 1\nversions:\n  1: { prompt: { file: ../prompts/desk.md }, otherwise: [{ say: "${says}" }], rules: [] }\n`
const module_ = 'agent: desk\nid: desk\npublished: 1\nversions:\n  1: { module: ./desk.mjs }\n'
const workspace = 'workspace: shop\nkeys: [shop-key]\nagents: [agents/desk.yaml]\n'
const files = {
  'suites/one.yaml': suite('One', 'Good day'),
  'shop/workspace.yaml': workspace,
  'shop/agents/desk.yaml': agent('Good day'),
  'shop/prompts/desk.md': 'Be kind.\n',
  'other/workspace.yaml': workspace.replace('shop', 'other'),
  'other/agents/desk.yaml': module_,
  'other/agents/desk.mjs': "import { word } from './word.mjs'\nexport default async function* () { yield word }\n",
  'other/agents/word.mjs': "export const word = 'Good day from a module'\n",
  'tableread.config.yaml': 'workspace: shop\n',
}

let project: Project
let running: Running
const putFile = (name: string, text: string): void => writeFileSync(join(project.folder, name), text)
afterEach(() => {
  running.process.kill('SIGKILL')
  project.remove()
})

/** Waits for output that appears after the change. */
async function once(change: () => void, pattern: RegExp): Promise<string> {
  const before = running.output().length
  change()
  await running.says(new RegExp(`[\\s\\S]{${before}}[\\s\\S]*(?:${pattern.source})`))
  return running.output().slice(before)
}
const passed = /1 passed \(1\)[\s\S]*(?:Waiting|Watching) for file changes/
const failed = /1 failed \(1\)[\s\S]*(?:Waiting|Watching) for file changes/

describe('a watch', () => {
  it('sees the workspace, modules with what they import, the config, and suites that come and go', async () => {
    project = createProject(files, null)
    running = startTableread(project, ['run', '--watch'], { TABLEREAD_HISTORY: 'off' })
    await running.says(passed)
    const worse = await once(() => putFile('shop/agents/desk.yaml', agent('Go away')), failed)
    expect(worse).toContain('shop/agents/desk.yaml changed: everything runs again')
    const broken = await once(
      () => putFile('shop/agents/desk.yaml', 'agent: ['),
      /nothing was judged, since the workspace is broken: .*desk\.yaml:1/,
    )
    expect(broken).toContain('it is broken, and nothing is judged until it is mended')
    expect(broken).not.toContain('1 passed')
    await once(() => putFile('shop/agents/desk.yaml', agent('Good day again')), passed)
    const prompt = await once(() => putFile('shop/prompts/desk.md', 'Be very kind.\n'), passed)
    expect(prompt).toContain('shop/prompts/desk.md changed: everything runs again')
    const config = await once(() => putFile('tableread.config.yaml', 'workspace: other\n'), passed)
    expect(config).toContain('tableread.config.yaml changed: everything begins again')
    await once(() => putFile('other/agents/word.mjs', "export const word = 'Go away'\n"), failed)
    await once(() => putFile('other/agents/word.mjs', "export const word = 'Good day'\n"), passed)
    const slip = await once(
      () => putFile('other/agents/word.mjs', "export const word = 'Go away\n"),
      /nothing was judged, since the workspace is broken: .*desk\.mjs cannot be loaded: /,
    )
    expect(slip).toContain('it is broken, and nothing is judged until it is mended')
    const still = await once(() => putFile('suites/one.yaml', suite('One', 'Good')), /RERUN[\s\S]*nothing was judged/)
    expect(still).not.toContain('1 passed')
    await once(() => putFile('other/agents/word.mjs', "export const word = 'Good day'\n"), passed)
    const both = await once(() => {
      putFile('suites/one.yaml', suite('One', 'Good day'))
      putFile('other/agents/word.mjs', "export const word = 'Go away'\n")
    }, failed)
    expect(both).not.toMatch(/1 passed/)
    await once(() => putFile('other/agents/word.mjs', "export const word = 'Good day'\n"), passed)
    await once(() => putFile('tableread.config.yaml', 'workspac: shop\n'), /tableread\.config\.yaml:1:1: .*workspac/)
    await once(() => putFile('tableread.config.yaml', 'workspace: shop\n'), passed)
    const output = await once(() => putFile('suites/two.yaml', suite('Two', 'Good')), passed)
    expect(output).toMatch(/RERUN +suites\/two\.yaml/)
    await once(() => putFile('suites/two.yaml', 'suite: ['), /❯ suite suites\/two\.yaml:1:8/)
    rmSync(join(project.folder, 'suites/two.yaml'))
    await once(() => putFile('shop/agents/desk.yaml', agent('Good day, at last')), passed)
    running.process.kill('SIGINT')
    expect(await running.ended).toBe(130)
  })

  it('does so in Vitest as well', async () => {
    project = createProject(files)
    running = startVitest(project, ['--watch'], { TABLEREAD_HISTORY: 'off' })
    await running.says(passed)
    await once(() => putFile('shop/agents/desk.yaml', agent('Go away')), failed)
    const config = await once(() => putFile('tableread.config.yaml', 'workspace: other\n'), passed)
    expect(config).toContain('tableread.config.yaml changed: everything begins again')
  })
})
