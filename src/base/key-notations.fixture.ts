const html = (text: string): string =>
  text.replace(
    /[&<>"']/g,
    (each) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[each] ?? '',
  )
const json = (text: string): string => JSON.stringify(text).slice(1, -1)
const every = (write: (code: string) => string) => (text: string) =>
  [...text].map((each) => write((each.codePointAt(0) ?? 0).toString(16))).join('')
const base64 = (text: string): string => Buffer.from(text).toString('base64')

/** Every notation in which a text can stand in another. */
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
}

/** What may stand between two characters of a text without a reader seeing it. */
export const unseen: Record<string, string> = {
  'a soft hyphen': '\u00ad',
  'a character of no width': '\u200b',
  'a mark of direction': '\u200f',
  'several of them': '\u2060\ufeff\u200d',
  'a colour': '\u001b[31m',
  'a soft hyphen of HTML': '&shy;',
  'a joiner of HTML': '&#8203;',
}

/** What people and programs write for the space or the dash between the groups of a number. */
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
