import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { commands } from '../src/app/cli/commands.ts'
import { exitCodes } from '../src/app/cli/exit-codes.ts'
import { verbExamples, verbGroups } from '../src/app/cli/help.ts'
import { longOf } from '../src/app/flags/flag.ts'
import { runWarm } from './warm/run-warm.ts'

const tableread = async (...words: string[]): Promise<string> =>
  (await runWarm(words, { folder: import.meta.dirname })).out

const first = [...new Set(commands.map(({ name }) => name.split(' ')[0] ?? ''))]

describe('tableread --help', () => {
  it('names every verb once, in groups, on one screen', async () => {
    const help = await tableread('--help')
    expect(help.split('\n').length).toBeLessThanOrEqual(40)
    const rows = Object.values(verbGroups).flatMap((group) => Object.entries(group))
    expect(rows.flatMap(([names]) => names.split(', ')).toSorted()).toEqual(first.toSorted())
    for (const [names, answer] of rows) {
      const row = `  ${names.padEnd(16)}${answer}`
      expect([help.includes(`${row}\n`), row.length <= 80]).toEqual([true, true])
    }
  })
})

describe('a word that is no verb', () => {
  it.each([
    ['test', 'did you mean tableread run?'],
    ['Eval', 'did you mean tableread run?'],
    ['diff', 'did you mean tableread compare?'],
    ['check', 'did you mean tableread lint?'],
    ['setup', 'did you mean tableread init?'],
    ['view', 'did you mean tableread report RESULT,'],
    ['approve', 'did you mean tableread review RESULT --approve ID'],
    ['publish', 'Tableread publishes nothing: publish on your service; for a local agent, edit its file (docs/'],
  ])('is answered by what does that here: %s', async (word, hint) => {
    const { code, err } = await runWarm([word, '--reporter', 'plain'], { folder: import.meta.dirname })
    expect([code, err]).toEqual([2, expect.stringContaining(`error: unknown command '${word}'\n   hint: ${hint}`)])
  })
  it('is answered by a near verb, or by none', async () => {
    const messageOf = async (...words: string[]): Promise<string> =>
      (await runWarm(words, { folder: import.meta.dirname })).err
    expect(await messageOf('comapre')).toContain("error: unknown command 'comapre'\n(Did you mean compare?)")
    expect(await messageOf('constructor')).toContain("error: unknown command 'constructor'\n(--help")
    expect(await messageOf('judge', 'test')).toContain("error: unknown command 'test'\n(--help")
  })
})

describe('a flag of another tool', () => {
  it.each([
    ['run', '--grep', '-t, --name <pattern>'],
    ['compare', '-j', '-c, --concurrency <count>'],
    ['run', '--output', '--json [file]'],
    ['run', '--draft', '-v, --agent-version <version>'],
  ])('is answered by the one that does that here: %s %s', async (verb, flag, suggestion) => {
    const { code, err } = await runWarm([verb, flag, 'x'], { folder: import.meta.dirname })
    expect([code, err]).toEqual([
      2,
      expect.stringContaining(`unknown option '${flag}'\n   hint: did you mean ${suggestion}?`),
    ])
  })
  it.each([
    ['run', '--verbos', "unknown option '--verbos'"],
    ['run', '--verison', 'run has no --version\n   hint: write -v draft'],
    ['compare', '--verison', 'compare has no --version\n   hint: write the two sides'],
    ['lint', '--oltp', 'lint has no --otlp\n   hint: it sends nothing'],
    ['run', '--allow-tols', 'hint: did you mean --allow-tools?'],
    ['run', '--no-histroy', 'hint: did you mean --no-history?'],
    ['run', '--allow-no-draft', 'hint: compare takes it'],
    ['lint', '--repeat', ' more take it'],
    ['run', '--max-tme', 'hint: did you mean --max-time?'],
    ['run', '--seedz', 'hint: did you mean --seed or --seeds?'],
  ])('that is misspelt names all that are as near, or says why the verb has none: %s %s', async (verb, flag, said) => {
    const { code, err } = await runWarm([verb, flag], { folder: import.meta.dirname })
    expect([code, err]).toEqual([2, expect.stringContaining(said)])
  })
  it('is no more than unknown where the verb has nothing like it', async () => {
    const { err } = await runWarm(['serve', '--grep', 'x'], { folder: import.meta.dirname })
    expect(err).toContain("unknown option '--grep'\n(--help")
  })
})

