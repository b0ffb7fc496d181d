import { lstatSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeWhole } from '../../base/files/write-whole.ts'
import { insistReplaceable } from '../files/report-file.ts'
import { commands } from './commands.ts'
import { guardFlags, writingFlags } from './guard-flags.ts'

const folder = mkdtempSync(join(tmpdir(), 'tableread-guard-'))
const at = (path: string): string => join(folder, path)
const ours = '{\n  "schemaVersion": 1,\n  "tableread": "0.1.0"\n}'
beforeAll(() => {
  mkdirSync(at('suites'))
  writeFileSync(at('suites/first.yaml'), 'suite: S\n')
  writeFileSync(at('package.json'), '{ "name": "mine", "schemaVersion": 1 }')
  writeFileSync(at('notes.md'), '# Notes\n')
  writeFileSync(at('page.html'), '<!doctype html><title>Mine</title>')
  writeFileSync(at('junit.xml'), '<testsuites name="jest" />')
  writeFileSync(at('empty.md'), '')
  for (const name of ['a.json', 'b.json']) writeFileSync(at(name), ours)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Parses the words like a verb with all kinds of flags would, and guards them. */
function guard(line: string): string | null {
  const [verb = '', ...words] = line
    .split(' ')
    .map((word) => word.replace(/(?<=^|=)(?!-|=)(?=.*[./]|suites$)/, `${folder}/`).replace(`${folder}//dev`, '/dev'))
  const program = new Command().exitOverride()
  const command = program
    .command(verb)
    .argument('[paths...]')
    .option('--json [file]')
    .option('--html <file>')
    .option('--junit <file>')
    .option('--markdown <file>')
    .option('--history <file>')
    .option('--no-history')
    .option('--resume [journal]')
    .option('--allow-tools [tool]')
    .option('--tags <tags...>')
    .option('-t, --name <pattern>')
    .option('--target <url>')
    .option('--workspace <folder>')
    .option('--clock <instant>')
    .option('-r, --reporter <name>')
    .action(() => undefined)
  program.parse([verb, ...words], { from: 'user' })
  const { options, args } = command
  try {
    guardFlags({ options, args, paths: args, name: verb, declared: {}, flags: command.opts(), words: [verb, ...words] })
    return null
  } catch (error) {
    return (error as Error).message.split('\n')[0]?.replaceAll(`${folder}/`, '') ?? ''
  }
}

describe('guardFlags', () => {
  it.each([
    ['run --json suites/first.yaml', '--json took suites/first.yaml as its value'],
    ['teeth --json suites/first.yaml:3', '--json took suites/first.yaml:3 as its value'],
    ['run --json -', '--json writes to a file, and - is not a file name'],
    ['run --junit -', '--junit writes to a file, and - is not a file name'],
    ['run --html=-', '--html writes to a file, and - is not a file name'],
    ['run --history -', '--history writes to a file, and - is not a file name'],
    ['run --json suites', '--json took suites as its value'],
    ['run --resume suites/first.yaml', '--resume took suites/first.yaml as its value'],
    ['run --resume suites', '--resume took suites as its value'],
    ['run --allow-tools suites/first.yaml', '--allow-tools took suites/first.yaml as its value'],
    ['run --tags smoke suites/first.yaml', '--tags took suites/first.yaml as its value'],
    ['run --tags smoke ./suites', '--tags took ./suites as its value'],
    ['run --json=suites/first.yaml', '--json would write to suites/first.yaml, which is the name of a suite'],
    ['run --json=new.yml', '--json would write to new.yml, which is the name of a suite'],
    ['run --html suites/first.yaml', '--html would write to suites/first.yaml, which is the name of a suite'],
    ['run --json package.json', '--json would overwrite package.json, which is no JSON of Tableread'],
    ['run --markdown notes.md', '--markdown would overwrite notes.md, which is no Markdown of Tableread'],
    ['run --html page.html', '--html would overwrite page.html, which is no HTML report of Tableread'],
    ['run --html a.json', '--html would overwrite a.json, which is no HTML report of Tableread'],
    ['run --junit junit.xml', '--junit would overwrite junit.xml, which is no JUnit XML of Tableread'],
    ['run --junit suites', '--junit would write to suites, which is a folder'],
    ['run --history notes.md', '--history would overwrite notes.md, which is no history'],
    ['run -t one -t two', '--name is given more than once, and only the last would count'],
    ['run --junit a.xml --junit=b.xml', '--junit is given more than once, and only the last would count'],
    ['run --markdown - -r json', '--reporter json and --markdown - would both go to standard output'],
    ['run -r junit --json', '--json and --reporter junit would both go to standard output'],
    [
      'run --workspace desk --target http://127.0.0.1:1',
      '--workspace is for the embedded local service, and --target names another one, which has its own',
    ],
    [
      'run --clock frozen --target http://127.0.0.1:1',
      '--clock is for the embedded local service, and --target names another one, which has its own',
    ],
    ['run --json new.json --html new.json', '--json and --html would both write to new.json'],
    ['merge --json a.json b.json', '--json would overwrite a.json, and other files follow it'],
    ['run draft', 'there is no file or folder draft'],
    ['lint 2', 'there is no file or folder 2'],
    ['run  suites', 'one of the arguments is empty'],
    ['run --html= suites', '--html names no file: its value is empty'],
    ['run --tags= suites', 'the value of --tags is empty'],
    ['run --allow-tools= suites', 'the value of --allow-tools is empty'],
  ])('refuses %s', (line, message) => {
    expect(guard(line)).toBe(message)
  })
  it.each([
    'run suites --json',
    'run suites --json new.json',
    'run suites --json a.json',
    'run --json a.json suites/first.yaml',
    'run --json=a.json suites/first.yaml',
    'merge a.json b.json --json out.json',
    'merge --json=a.json a.json b.json',
    'merge --json new.json a.json b.json',
    'run --tags smoke fast',
    'run --markdown - --html new.html',
    'run --markdown empty.md',
    'run --html /dev/null --junit /dev/null',
    'run --no-history --resume',
  ])('takes %s', (line) => {
    expect(guard(line)).toBe(null)
  })
  it('knows one file by its real path, whatever links lead to it', () => {
    symlinkSync('linked.out', at('alias.out'))
    symlinkSync('.', at('here'))
    expect(guard('run --json linked.out --html alias.out')).toBe('--json and --html would both write to alias.out')
    expect(guard('run --json linked.out --html here/linked.out')).toContain('would both write to here/linked.out')
    expect(guard('run --json linked.out --html here/other.out')).toBe(null)
  })
  it('changes nothing', () => {
    expect(readFileSync(at('suites/first.yaml'), 'utf8')).toBe('suite: S\n')
  })
})

describe('the flags of all verbs', () => {
  /** Flags that name a file to read, or that have a rule of their own for existing files. */
  const others = ['--accept', '--config', '--data', '--durations', '--output', '--owned-sinks', '--quarantine']
  const knownFlags = [...Object.keys(writingFlags), ...others, '--recordings', '--suite']
  const declared = commands.flatMap(({ flags }) =>
    Object.values(flags).flatMap(({ written }) => /(--[a-z-]+) [<[]file[\]>]/.exec(written)?.[1] ?? []),
  )

  it('that name a file are known to write it, or not to', () => {
    expect([...new Set(declared)].sort()).toEqual(knownFlags.sort())
  })
})

describe('a link', () => {
  it('that leads in a circle is left as it is, and one to nothing has its file made', () => {
    const [circle, other, open] = [join(folder, 'circle'), join(folder, 'other'), join(folder, 'open')]
    symlinkSync('other', circle)
    symlinkSync('circle', other)
    symlinkSync('made.html', open)
    expect(() => insistReplaceable('--html', circle, 'html')).toThrow('a link that leads in a circle')
    expect(() => insistReplaceable('--html', open, 'html')).not.toThrow()
    writeWhole(open, 'a report')
    expect(lstatSync(open).isSymbolicLink()).toBe(true)
    expect(readFileSync(join(folder, 'made.html'), 'utf8')).toBe('a report')
  })
})

it('writes reports to devices, and keeps no history in one', () => {
  expect(() => insistReplaceable('--json', '/dev/null', 'json')).not.toThrow()
  expect(() => insistReplaceable('--history', '/dev/null', 'history')).toThrow('which is a pipe or a device')
})
