/** Texts that attack whatever displays or stores them, by target. */
export const payloads: Record<string, readonly string[]> = {
  terminal: [
    '\u001b[2J\u001b[H',
    '\u001b[31mred\u001b[8mhidden\u001b[0m',
    '\u001b]0;title\u0007\u001b]52;c;cm0gLXJmIC8=\u0007\u001b]8;;https://evil.example\u001b\\click\u001b]8;;\u001b\\',
    '\u009b2J\u009d52;c;eA==\u009c\u0090q\u009c',
    'back\u0008\u0008\u0008\rover\u000bdown\u000c\u007f\u0000',
    '\ufdd0AAAAAAAAAAAA\ufdd1[2J',
  ],
  direction: [
    '\u202egnp.exe\u202c \u2066left\u2069 \u200e\u200f\u061c',
    'zero\u200bwidth\u00adsoft\u2060\ufeff',
    'tag \u{e0041}\u{e007f}',
  ],
  lines: ['\n ✓ forged  1 turn  1 ms\n', '\u2028line\u2029paragraph\u0085next\r\nreturn\r'],
  ci: [
    '\n::error file=app.js,line=1::owned\n  ::set-output name=x::y\n::add-mask::a\n',
    '\n\u00a0::error::owned\n\u1680 ::add-mask::b\n\u2003::stop-commands::c\n\u3000::warning::d\n',
    '##[error]x ##[add-matcher]y ##vso[task.setvariable variable=PATH]z ##teamcity[buildStop]',
  ],
  html: [
    '</script><script>window.ran=1</script><img src=x onerror="window.ran=2"><svg onload=window.ran=3>',
    '<iframe srcdoc="<script>parent.ran=4</script>"></iframe><a href="javascript:window.ran=5">x</a>',
    '<!-- --!> <![CDATA[ ]]> &lt;b&gt; <style>*{background:url(https://evil.example/a)}</style>',
  ],
  markdown: [
    '| a | b |\n|---|---|\n![x](https://evil.example/p.png) [l](javascript:alert(1)) @everyone #12 GH-3',
    '```\n````\n~~~\n# title\n- [ ] task\n<details><summary>x</summary>\n$$x$$ :tada: www.evil.example',
  ],
  csv: ['=HYPERLINK("https://evil.example";"x")', "+1+cmd|' /C calc'!A0", '@SUM(1+1)*cmd', '-2+3'],
  yaml: [
    '!!js/function "x" &a *a',
    '{{env.HOME}} ${secret} {{7*7}}',
    '- [a, {b: c}] # x: "y" \'z\' %YAML 1.1',
    '<<: *base',
  ],
  names: [
    '../../escaped',
    'C:\\windows\\x',
    'CON',
    'nul.txt',
    'dot.',
    ' . ',
    '.'.repeat(3),
    'long'.repeat(200),
    'É\u0301',
  ],
  objects: ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'],
  patterns: [
    `${'a'.repeat(3_000)}!`,
    `${' '.repeat(3_000)}x`,
    `${'a@'.repeat(1_500)}`,
    `${'+1 '.repeat(1_500)}`,
    `http://${'?sig='.repeat(700)}`,
  ],
  broken: ['\ud800', '\udc00x', '\uffff\ufffe'],
}

export const everyPayload: readonly string[] = Object.values(payloads).flat()
