import { afterEach, describe, expect, it } from 'vitest'
import { eachByTier } from '../../../base/tiers.fixture.ts'
import { closeTools, problemsOf, serveTools, toolFiles } from './tools.fixture.ts'

afterEach(closeTools)

/** Tools in a workspace: each name is an export of `tools/stock.ts`, beside the agent. */
function serveModule(code: string, names: readonly string[], limit = '20 s') {
  const tools = names.map((name) => `${name}: { module: ./tools/stock.ts#${name}, timeout: ${limit} }`).join('\n')
  return serveTools(toolFiles(tools, '', { 'tools/stock.ts': code }))
}

describe('a tool in somebody’s code', () => {
  it('is TypeScript or JavaScript, with modules of its own beside it, and told who calls', {
    tags: 'slow',
  }, async () => {
    const tools = `
typed: { module: ./tools/typed.ts#lookUp }
plain: { module: ./tools/plain.mjs }
old: { module: ./tools/old.cjs#lookUp }`.trim()
    const { call } = serveTools(
      toolFiles(tools, '', {
        'tools/typed.ts': `import { double } from './double.ts'
enum Kind { Small = 'small' }
export async function lookUp({ id }: { id: number }, caller: { agentName: string; variables: Record<string, unknown>; signal: AbortSignal }) {
  return { id: double(id), kind: Kind.Small, agent: caller.agentName, plan: caller.variables.plan, on: !caller.signal.aborted } satisfies object
}`,
        'tools/double.ts': 'export const double = (value: number): number => value * 2',
        'tools/plain.mjs':
          'await new Promise((done) => setTimeout(done, 300))\nexport default ({ id }) => `order ${id}`',
        'tools/old.cjs': 'exports.lookUp = () => null',
      }),
    )
    const { value, isError } = await call('typed', { id: 21 }, { plan: 'gold' })
    expect([value, isError]).toEqual([{ id: 42, kind: 'small', agent: 'desk', plan: 'gold', on: true }, false])
    const began = performance.now()
    const { output, timeMs } = await call('plain', { id: 1 })
    expect(output).toBe('order 1')
    expect(performance.now() - began - timeMs).toBeGreaterThan(290) // loading the module is not part of its time
    expect((await call('old')).output).toBe('null')
  })

  const outputs: [string, string, string | RegExp][] = [
    ['a BigInt', '() => 1n', 'Error: the output is the number 1n, which JSON cannot hold'],
    ['a BigInt inside', '() => ({ a: [1n] })', 'Error: the output has as a[0] the number 1n, which JSON cannot hold'],
    [
      'a cycle',
      '() => { const a = {}; a.a = a; return a }',
      'Error: the output has as a what contains it, which JSON cannot hold',
    ],
    ['nothing', '() => undefined', 'Error: the tool gave nothing: return null if it has nothing to say'],
    ['a function', '() => () => 1', 'Error: the output is a function, which JSON cannot hold'],
    ['a symbol inside', '() => ({ s: Symbol("x") })', 'Error: the output has as s a symbol, which JSON cannot hold'],
    ['no number', '() => ({ price: 0 / 0 })', 'Error: the output has as price NaN, which JSON cannot hold'],
    ['a Map', '() => new Map([[1, 2]])', 'Error: the output is a Map, which JSON cannot hold'],
    [
      'a date',
      '() => ({ at: new Date(0) })',
      'Error: the output has as at a Date, which JSON would change to a text: give value.toISOString()',
    ],
    [
      'a list with a gap',
      '() => [1, , 2]',
      'Error: the output has as [1] a gap, which JSON would change to null: write null',
    ],
    ['minus zero', '() => -0', 'Error: the output is -0, which JSON would change to 0'],
    ['bytes', '() => ({ file: Buffer.from("x") })', 'Error: the output has as file bytes, which JSON cannot hold'],
    ['an error as its value', '() => new Error("x")', 'Error: the output is a Error, which JSON cannot hold'],
    ['50 MB of text', '() => "x".repeat(50e6)', 'Error: the output has more than 1048576 characters'],
    [
      '50 MB of items',
      '() => Array.from({ length: 5e6 }, () => "12345678")',
      'Error: the output has more than 1048576 characters',
    ],
    [
      'something endlessly deep',
      '() => { let a = []; for (let n = 0; n < 1e5; n += 1) a = [a]; return a }',
      'Error: the output cannot be JSON: it is too deep or too long',
    ],
    [
      'a toJSON that throws',
      '() => ({ toJSON() { throw new Error("secretive") } })',
      'Error: the output cannot be JSON: secretive',
    ],
    ['an error', '() => { throw new Error("out of stock") }', 'Error: out of stock'],
    ['an error later', 'async () => { await null; throw new TypeError("out of stock") }', 'Error: out of stock'],
    ['no error', '() => { throw { code: 7 } }', 'Error: failed with {"code":7}'],
    ['nothing at all', '() => { throw undefined }', 'Error: failed with undefined'],
  ]
  eachByTier(3)(outputs)(
    'that gives or throws %s is an output that says so',
    { tags: 'slow' },
    async (_, code, output) => {
      const { call } = serveModule(`export const tool = ${code}`, ['tool'])
      expect(await call('tool')).toMatchObject({ isError: true, output, value: null })
    },
  )

  it('that takes too long is an output that says so', { tags: 'slow' }, async () => {
    const { call } = serveModule('export const tool = () => new Promise(() => undefined)', ['tool'], '300 ms')
    expect(await call('tool')).toMatchObject({ isError: true, output: 'Error: tool took longer than 300 ms' })
  })

  it('gives texts that are JSON as they stand', async () => {
    const { call } = serveModule(`export const text = () => '{"id": 12345678901234567890}'`, ['text'])
    expect((await call('text')).output).toBe('{"id": 12345678901234567890}')
  })

  eachByTier(2)([
    ['export const other = () => 1', /has no function called tool; its functions are other$/],
    ['export const tool = 7', /has no function called tool: tool is a number; it exports no function$/],
    ['throw new Error("no database")', /stock\.ts cannot be loaded: no database \(\S+stock\.ts:1:\d+\)$/],
    ['import "./not-there.ts"', /stock\.ts cannot be loaded: /],
    ['export const tool = (', /stock\.ts cannot be loaded: /],
  ])('that cannot be loaded is an error of the turn: %s', { tags: 'slow' }, async (code, message) => {
    const { call } = serveModule(code, ['tool'])
    expect((await call('tool')).refused).toMatch(message)
  })

  it.each([
    ['t: { module: ./nowhere.ts#x }', 'desk.yaml:8:20', 'there is no file'],
    ['t: { module: ./agent.yaml }', 'desk.yaml:8:20', 'is no module'],
    ['t: { module: ./agent.mjs, output: 1 }', 'desk.yaml:8:20', 'the tool t is of one kind'],
    ['t: { module: ./agent.mjs, error: 1 }', 'desk.yaml:8:20', 'the tool t is of one kind'],
    ['t: { module: ./agent.mjs, cases: [{ output: 1 }] }', 'desk.yaml:8:20', 'the tool t is of one kind'],
  ])('is refused as %s, with its place', (tool, place, message) => {
    const problemText = problemsOf(toolFiles(tool))
    expect(problemText).toContain(place)
    expect(problemText).toContain(message)
  })
})

