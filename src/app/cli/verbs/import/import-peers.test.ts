import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { parseScript } from '../../../../suite/language/script/parse.ts'
import { arePeers, importPeers } from './import-peers.ts'

let folder = ''
let [printed, stderr] = ['', '']

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tableread-peers-'))
  mkdirSync(join(folder, 'in/more'), { recursive: true })
  writeFileSync(join(folder, 'in/a.convo.txt'), 'a\n#me\nhello\n#bot\nhi\nINTENT greet\n')
  writeFileSync(join(folder, 'in/more/b.yml'), 'test_cases:\n- test_case: b\n  steps: [{ user: hello }, { bot: hi }]\n')
  ;[printed, stderr] = ['', '']
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text)
    return true
  })
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    stderr += String(text)
    return true
  })
})

afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true })
})

it('writes each suite where its script lay, and lists what is lost with its place', async () => {
  expect(await importPeers([join(folder, 'in')], { output: join(folder, 'out'), agent: 'order-desk' })).toBe(0)
  for (const name of ['a.yaml', 'more/b.yaml']) {
    expect(parseScript(readFileSync(join(folder, 'out', name), 'utf8'), name).ok).toBe(true)
  }
  expect(stderr).toContain('a.convo.txt:6:1: lost: "INTENT greet": what the bot understood is not part of a transcript')
  expect(stderr).toContain('2 conversations in 2 suites, written to ')
})

it('prints a suite alone, and gives 1 when something was refused', async () => {
  writeFileSync(join(folder, 'broken.yaml'), 'convos: [')
  const paths = [join(folder, 'in/a.convo.txt'), join(folder, 'broken.yaml')]
  expect(await importPeers(paths, { from: 'botium' })).toBe(1)
  expect(printed).toContain('- user: hello')
  expect(stderr).toMatch(/broken\.yaml:1:\d+: /)
})

it('gives 2 when nothing was imported', async () => {
  writeFileSync(join(folder, 'other.txt'), 'hello')
  expect(await importPeers([join(folder, 'other.txt')], {})).toBe(2)
  expect(stderr).toContain('nothing was imported')
})

it('writes over nothing unless it is told to, and wants a folder for several suites', async () => {
  const output = join(folder, 'out')
  await importPeers([join(folder, 'in')], { output })
  await expect(importPeers([join(folder, 'in')], { output })).rejects.toThrow('is there already')
  expect(await importPeers([join(folder, 'in')], { output, force: true })).toBe(0)
  await expect(importPeers([join(folder, 'in')], {})).rejects.toThrow('make 2 suites')
  await expect(importPeers([join(folder, 'gone')], {})).rejects.toThrow('there is no file or folder')
})

it('writes the table of a suite beside it, and has its rows where the suite is printed', async () => {
  const table = 'q,__expected\none,x\ntwo,y\n'
  writeFileSync(join(folder, 'in/t.csv'), table)
  writeFileSync(join(folder, 'in/promptfooconfig.yaml'), 'prompts: ["{{q}}"]\ntests: t.csv\n')
  const config = join(folder, 'in/promptfooconfig.yaml')
  expect(await importPeers([config], { json: true, output: join(folder, 'out') })).toBe(0)
  expect(readFileSync(join(folder, 'out/t.csv'), 'utf8')).toBe(table)
  expect(JSON.parse(printed).suites[0].tables).toEqual([expect.stringContaining('out/t.csv')])
  printed = ''
  expect(await importPeers([config], {})).toBe(0)
  expect(printed).toContain('parameters: [{ q: one, "__expected": x }, { q: two, "__expected": "y" }]')
  rmSync(join(folder, 'out/promptfooconfig.yaml'))
  await expect(importPeers([config], { output: join(folder, 'out') })).rejects.toThrow('t.csv is there already')
  const beside = { output: join(folder, 'in'), force: true }
  await expect(importPeers([config], beside)).rejects.toThrow('t.csv is the table of the script itself')
  expect(readFileSync(join(folder, 'in/t.csv'), 'utf8')).toBe(table)
})

it('prints JSON', async () => {
  await importPeers([join(folder, 'in')], { json: true })
  expect(JSON.parse(printed)).toMatchObject({
    schemaVersion: 1,
    suites: [{ peer: 'botium', conversations: 1 }, { peer: 'rasa' }],
    refused: [],
    aside: [],
  })
})

it('is about scripts of peers where that is what was named', () => {
  expect(arePeers([join(folder, 'in')], {})).toBe(true)
  expect(arePeers(['3f2a'], {})).toBe(false)
  expect(arePeers(['3f2a'], { from: 'rasa' })).toBe(true)
})
