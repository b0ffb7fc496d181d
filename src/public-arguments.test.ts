import { describe, expect, it } from 'vitest'
import * as library from './index.ts'
import * as agents from './service/agent.ts'
import * as service from './service/index.ts'
import * as code from './suite/builder/index.ts'

const suite = code.suite('S', { agent: 'a' }, [code.conversation('c').user('hi').expect({ reply: 'x' })])
const [plan] = code.planSuite(suite)
type Any = (...args: unknown[]) => unknown

/** Public functions with arguments of a wrong kind, and what is said of them. */
const wrong: [name: string, call: () => unknown, message: RegExp][] = [
  [
    'performConversation',
    () => call(library.performConversation, plan, { client: {} }),
    /takes \{ client \}, .*an empty object$/,
  ],
  ['performConversation', () => call(library.performConversation, plan), /takes \{ client \}, .*here is undefined$/],
  [
    'performConversation',
    () =>
      call(library.performConversation, plan, {
        client: library.openService({ target: 'http://127.0.0.1:1' }).catch(() => 0),
      }),
    /here is a Promise\n {2}await it first$/,
  ],
  [
    'performConversation',
    () => call(library.performConversation, [plan], { client: {} }),
    /takes a plan .*a list of 1$/,
  ],
  [
    'performConversation',
    () => call(library.performConversation, suite, {}),
    /takes a plan .*an object with name, site/,
  ],
  ['performRun', () => call(library.performRun, plan, {}), /takes a list of plans, but here is an object/],
  ['performRun', () => call(library.performRun, [plan], { client: {} }), /client, listen and problems/],
  ['performComparison', () => call(library.performComparison, [plan], {}), /a list of what pairPlans gives/],
  ['performComparison', () => call(library.performComparison, [], {}), /sides, contexts and listen/],
  ['pairPlans', () => call(library.pairPlans, plan), /a plan for each side, but here is undefined/],
  [
    'parseScript',
    () => call(library.parseScript, { suite: 'S' }),
    /the text of a suite, but here is an object with suite/,
  ],
  ['planScript', () => call(library.planScript, { ok: true }, {}), /the script of what parseScript gives/],
  ['readResult', () => call(library.readResult, {}), /the text of a result/],
  [
    'createClient',
    () => call(library.createClient),
    /an address as baseUrl, an apiKey and a transport, but here is undefined/,
  ],
  ['createClient', () => call(library.createClient, { baseUrl: 'x', apiKey: 'k', transport: () => 1 }), /an address/],
  ['openService', () => call(library.openService, 'http://127.0.0.1:1'), /takes nothing, or .*a string$/],
  ['openService', () => call(library.openService, { url: 'http://127.0.0.1:1' }), /an object with url$/],
  ['planSuite', () => call(code.planSuite, code.conversation('c')), /take what suite\(\) gives/],
  ['readSuite', () => call(code.readSuite), /take what suite\(\) gives, but here is undefined/],
  ['suite', () => call(code.suite, 'S', {}, code.conversation('c')), /a list of what conversation\(\) begins/],
  [
    'suite',
    () => call(code.suite, 'S', [code.conversation('c')]),
    /a list of what conversation\(\) begins, but here is a list of 1/,
  ],
  ['createService', () => call(service.createService, { workspaces: 'demo' }), /takes \{ workspaces \}.*a string$/],
  [
    'createService',
    () => call(service.createService, { workspaces: [service.loadWorkspace('nowhere')] }),
    /takes \{ workspaces \}/,
  ],
  ['listen', () => call(service.listen, {}), /what createService gives, but here is an empty object/],
  ['loadWorkspace', () => call(service.loadWorkspace, 7), /the path of a folder, but here is a number/],
  ...Object.entries(agents).flatMap(([name, read]): typeof wrong =>
    !name.startsWith('from')
      ? []
      : [undefined, 7, {}, Promise.resolve({})].map((given) => [
          name,
          () => call(read, given),
          new RegExp(`^${name} needs the \\w+ of a result; |^fromAiSdk needs`),
        ]),
  ),
]

function call(of: unknown, ...args: unknown[]): unknown {
  return (of as Any)(...args)
}

describe('a public function', () => {
  it.each(wrong)('says what it takes: %s', async (_, run, message) => {
    await expect((async () => run())()).rejects.toThrow(message)
  })
})
