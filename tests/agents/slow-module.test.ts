// @module-tag stress
import { afterEach, expect, it } from 'vitest'
import { createProject, type Project, runVitest } from '../vitest/run-vitest.ts'
import { runWarm } from '../warm/run-warm.ts'

let project: Project
afterEach(() => project.remove())

it('a module takes its time to load before the first turn, in the CLI and in Vitest', async () => {
  project = createProject({
    'workspace/workspace.yaml': 'workspace: Shop\nkeys: [shop-key]\nagents: [desk.yaml]\n',
    'workspace/desk.yaml': 'agent: desk\nid: desk\npublished: 1\nversions: { 1: { module: ./desk.mjs } }\n',
    'workspace/desk.mjs': `await new Promise((go) => setTimeout(go, 1500))\nexport default async () => 'Hello'\n`,
    'suites/desk.yaml':
      'suite: Desk\nagent: desk\nconversations:\n  - { name: greets, turns: [{ user: hi, expect: { latency: 1 s } }] }\n',
    'tableread.config.yaml': 'workspace: workspace\nversions: [default]\n',
  })
  const ran = await runWarm(['run', '--no-history'], { folder: project.folder })
  expect([ran.code, ran.out + ran.err]).toEqual([0, expect.stringContaining('1 passed')])
  const { code, output } = await runVitest(project, {})
  expect([code, output]).toEqual([0, expect.stringContaining('1 passed')])
})
