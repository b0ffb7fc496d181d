import { describe, expect, it } from 'vitest'
import { parseScript } from './parse.ts'

function rowsOf(content: string | null, file = 'd.csv', more = ''): string[] {
  const suite = `suite: S
agent: a
conversations:
  - name: x
    parameters: { from: ${file}${more} }
    turns:
      - user: "{{a}}"
        expect: { reply: x }
`
  const parsed = parseScript(suite, 's.yaml', (path) => (content === null ? null : { file: path, content }))
  return parsed.ok
    ? parsed.script.conversations.map(({ row, variables }) => `#${row} ${JSON.stringify(variables?.values)}`)
    : parsed.problems.map(({ file: at, at: { line }, message }) => `${at}:${line} ${message}`)
}

describe('rows from a file', () => {
  it.each<[string, string, string, string, string[]]>([
    ['commas', 'd.csv', '', 'a,b\n1,2\n3,4\n', ['#1 {"a":"1","b":"2"}', '#2 {"a":"3","b":"4"}']],
    [
      'a mark, semicolons, CRLF',
      'd.csv',
      '',
      '\ufeffa;b\r\n1;"x;y"\r\n3;\r\n',
      ['#1 {"a":"1","b":"x;y"}', '#2 {"a":"3","b":""}'],
    ],
    ['tabs', 'd.tsv', '', 'a\tb\n1\t2,3\n', ['#1 {"a":"1","b":"2,3"}']],
    ['quotes and lines', 'd.csv', '', 'a,b\n"x ""y""\nz",2\n', ['#1 {"a":"x \\"y\\"\\nz","b":"2"}']],
    [
      'a schema',
      'd.csv',
      ', schema: { properties: { n: { type: number }, ok: { type: boolean } } }',
      'a,n,ok\n1,19.90,true\n',
      ['#1 {"a":"1","n":19.9,"ok":true}'],
    ],
    ['some rows', 'd.csv', ', rows: "1, 3-4"', 'a\n1\n2\n3\n4\n', ['#1 {"a":"1"}', '#3 {"a":"3"}', '#4 {"a":"4"}']],
    ['cells with spaces around', 'd.csv', '', 'a, b\n1 , x y\n', ['#1 {"a":"1","b":"x y"}']],
    ['quoted cells with spaces', 'd.csv', '', 'a, b\n" 1", "x "\n', ['#1 {"a":" 1","b":"x "}']],
    ['tabs with empty cells', 'd.tsv', '', 'a\tb\tc\n\t x\t\n', ['#1 {"a":"","b":" x","c":""}']],
    ['JSON', 'd.json', '', '[{"a":"1","n":{"x":1}}]', ['#1 {"a":"1","n":{"x":1}}']],
    ['lines of JSON', 'd.jsonl', '', '{"a":1}\n\n{"a":"x"}\n', ['#1 {"a":1}', '#2 {"a":"x"}']],
  ])('are read from %s', (_, file, more, content, rows) => {
    expect(rowsOf(content, file, more)).toEqual(rows)
  })

  it.each<[string, string, string, string, string]>([
    ['ragged', 'd.csv', '', 'a,b\n1,2\n\n3,4,5\n', 'd.csv:4 row 2 has 3 cells, and there are 2 columns'],
    ['a name twice', 'd.csv', '', 'a,b,a\n1,2,3\n', 'd.csv:1 two columns are called "a"'],
    ['no name', 'd.csv', '', 'a,\n1,2\n', 'd.csv:1 this is blank'],
    ['a name that is taken', 'd.csv', '', 'a,today\n1,2\n', 'd.csv:1 {{today}} always has a value'],
    ['an open quote', 'd.csv', '', 'a,b\n1,"2\n', 'd.csv:2 a double quote is never closed'],
    ['a stray quote', 'd.csv', '', 'a,b\n1,x"y"\n', 'd.csv:2 a double quote stands within a cell'],
    ['no rows', 'd.csv', '', 'a,b\n', 'd.csv:1 there are no rows in this file'],
    ['a row twice', 'd.csv', '', 'a\n1\n1\n', 'd.csv:3 row 2 has the same values as row 1'],
    ['no such row', 'd.csv', ', rows: 7', 'a\n1\n2\n', 's.yaml:5 there is no row 7 in d.csv'],
    [
      'a schema',
      'd.csv',
      ', schema: { properties: { a: { type: integer } } }',
      'a\n1\nx\n',
      'd.csv:3 row 2, a: the schema expects a value that must be integer',
    ],
    ['no JSON', 'd.jsonl', '', '{"a":1}\n{"a":\n', 'd.jsonl:2 this is not valid JSON'],
    [
      'a long number',
      'd.jsonl',
      '',
      '{"a":1}\n{"a":9007199254740993}\n',
      'd.jsonl:2 9007199254740993 is read as the number',
    ],
    ['other names', 'd.json', '', '[{"a":1},\n{"b":2}]', 'd.json:2 row 2 of the parameters does not give "a"'],
    ['another kind', 'd.xlsx', '', '', 's.yaml:5 "d.xlsx" is no file of rows'],
    [
      'too many',
      'd.csv',
      '',
      `a\n${Array.from({ length: 10_001 }, (_, index) => index).join('\n')}\n`,
      's.yaml:5 d.csv has 10001 rows',
    ],
  ])('are refused by file and line: %s', (_, file, more, content, problem) => {
    expect(rowsOf(content, file, more)).toEqual([expect.stringContaining(problem)])
  })

  it('are refused where there is no file', () => {
    expect(rowsOf(null)).toEqual(['s.yaml:5 the file d.csv cannot be read'])
  })
})
