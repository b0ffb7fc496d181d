import { expect, it } from 'vitest'
import type { Judges, Prompt } from '../../engine/judge/judges.ts'
import { plansOf } from '../../engine/verdict/fake-client.fixture.ts'
import { judgeDefaults } from '../config/judge-settings.ts'
import { paraphraser } from './paraphrase.ts'

const [plan] = plansOf(
  'suite: S\nagent: desk\nconversations:\n  - name: one\n    turns:\n      - { agent starts: true, expect: { reply: { contains: a } } }\n      - { user: Where is it, expect: { reply: { contains: a } } }\n',
)
const settings = {
  seed: 'one',
  judges: { ...judgeDefaults, models: { small: { use: 'openai/gpt-5-mini' } } },
} as unknown as Parameters<typeof paraphraser>[2]

it('asks for two other wordings of each turn of the user, and of no other', async () => {
  const prompts: Prompt[] = []
  const judges: Judges = {
    answer: () => Promise.reject(new Error('nobody judges')),
    async say(prompt) {
      prompts.push(prompt)
      return prompt.attempt === 1
        ? { text: ' Where might it be \n', usage: [] }
        : { none: 'busy', halted: false, usage: [] }
    },
  }
  if (plan === undefined) throw new Error('no plan')
  const paraphrases = await paraphraser('small', { judges }, settings)(plan)
  expect([...paraphrases]).toEqual([[1, ['Where might it be']]])
  expect(prompts.map(({ material, write, by }) => [write(material), by])).toEqual([
    ['Where is it', 'small'],
    ['Where is it', 'small'],
  ])
})

it('refuses a name that stands for no model', () => {
  expect(() => paraphraser('nobody', {} as { judges: Judges }, settings)).toThrow('--paraphrase-by nobody')
})
