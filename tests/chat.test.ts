import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eachByTier } from '../src/base/tiers.fixture.ts'
import { hasTerminals, inTerminal, settled, startChat, tableread, workspace } from './chat/run-chat.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tableread-chat-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const lines = (...entered: string[]): string => entered.map((each) => `${each}\n`).join('')
const chat = (args: string[], input: string, env: NodeJS.ProcessEnv = {}) =>
  tableread(folder, ['chat', ...args], input, env)
const simulated = `suite: Cancelling
agent: order-desk
seeds: 4
metadata: { first_name: Asha }
every turn: { reply: { not: { contains: language model } } }
conversations:
  - name: cancels the right order
    simulated user:
      wants: to cancel order {order}
      knows: { order: "2077" }
      opens with: [I want to cancel something I bought, "Hi, I no longer need my parcel"]
      answers: [{ when: order number, says: "Please cancel order {order}" }, { when: /really|sure/i, says: "Yes" }]
      done when: { calls: [{ cancel_order: { with: { order_id: "2077" } } }] }
  - name: is written
    turns: [{ user: hello, expect: { reply: { contains: help } } }]
  - name: tracks an order
    simulated user: { wants: to know where order 1042 is, done when: { calls: [lookup_order] } }
`
const golden = (name: string) => join(import.meta.dirname, 'chat', name)

