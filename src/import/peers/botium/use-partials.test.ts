import { describe, expect, it } from 'vitest'
import { conversationsOf, importFiles, onlySuite } from '../import.fixture.ts'
import type { PeerImport } from '../import-peers.ts'

const suiteOf = ({ suites }: PeerImport): string =>
  suites.map(({ text }) => text.slice(text.indexOf('agent: '))).join('')

const login = 'Login\n#begin\n#me\nI am $user\n#bot\nPassword?\n#me\n123456\n#bot\nWelcome $user\n'
const convos = (...each: [name: string, text: string][]): string =>
  JSON.stringify({
    convos: each.map(([name, text]) => ({
      name,
      steps: text
        .split(/^#/m)
        .filter((step) => step !== '')
        .map((step) => step.trim().split('\n'))
        .map(([sender = '', ...lines]) => ({ [sender]: lines })),
    })),
  })

describe('a partial convo', () => {
  it('of whole turns is a template, which takes what is known where it is used', () => {
    const draft = importFiles({
      'all.json': convos(
        ['buys', '#begin\nSET_SCRIPTING_MEMORY user|Asha\nINCLUDE Login\n#me\nbuy\n#bot\nbought\n'],
        ['sells', '#begin\nSET_SCRIPTING_MEMORY user|Ben\n#me\nhello\n#bot\nhi\nINCLUDE Login|Login\n'],
      ),
      'login.pconvo.txt': login,
    })
    expect(draft.refused).toEqual([])
    expect(suiteOf(draft)).toBe(`agent: order-desk

templates:
  Login:
    - user: "I am {{user}}"
      expect: { reply: { contains: "Password?", ignore case: true } }
    - user: "123456"
      expect: { reply: { contains: "Welcome {{user}}", ignore case: true } }

conversations:
  - name: buys
    variables: { user: Asha }
    turns:
      - use: Login
      - user: buy
        expect: { reply: { contains: bought, ignore case: true } }

  - name: sells
    variables: { user: Ben }
    turns:
      - user: hello
        expect: { reply: { contains: hi, ignore case: true } }
      - use: Login
      - use: Login
`)
    expect(conversationsOf(draft.suites[0]?.text ?? '').map(({ turns }) => turns.length)).toEqual([3, 5])
  })

  it.each([
    [
      'that answers what was said before it',
      '#me\nlogin\nINCLUDE part\n#me\nbye\n#bot\nbye\n',
      '#bot\nname?\n#me\nAsha\n#bot\nhi\n',
    ],
    [
      'that is answered after it',
      '#me\nhello\n#bot\nhi\nINCLUDE part\n#bot\nwelcome\n',
      '#me\nlogin\n#bot\nname?\n#me\nAsha\n',
    ],
  ])('%s has parts of turns: it stays in place', (_, main, part) => {
    const draft = importFiles({ 'a.convo.txt': `a\n${main}`, 'p.pconvo.txt': `part\n${part}` })
    expect(suiteOf(draft)).not.toMatch(/templates:|use:/)
    expect(conversationsOf(draft.suites[0]?.text ?? '')[0]?.turns).toHaveLength(3)
  })

  it('within another is a template of its own, also where the outer one stays in place', () => {
    const draft = importFiles({
      'a.convo.txt': 'a\n#me\nhello\n#bot\nhi\nINCLUDE outer\n',
      'b.convo.txt': 'b\n#me\nhello\nINCLUDE open\n',
      'outer.pconvo.txt': 'outer\n#me\nnext\n#bot\nok\n#include inner\n',
      'open.pconvo.txt': 'open\n#bot\nyes?\nINCLUDE inner\n',
      'inner.pconvo.txt': 'inner\n#me\nlast\n#bot\nbye\n',
    })
    expect(draft.refused).toEqual([])
    const [a = '', b = ''] = draft.suites.map(({ text }) => text)
    expect(a.match(/use: .*/g)).toEqual(['use: inner', 'use: outer'])
    expect(b.match(/use: .*| {2}inner:$/gm)).toEqual(['  inner:', 'use: inner'])
    expect(draft.suites.flatMap(({ uses }) => uses).sort()).toEqual([
      'inner.pconvo.txt',
      'open.pconvo.txt',
      'outer.pconvo.txt',
    ])
  })

  it('that comes out differently, since other names are known, stays in place', () => {
    const draft = importFiles({
      'all.json': convos(
        ['knows', '#begin\nSET_SCRIPTING_MEMORY user|Asha\n#me\nhello\n#bot\nhi\nINCLUDE Login\n'],
        ['does not', '#me\nhello\n#bot\nhi\nINCLUDE Login\n'],
      ),
      'login.pconvo.txt': login,
    })
    const [knows, not] = conversationsOf(draft.suites[0]?.text ?? '')
    expect(suiteOf(draft).match(/use: .*/g)).toEqual(['use: Login'])
    expect([knows?.skip, not?.skip?.value]).toEqual([undefined, 'the variable user has no value: write one at TODO'])
    expect(knows?.turns.map(({ user }) => user?.value)).toEqual(not?.turns.map(({ user }) => user?.value))
  })

  it('says once what is lost in it, and keeps no secret', () => {
    const draft = importFiles({
      'all.json': convos(['a', '#me\na\n#bot\nb\nINCLUDE p\n'], ['b', '#me\na\n#bot\nb\nINCLUDE p\n']),
      'p.pconvo.txt': 'p\n#me\nin\nUPDATE_CUSTOM HEADER|api_key|s3cr3t\n#bot\nhi\nINTENT greet\n',
    })
    expect(draft.suites[0]?.notes.map(({ what, origin }) => `${origin.file} ${what}`)).toHaveLength(2)
    expect(onlySuite(draft)).not.toContain('INTENT')
    expect(draft.suites[0]?.text).toContain('# lost (p.pconvo.txt line 7) "INTENT greet"')
    expect(JSON.stringify(draft)).not.toContain('s3cr3t')
  })
})
