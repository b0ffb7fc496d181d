const html = (text: string): string =>
  text.replace(
    /[&<>"']/g,
    (each) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[each] ?? '',
  )
const json = (text: string): string => JSON.stringify(text).slice(1, -1)
const every = (write: (code: string) => string) => (text: string) =>
  [...text].map((each) => write((each.codePointAt(0) ?? 0).toString(16))).join('')
const base64 = (text: string): string => Buffer.from(text).toString('base64')

const bytes = (text: string): string[] => Buffer.from(text).toString('hex').match(/../g) ?? []
const wrapped = (text: string): string => text.replace(/.{24}(?!$)/g, '$&\n')
const entities: Readonly<Record<string, string>> = {
  ...{ '!': 'excl', '"': 'quot', '#': 'num', $: 'dollar', '%': 'percnt', '&': 'amp', "'": 'apos', '(': 'lpar' },
  ...{ ')': 'rpar', '*': 'ast', '+': 'plus', ',': 'comma', '-': 'hyphen', '.': 'period', '/': 'sol', ':': 'colon' },
  ...{ ';': 'semi', '<': 'lt', '=': 'equals', '>': 'gt', '?': 'quest', '@': 'commat', '[': 'lsqb', '\\': 'bsol' },
  ...{ ']': 'rsqb', '^': 'Hat', _: 'lowbar', '`': 'grave', '{': 'lcub', '|': 'verbar', '}': 'rcub', ' ': 'nbsp' },
}

/** Every notation in which one text can be embedded in another. */
export const notations: Record<string, (text: string) => string> = {
  'as it is': (text) => text,
  'for JSON': json,
  'for JSON in JSON': (text) => json(json(text)),
  'for JSON in JSON in JSON': (text) => json(json(json(text))),
  'with slashes escaped': (text) => json(text).replaceAll('/', '\\/'),
  'with slashes escaped, twice': (text) => json(json(text).replaceAll('/', '\\/')),
  'with every character escaped': every((code) => `\\u${code.padStart(4, '0')}`),
  'with every character escaped in capitals': every((code) => `\\u${code.padStart(4, '0').toUpperCase()}`),
  'with every character escaped, twice': (text) => json(every((code) => `\\u${code.padStart(4, '0')}`)(text)),
  'for a program': every((code) => `\\u{${code}}`),
  'for YAML': every((code) => `\\x${code.padStart(2, '0')}`),
  'for a URL': encodeURIComponent,
  'for a URL in small letters': (text) => encodeURIComponent(text).replace(/%../g, (each) => each.toLowerCase()),
  'for a URL in a URL': (text) => encodeURIComponent(encodeURIComponent(text)),
  'for a form': (text) => new URLSearchParams({ text }).toString().slice(5),
  'for every byte a URL': every((code) => `%${code.padStart(2, '0')}`),
  'for HTML': html,
  'for HTML in HTML': (text) => html(html(text)),
  'for HTML by numbers': every((code) => `&#${Number.parseInt(code, 16)};`),
  'for HTML by numbers of base 16': every((code) => `&#x${code};`),
  'in base64': base64,
  'in base64 of URLs': (text) => Buffer.from(text).toString('base64url'),
  'in base64 in JSON': (text) => json(base64(text)).replaceAll('/', '\\/').replaceAll('+', '\\u002b'),
  'in base64 in a URL': (text) => encodeURIComponent(base64(text)),
  'in base64 behind a name': (text) => base64(`user:${text}`),
  'in base64 behind another name': (text) => base64(`me:${text}`),
  'in base64 before a password': (text) => base64(`${text}:password`),
  'in base64 within JSON': (text) => base64(`{"a":[1,"${text}",2]}`),
  'in hexadecimal digits': (text) => Buffer.from(text).toString('hex'),
  'in hexadecimal digits of a log': (text) =>
    Buffer.from(text)
      .toString('hex')
      .replace(/..(?!$)/g, '$& ')
      .toUpperCase(),
  'for HTML by names': (text) =>
    text.replace(/[^\p{L}\p{N}~]/gu, (each) => (entities[each] === undefined ? each : `&${entities[each]};`)),
  'for HTML by numbers without semicolons': every((code) => `&#${Number.parseInt(code, 16)}`),
  'for HTML by numbers of base 16 without semicolons': every((code) => `&#x${code}`),
  'for a program in eight digits': every((code) => `\\U${code.padStart(8, '0')}`),
  'for a shell in octal digits': every((code) => `\\${Number.parseInt(code, 16).toString(8)}`),
  'for Markdown': (text) => text.replace(/[!-/:-@[-`{-~]/g, '\\$&'),
  'in hexadecimal digits behind 0x': (text) => `0x${bytes(text).join('')}`,
  'in hexadecimal digits of a database': (text) => `\\x${bytes(text).join('')}`,
  'in hexadecimal digits behind a name': (text) => `id_${bytes(text).join('')}`,
  'in hexadecimal digits behind a letter': (text) => `ID${bytes(text).join('').toUpperCase()}`,
  'in hexadecimal digits with dashes': (text) => bytes(text).join('-'),
  'in hexadecimal digits of a list': (text) => `[0x${bytes(text).join(', 0x')}]`,
  'in base64 over lines': (text) => wrapped(base64(`Your data as we noted it: ${text} and nothing else`)),
}

/** What may stand between two characters of a text without being visible. */
export const unseen: Record<string, string> = {
  'a soft hyphen': '\u00ad',
  'a character of no width': '\u200b',
  'a mark of direction': '\u200f',
  'several of them': '\u2060\ufeff\u200d',
  'a colour': '\u001b[31m',
  'a soft hyphen of HTML': '&shy;',
  'a joiner of HTML': '&#8203;',
  'a space of no width of HTML': '&ZeroWidthSpace;',
  'a tag': '\u{e0020}',
  'a selector of a variant': '\u{e0100}',
  'a mark of music': '\u{1d173}',
  'a mark of shorthand': '\u{1bca0}',
  'a filler of Hangul': '\u3164',
  'a half-wide filler': '\uffa0',
  'a vowel of Khmer': '\u17b4',
  'a form of Mongolian': '\u180b',
  'an old mark of direction': '\u206a',
  'a blank of Braille': '\u2800',
  'an anchor of an annotation': '\ufff9',
  'a control character': '\u0001',
  'the end of a text': '\0',
  'a delete': '\u007f',
  'a control character of Latin-1': '\u0085',
  'a colour in one byte less': '\u009b31m',
}

/** What people and programs write for the space or dash between groups of digits. */
export const gaps: Record<string, string> = {
  ...{ 'a space': ' ', 'a dash': '-', 'no space': '' },
  ...{
    'a space that does not break': '\u00a0',
    'a narrow one': '\u202f',
    'a figure space': '\u2007',
    'a wide one': '\u3000',
  },
  ...{
    'a dash that does not break': '\u2011',
    'an en dash': '\u2013',
    'a minus': '\u2212',
    'a space of HTML': '&nbsp;',
  },
  ...{ 'a space of a link': '%20', 'a space of JSON': '\\u00a0', 'a dash and a soft hyphen': '-\u00ad' },
}
