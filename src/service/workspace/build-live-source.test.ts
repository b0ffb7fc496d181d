import { afterEach, describe, expect, it } from 'vitest'
import { closeTools, problemsOf, toolFiles } from '../agents/tools/tools.fixture.ts'

afterEach(async () => {
  delete process.env.SHOP_FAR
  await closeTools()
})

describe('a tool that asks an address, in its file,', () => {
  it.each([
    [
      't: { http: http://shop.example.com/x }',
      'desk.yaml:8:18',
      'the url is at shop.example.com, which is not this machine',
      'write live: yes beside it',
    ],
    ['t: { http: "{{env.SHOP_FAR}}/x" }', 'desk.yaml:8:18', 'the url is at far.example.com', 'write live: yes'],
    [
      't: { http: "ftp://127.0.0.1/x" }',
      'desk.yaml:8:18',
      '"ftp://127.0.0.1" is no http or https address',
      'http://127.0.0.1:8080/path',
    ],
    ['t: { http: "127.0.0.1/x" }', 'desk.yaml:8:18', '"127.0.0.1" is no http or https address', ''],
    ['t: { http: "http://{host}/x" }', 'desk.yaml:8:18', 'the host of a tool is not filled in', 'write the host out'],
    ['t: { http: "{{env.SHOP_FAR}}{path}" }', 'desk.yaml:8:18', 'the host of a tool is not filled in', ''],
    [
      't: { http: { url: http://127.0.0.1/, headers: { a: "{x}" } } }',
      'desk.yaml:8:55',
      'the header a holds an argument',
      '',
    ],
    [
      't: { http: { url: http://127.0.0.1/, method: GET, body: {} } }',
      'desk.yaml:8:20',
      'GET has no body',
      'write method: POST',
    ],
    ['t: { http: { url: http://127.0.0.1/, method: get } }', 'desk.yaml:8:52', '"get" is not known here', 'GET'],
    [
      't: { http: "http://127.0.0.1/{ordr}", parameters: { type: object, properties: { order: {} } } }',
      'desk.yaml:8:18',
      '{ordr} is no argument of the tool',
      'did you mean {order}?',
    ],
    [
      't: { http: http://127.0.0.1/, output: 1 }',
      'desk.yaml:8:18',
      'the tool t is of one kind',
      'take the others away',
    ],
    ['t: { http: http://127.0.0.1/, module: ./agent.mjs }', 'desk.yaml:8:45', 'the tool t is of one kind', ''],
    ['t: { http: [x] }', 'desk.yaml:8:18', 'expected a text or a mapping', ''],
    ['t: { http: { live: maybe, url: http://127.0.0.1/ } }', 'desk.yaml:8:26', 'expected true or false', ''],
  ])('is refused as %s, with its place', (tool, place, message, hint) => {
    process.env.SHOP_FAR = 'https://far.example.com/v1'
    const problemText = problemsOf(toolFiles(tool))
    expect(problemText).toContain(place)
    expect(problemText).toContain(message)
    expect(problemText).toContain(hint)
  })

  it.each([
    't: { http: { url: http://shop.example.com/x, live: yes } }',
    't: { http: { url: "https://{{env.SHOP_FAR}}/x", live: true } }',
    't: { http: "http://localhost:1/{id}" }',
    't: { http: "http://[::1]:1/" }',
  ])('is taken as %s', (tool) => {
    expect(problemsOf(toolFiles(tool))).toBe('')
  })
})

describe('a tool of an MCP server, in its file,', () => {
  it.each([
    [
      't: { mcp: inventry }',
      'inventory: { command: [node] }',
      'desk.yaml:8:17',
      'there is no MCP server "inventry" in this workspace',
      'did you mean inventory?',
    ],
    [
      't: { mcp: { tool: x } }',
      'inventory: { command: [node] }',
      'desk.yaml:8:19',
      'mcp needs the key "server"',
      'server',
    ],
    [
      't: { output: 1 }',
      'a: {}',
      'workspace.yaml:4:16',
      'the MCP server a says neither what to start nor where it is',
      'command: [program, argument]',
    ],
    [
      't: { output: 1 }',
      'a: { command: [node], url: http://127.0.0.1/ }',
      'workspace.yaml:4:16',
      'is started or has a url, not both',
      '',
    ],
    ['t: { output: 1 }', 'a: { command: npx server }', 'workspace.yaml:4:30', 'expected a list of words', ''],
    [
      't: { output: 1 }',
      'a: { url: "https://mcp.example.com/mcp" }',
      'workspace.yaml:4:26',
      'the url is at mcp.example.com, which is not this machine',
      'write live: yes beside it',
    ],
    [
      't: { output: 1 }',
      'a: { url: http://127.0.0.1/, env: { A: b } }',
      'workspace.yaml:4:16',
      'env and cwd are for a command',
      '',
    ],
  ])('is refused as %s with %s', (tool, server, place, message, hint) => {
    const problemText = problemsOf(toolFiles(tool, `mcp servers: { ${server} }\n`))
    expect(problemText).toContain(place)
    expect(problemText).toContain(message)
    expect(problemText).toContain(hint)
  })
})
