// @module-tag stress
import { afterEach, describe, expect, it } from 'vitest'
import { createProject, type Project, runVitest } from '../vitest/run-vitest.ts'

/** Agents whose code misbehaves, and the message that each must produce. */
const misdeeds: Record<string, { body: string; said: RegExp }> = {
  exits: { body: 'process.exit(0)', said: /process\.exit\(0\) was called/ },
  blocks: { body: 'for (;;) ;', said: /has not answered within 1\.5 s/ },
  rejects: {
    body: 'setTimeout(() => Promise.reject(new Error("late")), 5); await new Promise(() => undefined)',
    said: /threw what nobody caught: Error: late/,
  },
  throws: { body: 'throw new TypeError("no")', said: /failed: TypeError: no/ },
  'keeps-a-map': { body: 'state.seen = new Map()', said: /cannot be kept: it has as seen a Map/ },
}
const names = Object.keys(misdeeds)
const all = [...names, 'good']

const files = Object.fromEntries([
  [
    'workspace/workspace.yaml',
    `workspace: w\nkeys: [key]\nagents: [${all.map((name) => `${name}.yaml`).join(', ')}]\n`,
  ],
  ...all.flatMap((name) => [
    [
      `workspace/${name}.mjs`,
      `export default async function* ({ state }) { ${misdeeds[name]?.body ?? ''}; yield 'Hello.' }\n`,
    ],
    [
      `workspace/${name}.yaml`,
      `agent: ${name}\nid: ${name}\npublished: 1\nversions: { 1: { module: ./${name}.mjs, limits: { time: ${name === 'blocks' ? '1500 ms' : '20 s'} } } }\n`,
    ],
  ]),
  [
    'suites/all.yaml',
    `suite: All\nconversations:\n${names
      .flatMap((name) => [name, 'good'])
      .map(
        (name, index) =>
          `  - { name: ${name} ${index}, agent: ${name}, turns: [{ user: Hi, expect: { reply: Hello. } }] }`,
      )
      .join('\n')}\n`,
  ],
  ['tableread.config.yaml', 'workspace: workspace\nconcurrency: 1\n'],
])

describe('code of agents that does what it should not, under the plugin of Vitest', () => {
  let project: Project
  afterEach(() => project.remove())

  it('errs in its own tests alone, and the run ends with a report', async () => {
    project = createProject(files)
    const { code, output, tests } = await runVitest(project, {})
    expect(tests.map(({ title, status }) => `${title}: ${status}`)).toEqual(
      names.flatMap((name, index) => [`${name} ${2 * index}: failed`, `good ${2 * index + 1}: passed`]),
    )
    for (const { title, failureMessages, meta } of tests.filter(({ status }) => status === 'failed')) {
      expect(meta.tableread?.verdict).toBe('errored')
      expect(failureMessages.join().replace(/\s+/g, ' ')).toMatch(misdeeds[title.replace(/ \d+$/, '')]?.said ?? /^$/)
    }
    expect(output).not.toContain('close timed out')
    expect(code).toBe(1)
  })
})
