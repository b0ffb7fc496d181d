import { expect, it } from 'vitest'
import { foreignFile } from './foreign-file.ts'
import { readWhatsapp } from './whatsapp.ts'

it.each([
  ['version https://git-lfs.github.com/spec/v1\noid sha256:a\n', 'a Git LFS pointer, and not the file itself'],
  ['# a\n\n  # b\n', 'a file of comments alone'],
  ["import { describeEval } from 'vitest-evals'\n", 'code of vitest-evals'],
  ["import scenario from '@langwatch/scenario'\n", 'code of LangWatch Scenario'],
  ['evalcases:\n  - id: a\n', 'a suite of AgentV'],
  ['- name: a\n  pass_status: false\n', 'a file of results of Rasa, and no tests'],
  ['{"evalId": "e", "results": {}}', 'a file of results of promptfoo, and no configuration'],
  ['suite: a\nagent: b\nconversations: []\n', 'a suite of Tableread already'],
])('says what a file is: %j', (text, what) => {
  expect(foreignFile(text)?.message).toBe(`this is ${what}`)
})

it.each(['', '#me\nhello\n', '{"messages":[]}', 'test_cases: []\n'])('says nothing of what may be read: %j', (text) => {
  expect(foreignFile(text.trim() === '' ? 'x' : text)).toBeNull()
})

it('reads a chat of two, and refuses a group', () => {
  const chat = '[12/03/24, 10:11:12] Mia: hi\nthere\n[12/03/24, 10:12:12] Shop: hello\n'
  expect(readWhatsapp(chat)).toMatchObject({
    messages: [
      { role: 'user', content: 'hi\nthere' },
      { role: 'assistant', content: 'hello' },
    ],
    customerName: 'Mia',
  })
  expect(readWhatsapp(`${chat}[12/03/24, 10:13:12] Bo: hey\n`)).toMatchObject({
    message: expect.stringContaining('3 who'),
  })
  expect(readWhatsapp('hello\n')).toBeNull()
})

it.each([
  ['<Media omitted>', 'media'],
  ['\u200eimage omitted', 'image'],
  ['IMG-2026-WA1.jpg (file attached)', 'image'],
  ['VID-1.mp4 (file attached)', 'video'],
  ['\u200e<attached: 00000012-PHOTO-2026.jpg>', 'image'],
  ['This message was deleted.', 'media'],
  ['\u200eThis message was deleted.', 'media'],
])('knows what %j was', (words, type) => {
  const chat = `12/03/26, 09:14 - Mia: hi\n12/03/26, 09:15 - Shop: hello\n12/03/26, 09:16 - Mia: ${words}\n`
  expect(readWhatsapp(chat)).toMatchObject({ messages: [{}, {}, { role: 'user', content: [{ type, source: {} }] }] })
})

it.each([
  ['I come on Friday <This message was edited>', 'I come on Friday'],
  ['I come on Friday \u200e<This message was edited>', 'I come on Friday'],
  ['press <enter>', 'press <enter>'],
])('knows what was written in %j', (words, content) => {
  const chat = `12/03/26, 09:14 - Mia: ${words}\n12/03/26, 09:15 - Shop: hello\n`
  expect(readWhatsapp(chat)).toMatchObject({ messages: [{ content }, { content: 'hello' }] })
})

it.each([
  'Messages and calls are end-to-end encrypted. No one outside of this chat, not even WhatsApp, can read them.',
  'Nachrichten und Anrufe sind Ende-zu-Ende-verschl\u00fcsselt. Niemand au\u00dferhalb dieses Chats kann sie lesen.',
  'Los mensajes y las llamadas est\u00e1n cifrados de extremo a extremo.',
])('takes nobody for the first who wrote by a notice that bears a name: %s', (words) => {
  const at = '12/11/23, 9:41:07\u202fAM'
  const chat = `[${at}] Shop: \u200e${words}\n[${at}] Mia: hi\n[${at}] Shop: hello\n`
  expect(readWhatsapp(chat)).toMatchObject({ messages: [{ role: 'user', content: 'hi' }, {}], customerName: 'Mia' })
})