describe.each(['output: x', 'module: ./agent.mjs', 'http: "http://127.0.0.1:9/x"', 'mcp: inventory'])(
  'a tool of %s',
  (kind) => {
    it.each([
      ['{ type: objekt }', 'the parameters are no JSON Schema: type must be'],
      [
        '{ type: object, properties: { id: { type: numbr } } }',
        'the parameters are no JSON Schema: properties/id/type',
      ],
      ['{ type: object, properties: { id: { $ref: "https://schemas.example/id.json" } } }', "can't resolve reference"],
      ['{ type: object, properties: { id: { type: number, multipleOf: 0 } } }', 'multipleOf must be > 0'],
      ['{ type: object, properties: { id: { type: string, pattern: "(" } } }', 'the parameters are no JSON Schema'],
      ['{ order: { type: string } }', 'hint: write { type: object, properties: { order_id:'],
      ['{ type: string }', 'of the type "string", and arguments are an object'],
    ])('whose parameters are %s is a mistake of the workspace, with its place', (parameters, message) => {
      const server = 'mcp servers: { inventory: { command: [node, server.mjs] } }\n'
      const problemText = problemsOf(toolFiles(`t: { parameters: ${parameters}, ${kind} }`, server))
      expect(problemText).toContain('desk.yaml:8:')
      expect(problemText).toContain(message)
    })
  },
)
