/** Text that tries to break out of its place, to run, or to pass for something else. */
export const hostile: string[] = [
  '</script><script>window.ran=1</script>',
  '<img src="https://attacker.example/x.png" onerror="window.ran=2">',
  '<!-- <script> --> &lt;b&gt; ]]>',
  'right to \u202eleft\u202c and zero\u200bwidth\ufeff, a bell \u0007',
  '\u001b[31mred\u001b[0m and a lone \ud800 surrogate',
  'javascript:window.ran=3',
  '\u2028line\u2029separators',
]

/** One word of 100,000 letters. */
export const longWord: string = 'wrap'.repeat(25_000)