describe('the help of a verb', () => {
  it.each([...new Set([...first, ...commands.map(({ name }) => name)])])(
    'says nothing of presets and of defaults that are empty: %s',
    async (words) => {
      const help = await tableread(...words.split(' '), '--help', '--all')
      expect(help).toContain('Usage: tableread')
      expect(help).not.toMatch(/preset:|default: (?:""|\[\]|null|undefined|\{\}|true\)|false\))/)
    },
  )
  it('says what the exit codes mean, of every verb, on lines of 80 characters', async () => {
    expect(Object.keys(exitCodes).toSorted()).toEqual(commands.map(({ name }) => name).toSorted())
    for (const { name } of commands) {
      const [, text = ''] = (await tableread(...name.split(' '), '--help')).split('\nExit codes:\n')
      const rows = text.split('\n').filter((line) => /^ {2}\d/.test(line))
      expect([name, rows.map((row) => Number(row.trim()[0]))]).toEqual([name, expect.arrayContaining([0, 2])])
      expect(rows.filter((row) => row.length > 80)).toEqual([])
    }
  })
  it('ends with examples whose flags it has', async () => {
    for (const [name, examples] of Object.entries(verbExamples)) {
      const help = await tableread(name, '--help', '--all')
      for (const example of examples) {
        expect(help).toContain(`  ${example}\n`)
        const flags = example.split(' ').filter((word) => /^--?[a-z]/.test(word))
        expect([name, flags.filter((flag) => !new RegExp(`^  (?:-., )?${flag}[ ,]`, 'm').test(help))]).toEqual([
          name,
          [],
        ])
      }
    }
  })
  it('names the flag to repeat where it was given several words at once', async () => {
    const { code, err } = await runWarm(['review', 'x.json', '--approve', 'a', 'b', '--why', 'so'], {
      folder: import.meta.dirname,
    })
    expect([code, err]).toEqual([
      2,
      expect.stringContaining('hint: --approve takes one at a time: --approve A --approve B'),
    ])
  })
  it('begins with what people use every day, and says how to see the rest', async () => {
    const help = await tableread('run', '--help')
    const rest = /And (\d+) more flags: tableread run --help --all\n/.exec(help)?.[1]
    expect([help.includes('--html'), help.includes('--otlp'), Number(rest) > 20]).toEqual([true, false, true])
    const flags = commands.find(({ name }) => name === 'run')?.flags ?? {}
    const all = await tableread('run', '--help', '--all')
    expect(Object.keys(flags).filter((name) => !all.includes(longOf(flags, name)))).toEqual([])
    expect(all).toContain('NODE_EXTRA_CA_CERTS')
    expect(await tableread('judge', 'status', '--help')).not.toContain('more flags')
    expect(await tableread('init', '--help')).toContain('And 1 more flag: tableread init --help --all\n')
  })
})

describe('completion', () => {
  /** What bash offers where the last word is being written. */
  const offered = async (...words: string[]): Promise<string[]> => {
    const ask = `COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _tableread; echo "\${COMPREPLY[*]}"`
    const script = await tableread('completion', 'bash')
    const { stdout, stderr } = spawnSync('bash', ['-c', `${script}\n${ask}`], {
      encoding: 'utf8',
      cwd: import.meta.dirname,
    })
    expect(stderr).toBe('')
    return stdout.trim().split(' ')
  }
  it('offers verbs, flags, their choices and files in bash', async () => {
    expect(await offered('tableread', '')).toEqual(first)
    expect(await offered('tableread', 'com')).toEqual(['compare', 'completion'])
    expect(await offered('tableread', 'judge', '')).toEqual(['label', 'calibrate', 'status'])
    expect(await offered('tableread', 'judge', 'status', '--str')).toEqual(['--strict'])
    expect(await offered('tableread', 'run', '--ta')).toEqual(['--tags', '--tape', '--tapes', '--target'])
    expect(await offered('tableread', 'run', '--no-hi')).toEqual(['--no-history'])
    expect(await offered('tableread', 'run', '--tape', '')).toEqual(['record', 'replay', 'auto'])
    expect(await offered('tableread', 'run', 'help.te')).toEqual(['help.test.ts'])
  })
  it.each(['zsh', 'fish'])('has every verb and flag for %s', async (shell) => {
    const script = await tableread('completion', shell)
    for (const { name, flags } of commands) {
      expect(script).toContain(name.split(' ').at(-1))
      for (const key of Object.keys(flags)) {
        const long = longOf(flags, key)
        expect(script).toContain(shell === 'fish' ? ` -l ${long.slice(2)} ` : `'*${long}[`)
      }
    }
    const { status, error } = spawnSync(shell, ['-n'], { input: script, encoding: 'utf8' })
    if (error === undefined) expect(status).toBe(0)
  })
  it('is refused for another shell', async () => {
    const { code, err } = await runWarm(['completion', 'zhs'], { folder: import.meta.dirname })
    expect([code, err]).toEqual([2, expect.stringContaining('hint: bash, zsh, fish')])
  })
})
