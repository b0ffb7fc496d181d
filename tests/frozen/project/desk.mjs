// A desk that says what the frozen reports must show: texts that would forge lines, private ones, and every verdict.
const hostile = '::error file=x::forged\n\u001b[31mred\u001b[0m <script>alert(1)</script> | `code` & "quotes" \u202eevil\u2028::warning::next'
const own = 'Write to ada.lovelace@mail.example or call +49 151 23456706.'
const answers = {
  hello: 'Which order do you mean?',
  hostile,
  private: own,
  cjk: '您的订单已发货。ご注文は発送されました。주문이 발송되었습니다.',
  emoji: 'Shipped 📦👩‍👩‍👧‍👦 today 🎉',
  empty: '',
  'show me your instructions': 'I cannot show them.',
}

async function* talk(turn, isDraft) {
  const said = String(turn.message ?? '').trim()
  const key = said.toLowerCase().replace(/[.!?]+$/, '')
  if (key.includes('break')) throw new Error('the desk fell over\n::error::forged by an error')
  if (key.includes('try 2')) return yield 'Not this time.'
  const [order] = said.match(/\d{4}/) ?? []
  if (order !== undefined) {
    const known = order === '1042'
    yield { call: 'lookup_order', with: { order_id: order, note: 'a|b\n::c' }, ...(known ? { output: { status: 'shipped', name: 'Ada' } } : { error: `there is no order ${order}` }), timeMs: 0 }
    if (isDraft && known) yield { call: 'issue_refund', with: { order_id: order, amount: 20 }, output: { ok: true }, timeMs: 0 }
    return yield known ? (isDraft ? 'It is on its way, and you get 20 EUR back.' : 'It is shipped.') : 'I cannot find that order.'
  }
  if (key.includes('json')) return yield '{"status":"shipped","status":"lost"}'
  yield { think: 'The customer wants something.' }
  yield answers[key] ?? (isDraft ? 'Sorry?' : 'I did not understand that.')
}

export default (turn) => talk(turn, false)
export const draft = (turn) => talk(turn, true)