describe('tableread chat in a pipe', () => {
  it('talks with the draft of the order desk, as the golden shows', async () => {
    const { code, out, err } = await chat(
      ['order-desk', '--agent-version', 'draft', '--metadata', 'customer_name=Asha', '-m', 'first_name=Asha'],
      lines(
        'Where is my order 1042?',
        '1',
        '/diff default',
        'Please cancel order 2077',
        'yes',
        '/diff',
        'I want to send back order 3100',
        'track order 9001',
        'I want a human',
        '/trace',
        '/metadata',
        '/version',
        '/again',
        '/save suites/talk.yaml the whole way',
        '/version default',
        '/help',
        '/quit',
        'never said',
      ),
    )
    expect([code, err]).toEqual([0, ''])
    await expect(settled(out)).toMatchFileSnapshot(golden('order-desk.out'))
    const suite = readFileSync(join(folder, 'suites/talk.yaml'), 'utf8')
    expect(suite).toContain('- lookup_order: { exactly: { order_id: "1042" }, phase: during }')
    expect(suite).toContain('# suggestion: reply "Order 2077 is cancelled. You get 89.5 euros back within 5 days."')
    const run = await tableread(folder, ['run', 'suites/talk.yaml:6', '--agent-version', 'draft', '--no-history'])
    expect([run.code, run.out.includes('✓ the whole way  8 turns')]).toEqual([0, true])
  })
  it('saves conversations that pass on the same version, each by its own line', { tags: 'stress' }, async () => {
    const suite =
      '# my own words\nsuite: Desk # kept\nagent: desk\nconversations:\n  - name: old\n    turns:\n      - user: hello\n        expect: { reply: { contains: Tea } }   # as it was\n'
    writeFileSync(join(folder, 'desk.yaml'), suite)
    const { code, out } = await chat(
      ['desk', '--workspace', workspace, '-v', 'draft'],
      lines('hello', '2', '/save desk.yaml wants coffee', '/new', 'attack', '1', '/save desk.yaml'),
    )
    expect(code).toBe(0)
    expect(readFileSync(join(folder, 'desk.yaml'), 'utf8').startsWith(suite)).toBe(true)
    const commands = [...out.matchAll(/^ {2}npx tableread (run .*)$/gm)].map((match) => match[1] ?? '')
    expect(commands).toEqual([
      `run desk.yaml:11 --agent-version draft --workspace ${workspace}`,
      expect.stringMatching(/^run desk\.yaml:\d+ --agent-version draft --workspace /),
    ])
    for (const [index, command] of commands.entries()) {
      const run = await tableread(folder, [...command.split(' '), '--no-history'])
      expect([run.code, run.out.includes('1 passed of 1')]).toEqual([0, true])
      expect(run.out).toContain(index === 0 ? '✓ wants coffee' : '✓ attack')
    }
    const all = await tableread(folder, ['run', 'desk.yaml', '-v', 'draft', '--workspace', workspace, '--no-history'])
    expect(all.out).toContain('3 passed of 3')
  })
  it('leaves a file alone that it cannot add to', async () => {
    writeFileSync(join(folder, 'broken.yaml'), 'suite: A\nconversations: [\n')
    writeFileSync(
      join(folder, 'flow.yaml'),
      'suite: A\nagent: desk\nconversations: [{ name: a, turns: [{ user: a, expect: { reply: a } }] }]\n',
    )
    mkdirSync(join(folder, 'folder.yaml'))
    const { code, out } = await chat(
      ['desk', '--workspace', workspace],
      lines(
        'hello',
        '/save broken.yaml',
        '/save flow.yaml',
        '/save folder.yaml',
        '/save suite.ts',
        '/save flow.yaml/a.yaml',
      ),
    )
    expect(code).toBe(2)
    expect(out.match(/^not saved: .*$/gm)).toEqual([
      expect.stringMatching(/^not saved: broken\.yaml is not a valid suite: /),
      'not saved: flow.yaml: its conversations are not a list of lines that begin with a dash',
      'not saved: folder.yaml is no file',
      'not saved: suite.ts is no YAML file',
      expect.stringMatching(/^not saved: flow\.yaml\/a\.yaml cannot be written: /),
    ])
    expect(readFileSync(join(folder, 'broken.yaml'), 'utf8')).toBe('suite: A\nconversations: [\n')
  })
  it('never lets what an agent says reach the terminal raw, with colours or without', { tags: 'stress' }, async () => {
    const input = lines('attack', '1', '/trace', '/diff draft', '\u001b[31mme\u202e', '/\u001b[2J')
    const plain = await chat(['desk', '--workspace', workspace], input)
    expect(plain.out).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u)
    expect(plain.out).toContain('one[U+001B][2J[U+001B]]52;c;ZXZpbA==[U+0007] two [U+202E]esrever[U+202C]')
    const coloured = await chat(['desk', '--workspace', workspace], input, { FORCE_COLOR: '1' })
    expect(coloured.out).toContain('\u001b[2m')
    expect(stripVTControlCharacters(coloured.out)).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u)
    expect(settled(stripVTControlCharacters(coloured.out))).toBe(settled(plain.out))
    const without = await chat(['desk', '--workspace', workspace], input, { FORCE_COLOR: '1', NO_COLOR: '1' })
    expect(without.out).not.toContain('\u001b')
  })
  it('takes over from a simulated user, as the golden shows, and keeps the talk', { tags: 'stress' }, async () => {
    writeFileSync(join(folder, 'cancel.yaml'), simulated)
    const { code, out, err } = await chat(
      ['--as-user', 'cancel.yaml:7~3', '--agent-version', 'draft', '-m', 'customer_name=Asha'],
      lines('', 'I am not sure what you mean', '/me', 'hello?', '/auto', '/save talks.yaml both', '/new', '/quit'),
    )
    expect([code, err]).toEqual([0, ''])
    await expect(settled(out)).toMatchFileSnapshot(golden('as-user.out'))
    const run = await tableread(folder, ['run', 'talks.yaml', '-v', 'draft', '--no-history'])
    expect([run.code, run.out.includes('✓ both  5 turns')]).toEqual([0, true])
  })
  it('plays the clock that the conversation asks for, and seeds as a run does', { tags: 'stress' }, async () => {
    writeFileSync(join(folder, 'clock.yaml'), `clock: 2026-05-03T10:00:00Z\n${simulated}`)
    const first = (out: string) => /would say: (.*)/.exec(out)?.[1]
    const openings = new Map<string, string | undefined>()
    for (const seed of ['3', '7'])
      openings.set(seed, first((await chat(['--as-user', `clock.yaml:8~${seed}`], lines('/quit'))).out))
    expect(new Set(openings.values()).size).toBe(2)
    const { out } = await chat(['--as-user', 'clock.yaml:8~3'], lines('', '/trace', '/quit'))
    expect(out).toContain('"timestamp":"2026-05-03T10:00:00')
    const run = await tableread(folder, ['run', 'clock.yaml:8~3', '--json', '--no-history'])
    expect(JSON.parse(run.out).conversations[0].turns[0].user).toBe(openings.get('3'))
  })
  eachByTier(1)([
    ['cancel.yaml:3', 'no conversation stands at cancel.yaml:3'],
    [
      'cancel.yaml',
      'cancel.yaml has 2 conversations with a simulated user\n   hint: name one: cancel.yaml:7, cancel.yaml:16',
    ],
    ['cancel.yaml:14', 'cancel.yaml:14 has no simulated user\n   hint: name a conversation that has simulated user:'],
    ['cancel.yaml:7~3 desk', 'cancel.yaml:7~3 talks with order-desk, not with desk\n   hint: leave the name out'],
    ['none.yaml:1', 'none.yaml'],
  ])('refuses --as-user %s', async (words, message) => {
    writeFileSync(join(folder, 'cancel.yaml'), simulated)
    const { code, out, err } = await chat(['--as-user', ...words.split(' ')], lines(''))
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain(message)
  })
  it('exits with 3 at the first turn that nothing answers', { tags: 'stress' }, async () => {
    const slow = await chat(['slow', '--workspace', workspace, '--time-limit', '300ms'], lines('hello', 'and you?'))
    expect([slow.code, slow.out.includes('no answer within 300 ms'), slow.out.includes('and you?')]).toEqual([
      3,
      true,
      false,
    ])
    const down = await chat(['desk', '--target', 'http://127.0.0.1:9'], lines('hello'), {
      TABLEREAD_API_KEY: 'k-12345678',
    })
    expect([down.code, down.out]).toEqual([
      3,
      expect.stringContaining('nothing answers at http://127.0.0.1:9 (ECONNREFUSED)'),
    ])
  })
  eachByTier(1)([
    [['dsk', '--workspace', workspace], 'the workspace chat has no agent "dsk"\n   hint: did you mean desk?\n'],
    [['--workspace', workspace], 'no agent is named\n   hint: its agents are desk, slow\n'],
    [['desk', '--workspace', workspace, '-v', '7'], 'the agent desk has no version 7; its versions are 1, draft\n'],
    [
      ['desk', '-v', 'desk@3'],
      '"desk@3" is not an agent version\n   hint: write -v 3: suites name the agent, as agent: desk\n',
    ],
    [['desk', '-v', 'drft'], '"drft" is not an agent version\n   hint: did you mean draft?\n'],
    [
      ['desk', '--workspace', workspace, '-m', 'none.json'],
      '"none.json" is neither key=value nor a file\n   hint: write customer_name=Asha, or name a JSON file\n',
    ],
  ])('refuses %j', async (args, message) => {
    const { code, out, err } = await chat(args, '')
    expect([code, out, err]).toEqual([2, '', message])
  })
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)(
    'ends at %s with %i, waiting for a line or for an answer, and what was saved stays whole',
    { tags: 'stress' },
    async (signal, exit) => {
      const file = `${signal}.yaml`
      for (const [agent, entered, printed] of [
        ['desk', lines('hello', `/save ${file}`), 'tableread run'],
        ['slow', lines('hello'), '> hello'],
      ] as const) {
        const { child, ended } = startChat(folder, ['chat', agent, '--workspace', workspace])
        let out = ''
        child.stdin.write(entered)
        child.stdout.on('data', (chunk) => {
          out += chunk
          if (out.includes(printed) && !child.killed) child.kill(signal)
        })
        expect(await ended).toEqual({ code: exit, err: '' })
      }
      expect(readdirSync(folder).filter((name) => name.includes(file))).toEqual([file])
      expect((await tableread(folder, ['lint', file, '--workspace', workspace])).code).toBe(0)
    },
  )
  it('says that a service is live, and sends nothing there that could reach a person', async () => {
    const { code, out } = await chat(
      ['desk', '--target', 'http://live.invalid', '-m', 'a=b', '--user-first'],
      lines('hello'),
      { TABLEREAD_API_KEY: 'k-12345678' },
    )
    expect(out.split('\n')[0]).toBe(
      'talking to desk (default) at http://live.invalid, which is live: its tools really act',
    )
    expect([code, out.includes('nothing answers'), out.includes('k-12345678')]).toEqual([3, true, false])
  })
})

