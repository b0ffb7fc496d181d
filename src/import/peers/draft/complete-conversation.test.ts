import { describe, expect, it } from 'vitest'
import { conversationsOf, importFiles } from '../import.fixture.ts'

/** Scripts of each peer with a turn that nothing has to answer, and the line of that turn. */
const silent: Record<string, [file: string, text: string, line: number]> = {
  'an optional message of Botium': ['a.convo.txt', 'a\n#me\nhi\n#bot\n?hello\n#me\nbye\n#bot\nbye\n', 3],
  'an optional asserter of Botium': ['a.convo.txt', 'a\n#me\nhi\n#bot\n?BUTTONS x\n#me\nbye\n#bot\nbye\n', 3],
  'an optional opening of Botium': ['a.convo.txt', 'a\n#bot\n?welcome\n#me\nbye\n#bot\nbye\n', 3],
  'two messages of the user in Botium': ['a.convo.txt', 'a\n#me\nhi\n#me\nbye\n#bot\nbye\n', 3],
  'a turn without an answer in Rasa': [
    'a.yml',
    'stories:\n- story: a\n  steps:\n  - user: hi\n  - action: action_pay\n  - user: bye\n  - bot: bye\n',
    4,
  ],
  'what must not be said in Rasa': [
    'a.yml',
    'test_cases:\n- test_case: a\n  steps:\n  - user: hi\n    assertions:\n    - bot_did_not_utter: { text_matches: no }\n  - user: bye\n  - bot: bye\n',
    4,
  ],
  'an interaction without checks in Voiceflow': [
    'a.yaml',
    'name: a\ninteractions:\n- user: { type: text, text: hi }\n- user: { type: text, text: bye }\n  agent: { validate: [{ type: contains, value: bye }] }\n',
    3,
  ],
}

describe('a turn that the peer needs no answer of', () => {
  it.each(Object.entries(silent))(
    'does not need one in the suite, and the report says so: %s',
    (_, [file, text, line]) => {
      const { suites, refused } = importFiles({ [file]: text })
      const [one] = conversationsOf(suites[0]?.text ?? '')
      expect([refused, one?.laws?.map(({ name }) => name)]).toEqual([[], ['agent answers']])
      const notes = suites[0]?.notes.filter(({ why }) => why.includes('the law agent answers is relaxed'))
      expect(notes?.map(({ kind, origin }) => [kind, origin.line])).toEqual([['changed', line]])
    },
  )

  it('leaves the law alone where every turn has an answer, and needs one where it is only ruled out what it says', () => {
    const firm = importFiles({ 'a.convo.txt': 'a\n#me\nhi\n#bot\n!no\n#me\nbye\n#bot\nbye\n' })
    expect(firm.suites[0]?.text).not.toContain('laws:')
    const both = importFiles({ 'a.convo.txt': 'a\n#me\nhi\n#bot\n?hm\n#me\nso\n#bot\n!no\n#me\nbye\n#bot\nbye\n' })
    const [one] = conversationsOf(both.suites[0]?.text ?? '')
    expect(one?.turns.map(({ expect: expectation }) => expectation?.reply?.messages !== undefined)).toEqual([
      false,
      true,
      false,
    ])
  })
})
