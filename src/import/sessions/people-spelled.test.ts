import { describe, expect } from 'vitest'
import type { JsonObject, JsonValue } from '../../base/json/json.ts'
import { eachByTier } from '../../base/tiers.fixture.ts'
import { read } from '../traces/trace-file.fixture.ts'
import { importTalks } from './import-talks.ts'
import { plain } from './talk.fixture.ts'

const name = 'Kunigunde Bergfels'

/** Members that hold a name, in snake case. */
const members = [
  'customer_name',
  'recipient_full_name',
  'payee_name',
  'to_name',
  'account_holder_name',
  'recipient_account_name',
  'emergency_contact',
  'contact_person',
  'mothers_maiden_name',
  'first_name',
  'new_last_name',
  'payee',
]
/** Objects that are a person, with their name under `name`, and lists of such objects. */
const people = ['billing_customer', 'shipping_contact', 'primary_passenger', 'user_profile']
const lists = ['all_passengers', 'wedding_guests', 'guest_names', 'people']

const words = (snake: string): string[] => snake.split('_')
const upper = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`
const spellings: [string, (snake: string) => string][] = [
  ['snake_case', (snake) => snake],
  [
    'camelCase',
    (snake) =>
      words(snake)
        .map((word, index) => (index === 0 ? word : upper(word)))
        .join(''),
  ],
  ['PascalCase', (snake) => words(snake).map(upper).join('')],
  ['kebab-case', (snake) => words(snake).join('-')],
  ['Words of a form', (snake) => words(snake).map(upper).join(' ')],
  ['SCREAMING_CASE', (snake) => snake.toUpperCase()],
]

const message = (role: string, content: string): JsonObject => ({ role, content })

describe.each(spellings)('people under members in %s', (_, spell) => {
  const holders: [string, JsonObject][] = [
    ...members.map((each): [string, JsonObject] => [each, { [spell(each)]: name }]),
    ...people.map((each): [string, JsonObject] => [each, { [spell(each)]: { name, plan: 'gold' } }]),
    ...lists.map((each): [string, JsonObject] => [each, { [spell(each)]: [name] }]),
  ]
  eachByTier(4)(holders)(
    'are masked in calls, outputs, metadata and words: %s',
    { tags: 'slow' },
    async (_each, fields) => {
      const argsText = JSON.stringify({ order: '1042', ...fields })
      const talk = (more: JsonObject, args: string, output: string): JsonValue => ({
        ...more,
        messages: [
          message('user', `order 1042 for ${name}`),
          { role: 'assistant', content: null, tool_calls: [{ id: 'c', function: { name: 'f', arguments: args } }] },
          { role: 'tool', tool_call_id: 'c', content: output },
          message('assistant', `It is SHIP42, ${name}.`),
        ],
      })
      for (const value of [
        talk({}, argsText, 'ok'),
        talk({}, '{}', argsText),
        talk({ metadata: fields }, '{}', 'ok'),
        talk(fields, '{}', 'ok'),
      ]) {
        const { text, recordings } = await importTalks(read([value], 'openai-chat').talks, {
          ...plain,
          recordings: true,
        })
        expect(text).toContain('SHIP42')
        expect(`${text}${JSON.stringify(recordings)}`).not.toMatch(/kunigunde|bergfels/i)
      }
    },
  )
})