describe.skipIf(!hasTerminals)('tableread chat in a pseudo terminal (script of util-linux)', () => {
  it('asks for each line, keeps a history, presses buttons, compares and ends with Ctrl-D', async () => {
    const { code, out } = await inTerminal(
      folder,
      ['chat', 'desk', '--workspace', workspace, '-v', 'draft'],
      [
        { after: '> ', keys: 'hello\r' },
        { after: '[2] Coffee', keys: '2\r' },
        { after: 'It comes soon.', keys: '/diff\r' },
        { after: '[-', keys: '\u001b[A\u001b[A\u001b[A\r' },
        { after: '> ', keys: '/vers\t' },
        { after: '/version', keys: '\r' },
        { after: 'draft', keys: '\u0004' },
      ],
    )
    expect(code).toBe(0)
    const screen = stripVTControlCharacters(out)
    expect(screen).toContain('/help lists what you can do, Ctrl-D ends')
    expect(screen.match(/> hello/g)?.length).toBeGreaterThanOrEqual(2)
    expect(screen).toContain('> Coffee')
    expect(screen).toMatch(/^(?:… \(Ctrl-C cancels\))?draft +│ default\r?$/m)
    expect(out).toContain('\u001b[2m')
  })
  it('lets Enter send what the user would say, and typed words go in its place', async () => {
    writeFileSync(join(folder, 'cancel.yaml'), simulated)
    const { code, out } = await inTerminal(
      folder,
      ['chat', '--as-user', 'cancel.yaml:7~3', '-v', 'draft'],
      [
        { after: 'would say: ', keys: '\r' },
        { after: 'would say: ', keys: 'cancel order 2077\r' },
        { after: 'would say: Yes', keys: '\r' },
        { after: 'from here on you speak yourself', keys: '\u0004' },
      ],
    )
    const screen = stripVTControlCharacters(out)
    expect([code, screen.includes('the simulated user has what it wants: to cancel order 2077')]).toEqual([0, true])
    expect(screen).toContain('> Yes')
  })
  it('cancels a turn with Ctrl-C, and ends when it comes twice', async () => {
    const { code, out } = await inTerminal(
      folder,
      ['chat', 'slow', '--workspace', workspace],
      [
        { after: '> ', keys: 'hello\r' },
        { after: 'Ctrl-C cancels', keys: '\u0003' },
        { after: 'cancelled;', keys: '' },
        { after: '> ', keys: '\u0003' },
        { after: 'Ctrl-C again ends', keys: '\u0003' },
      ],
      { NO_COLOR: '1' },
    )
    expect([code, out.includes('\u001b[2m')]).toEqual([130, false])
    expect(out).toContain('/again says it in a fresh session')
  })
})
