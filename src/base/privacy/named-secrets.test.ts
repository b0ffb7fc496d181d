import { expect, it } from 'vitest'
import { replaceNamedSecrets } from './named-secrets.ts'

const starred = (text: string): string => replaceNamedSecrets(text, () => '***')
const secret = ['wJalr', 'XUtnFEMI/K7', 'MDENG/bPx'].join('')

it.each([
  'aws_secret_access_key = ',
  'AWS_SECRET_ACCESS_KEY=',
  'SecretAccessKey: ',
  '"SecretAccessKey": "',
  "secretAccessKey => '",
  'secret key: ',
  'client_secret: ',
  'clientSecret = ',
  'Client secret: ',
  'client-secret=',
  'access_token = ',
  'accessToken: ',
  'API key: ',
  'api-key = ',
  'x-api-key: ',
  'X-Auth-Token: ',
  'DD_API_KEY=',
  'private_key := ',
  'bot token: ',
  'SLACK_BOT_TOKEN=',
  'webhook_secret: ',
  'AccountName=shop;AccountKey=',
  'SharedAccessKey=',
  'ENCRYPTION_KEY=',
  'signing key: ',
  'Pwd=',
  'password = ',
  'Password: `',
  '**API key:** ',
  'token:\n  ',
  'Authorization: ',
  'Authorization: Token ',
  'authorization: ApiKey ',
  'Set-Cookie: session=',
  'cookie: sid=',
  'curl -u joe:',
  'curl --user "joe:',
])('hides a secret after %j', (name) => {
  expect(starred(`use ${name}${secret} now`)).toBe(`use ${name}*** now`)
})

it.each([
  'Password: required. The token: see below. API key: ask your administrator',
  'secret: nobody knows; token = the next one; password = required',
  'private key: 2048-bit, signing key: RSA',
  'pwd: /home/desk/1042/orders, PWD=/srv/shop/v2/current',
  'token: 3600 s, tokens: 1234567890, max_tokens=1234567890, tokenizer: cl100k_base',
  'sort_key=price_2024_desc, primary key: order_id_2024, keyboard: QWERTZ-105-keys, monkey: 1234567890',
  'access key = getKey(1042), secret == value1042x',
  'docker run -u 1000:1000 x, a cookie: it has 12345678 crumbs, set-cookie: theme=light',
  'the key: it opens 1042 doors; at 12:30; a=b',
])('leaves %j', (text) => {
  expect(starred(text)).toBe(text)
})

it.each([
  ['password: hunt`er22!', 'password: ***'],
  ['Password: `hunt-er22`, they said', 'Password: `***`, they said'],
  ['password: hunt(er)22', 'password: ***(er)22'],
])('ends a secret where a reader would: %s', (text, rest) => {
  expect(starred(text)).toBe(rest)
})

it('passes on where a secret stands', () => {
  replaceNamedSecrets('my password: hunter22', (match, at) => {
    expect([match, at]).toEqual(['hunter22', 13])
    return match
  })
  expect.assertions(1)
})
