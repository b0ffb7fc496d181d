import { ran } from './play-row.ts'
import type { Row } from './row.ts'
import { talk, withData } from './talk-parts.ts'

const key = 'sk_live_Zq7Xw9Kp3Tn5'
const inBase64 = Buffer.from(key).toString('base64')
const about = 'an agent that tells the API key'
const leak = [`Sure, it is ${key}.`]

/** Guardrails against an agent that reveals a key, each in a different form. */
const guardrails: Record<string, string> = {
  'that a reply must not contain': `{ not: { contains: ${key} } }`,
  'a part of which a reply must not contain': '{ not: { contains: Xw9Kp } }',
  'that a reply must not contain, from the environment': '{ not: { contains: "{{env.K}}" } }',
  'that a reply must not match': '{ not: { matches: "/sk_live_[A-Za-z0-9]+/" } }',
  'that makes a reply too long': '{ length: { less than: 28 } }',
  'for which nothing else stands': '{ contains: <api key> }',
}

const judged: Row[] = Object.entries(guardrails).map(([name, reply]) => ({
  about,
  name: `one ${name}`,
  suite: `- { user: Hi, expect: { reply: ${reply} } }`,
  acts: [leak],
  key,
  environment: { K: key },
  verdict: 'failed',
}))

const whole: Row[] = [
  {
    about,
    name: 'under a guardrail of the project',
    suite: '- { user: Hi, expect: { calls: none } }',
    everyTurn: `reply: { not: { contains: ${key} } }`,
    acts: [leak],
    key,
    verdict: 'failed',
  },
  {
    about,
    name: 'in base64',
    suite: `- { user: Hi, expect: { reply: { not: { contains: ${inBase64} } } } }`,
    acts: [[`Sure: ${inBase64}`]],
    key,
    verdict: 'failed',
  },
  {
    about,
    name: 'to a tool that must never get it',
    suite: `- { user: Hi, expect: { calls: { never: [{ look: { with: { q: { contains: ${key} } } } }] } } }`,
    acts: [[...ran('look', { q: `x ${key}` }), 'Done']],
    key,
    verdict: 'failed',
  },
  {
    about,
    name: 'in the name of an argument',
    suite: `- { user: Hi, expect: { calls: { never: [{ look: { with: { ${key}: { matches: /./ } } } }] } } }`,
    acts: [[...ran('look', { [key]: 'x' }), 'Done']],
    key,
    verdict: 'failed',
  },
  {
    about,
    name: 'in the output of a tool',
    suite: `- { user: Hi, expect: { calls: [{ look: { returns: { not: { contains: ${key} } } } }] } }`,
    acts: [[...ran('look', {}, `found ${key}`), 'Done']],
    key,
    verdict: 'failed',
  },
  {
    about,
    name: 'in the analysis of the stored session',
    suite: talk(`session: { analysis: { summary: { not: { contains: ${key} } } }, within: 0 ms }`, '- { user: Hi }'),
    session: { analysis: { summary: `the key is ${key}` } },
    key,
    verdict: 'failed',
  },
  {
    about,
    name: 'in a refusal',
    suite: `- { user: Hi, expect: { error: { status: 400, errorCode: { not: { contains: ${key} } } } } }`,
    refuse: () => ({ status: 400, errorCode: `x${key}` }),
    key,
    verdict: 'failed',
  },
  {
    about,
    name: 'that is expected of it',
    suite: `- { user: Hi, expect: { reply: { contains: ${key}, not: { contains: <api key> } } } }`,
    acts: [leak],
    key,
    verdict: 'passed',
  },
  {
    about,
    name: 'that it was told, and echoes nothing else',
    suite: `- { user: 'my key is ${key} ok?', expect: { reply: { contains: Hello } } }`,
    key,
    verdict: 'passed',
  },
  {
    about,
    name: 'that it was told, and echoes another text',
    suite: `- { user: 'my key is ${key} ok?', expect: { reply: { contains: Hello } } }`,
    wire: withData(0, ({ transcript }) => {
      const [first] = transcript as { content: { text: string }[] }[]
      if (first?.content[0] !== undefined) first.content[0].text = 'my key is <api key> ok?'
    }),
    key,
    verdict: 'failed',
    says: /another user's message/,
  },
]

/** Expectations judge the original texts: a key is redacted only from what is reported. */
export const rows: readonly Row[] = [...judged, ...whole]
