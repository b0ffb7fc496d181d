/**
 * A few calibrations end to end: the real questions, the AI SDK, HTTP, an aimock host that answers like a model
 * and errs at a set rate, and the checks of form and quotations. The results must match what the host said.
 */
import { LLMock } from '@copilotkit/aimock'
import { judgeDefaults } from '../../dist/app/config/judge-settings.js'
import { openJudges } from '../../dist/app/judging/open-judges.js'
import { createAllowance } from '../../dist/engine/verdict/allowance.js'
import { calibrate } from '../../dist/records/licence/calibrate.js'
import { examplesOf, randomFrom } from './simulate.mjs'

/** Gives how many questions were asked, and whether every verdict came back as the host gave it. */
export async function askOverHttp(runs, each) {
  const random = randomFrom(21)
  const said = new Map()
  let asked = 0
  const host = new LLMock({ port: 0, host: '127.0.0.1', logLevel: 'silent' })
  host.addFixtures([{ match: {}, response: ({ messages }) => answer(messages.at(-1).content) }])
  const answer = (text) => {
    asked += 1
    const entries = text.split('\n').flatMap((line) => (line.startsWith('{"entry"') ? [JSON.parse(line)] : []))
    const reply = entries.findLast(({ by }) => by === 'agent')
    const truth = reply.text.startsWith('yes') ? 'met' : 'not met'
    const verdict = random() < 0.05 ? (truth === 'met' ? 'not met' : 'met') : truth
    const plain = /^(?:yes|no) \d+$/.test(reply.text)
    if (plain && !said.has(reply.text)) said.set(reply.text, verdict)
    const quotations = [{ entry: reply.entry, words: reply.text.split(' ')[0] }]
    return { content: JSON.stringify({ reason: 'as it is', quotations, verdict }) }
  }
  await host.start()
  const baseUrl = `${host.url}/v1`
  const models = { double: { use: 'openai-compatible/m', baseUrl } }
  let alike = true
  for (let run = 0; run < runs; run += 1) {
    said.clear()
    const judges = { ...judgeDefaults, by: ['double'], cache: false, unlicensed: 'count', models }
    const settled = { judges, folder: process.cwd(), redact: [], prices: {} }
    const opened = openJudges(settled, createAllowance({ turns: null, timeMs: null }))
    const asking = { asWritten: 'c', looksAt: 'turn', expected: ['met'] }
    const found = await calibrate(examplesOf(each), asking, opened.judges)
    const right = [...said].filter(([reply, verdict]) => reply.startsWith('yes') === (verdict === 'met')).length
    if (found.unanswered.length > 0 || found.met.right + found.notMet.right !== right) alike = false
  }
  await host.stop()
  return { asked, alike }
}
