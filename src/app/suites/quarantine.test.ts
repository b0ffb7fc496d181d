import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { snapshots } from '../cli/verbs/snapshots.ts'
import { bisect } from '../studies/bisect.ts'
import { teeth } from '../studies/teeth.ts'

const folder = mkdtempSync(join(tmpdir(), 'tableread-quarantine-told-'))
const [suite, config] = [join(folder, 's.yaml'), join(folder, 'tableread.config.yaml')]
const turn = '{ user: hi, expect: { reply: { matches: /\\w/ } } }'
const names = ['one', 'two', 'three', 'four']
const conversations = names.map((name) => `{ name: ${name}, turns: [${turn}] }`).join(', ')
writeFileSync(
  suite,
  `suite: S\nagent: order-desk\nmetadata: { customer_name: Asha }\nconversations: [${conversations}]\n`,
)
writeFileSync(config, 'quarantine: q.yaml\nsuites: s.yaml\n')
beforeEach(() => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  vi.stubEnv('TABLEREAD_HISTORY', 'off')
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The verbs that ignore the quarantine, each run for a conversation asked for by name. */
const verbs: Record<string, (name: string) => Promise<number>> = {
  bisect: (name) => bisect([suite], { config, name, good: '1', bad: '2', repeat: '1' }),
  snapshots: (name) => snapshots([suite], { config, name }),
  teeth: (name) => teeth([suite], { config, name, limit: '0' }),
}

async function toldBy(verb: string, quarantine: string, name = '.'): Promise<string> {
  writeFileSync(join(folder, 'q.yaml'), quarantine)
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  stderr.mockClear()
  await verbs[verb]?.(name)
  return stderr.mock.calls.map(([text]) => String(text)).join('')
}

const entry = (name: string, more = ''): string => `- { suite: S, conversation: ${name}, reason: ticket 7${more} }\n`

describe('a verb that does not look at the quarantine', () => {
  it.each(Object.keys(verbs))('says which of its conversations are in it: %s', { tags: 'slow' }, async (verb) => {
    const line = `${verb} ignores the quarantine, which has "two"\n`
    expect(await toldBy(verb, entry('two') + entry('gone') + entry('one', ', until: 2020-01-01'))).toContain(line)
    expect(await toldBy(verb, entry('two'), '> one')).not.toContain('quarantine')
  })
  it('names a few, and needs no file that it could read', { tags: 'slow' }, async () => {
    const all = names.map((name) => entry(name)).join('')
    expect(await toldBy('snapshots', all)).toContain('which has "one", "two", "three" and 1 more\n')
    expect(await toldBy('snapshots', '- [')).not.toContain('quarantine')
  })
})
