import { themeStyle } from './theme.css.ts'

/** The frame: the bar at the top, the panes under it, and the notice over them. */
const layoutStyle: string = `
body { display: grid; grid-template-rows: auto minmax(0, 1fr); }
.top {
  display: grid;
  grid-template-columns: auto 1fr auto;
  align-items: center;
  gap: 4px 32px;
  padding: 0 20px;
  background: var(--surface);
  border-bottom: 1px solid var(--line);
}
.top h1 { font-size: 15px; font-weight: 650; white-space: nowrap; }
.top h1 span { color: var(--muted); font-weight: 400; }
#tabs { display: flex; gap: 4px; }
#tabs a {
  display: flex;
  align-items: baseline;
  gap: 6px;
  padding: 13px 10px 11px;
  border-bottom: 2px solid transparent;
  color: var(--muted);
  white-space: nowrap;
  text-decoration: none;
}
#tabs a:hover { color: var(--text); }
#tabs a[aria-current] { color: var(--text); border-color: var(--accent); }
#tabs a:focus-visible { outline-offset: -4px; }
.count { min-width: 2ch; font-size: 12.5px; font-weight: 400; color: var(--muted); }
.count.alarm { color: var(--bad); }
#connection { display: flex; align-items: center; gap: 16px; font-size: 13px; white-space: nowrap; }
.clock { color: var(--muted); }
.frozen { margin-left: 8px; padding: 1px 6px; border: 1px solid var(--line); border-radius: 4px; color: var(--text); }
.connection { color: var(--muted); }
.connection[data-kind="live"] { color: var(--good); }
.connection[data-kind="live"]::before { background: currentColor; }
.connection[data-kind="lost"] { color: var(--bad); }

main { position: relative; min-height: 0; }
main > section { position: absolute; inset: 0; }
.scroll { overflow: auto; scrollbar-gutter: stable; }
#sessions { display: grid; grid-template: minmax(0, 1fr) / minmax(460px, 11fr) minmax(0, 14fr); }
.list-pane { display: grid; grid-template-rows: auto minmax(0, 1fr); min-width: 0; border-right: 1px solid var(--line); background: var(--surface); }
.filter-bar { display: flex; align-items: center; gap: 12px; padding: 10px 20px; border-bottom: 1px solid var(--line); }
#filter { flex: 1; padding: 6px 10px; }
#filter::placeholder { color: var(--muted); opacity: 1; }
#session-count { min-width: 6ch; text-align: right; color: var(--muted); font-size: 13px; white-space: nowrap; }
#detail { padding: 20px 28px 40px; min-width: 0; }
.detail-pane { display: grid; grid-template-rows: minmax(0, 1fr) auto; min-width: 0; min-height: 0; }
#composer { border-top: 1px solid var(--line); background: var(--surface); }
#said { position: fixed; inset: auto 20px 72px auto; max-width: min(480px, calc(100vw - 32px)); pointer-events: none; }
#said p { padding: 8px 14px; border: 1px solid var(--line); border-left: 4px solid var(--good); border-radius: 8px; background: var(--surface); box-shadow: 0 6px 24px rgb(0 0 0 / 0.18); }
#said p[data-ok="false"] { border-color: var(--bad); }
.back { display: none; }

#notice { position: fixed; inset: auto 0 20px; display: flex; justify-content: center; padding: 0 16px; pointer-events: none; }
.notice {
  display: grid;
  gap: 2px;
  max-width: 640px;
  padding: 12px 18px;
  border: 1px solid var(--bad);
  border-left-width: 4px;
  border-radius: 8px;
  background: var(--surface);
  box-shadow: 0 6px 24px rgb(0 0 0 / 0.18);
  pointer-events: auto;
}
.notice strong { color: var(--bad); }
body[data-connection="lost"] main { opacity: 0.75; }
noscript { position: fixed; inset: 40% 16px auto; text-align: center; }

@media (max-width: 860px) {
  .top { grid-template-columns: 1fr auto; gap: 0 12px; padding: 10px 16px 0; }
  #tabs { grid-row: 2; grid-column: 1 / -1; margin: 0 -10px; overflow-x: auto; }
  #tabs a { padding: 9px 10px 8px; }
  #sessions { grid-template-columns: minmax(0, 1fr); }
  #sessions[data-open="true"] .list-pane, #sessions[data-open="false"] #detail { display: none; }
  .detail-pane { grid-row: 2; }
  .list-pane { border-right: 0; }
  .filter-bar { padding: 10px 16px; }
  #detail { padding: 12px 16px 32px; }
  .back { display: inline-block; margin-bottom: 10px; }
}
@media (max-width: 560px) {
  .top h1 span, #connection .clock > time { display: none; }
  .frozen { margin: 0; }
  .scroll { scrollbar-gutter: auto; }
  #tabs { gap: 0; }
  #tabs a { padding: 9px 9px 8px; }
  .count { min-width: 0; }
}
`

/** Tables: aligned columns where there is room, labelled lines where there is not; and the two-line rows of sessions. */
const tableStyle: string = `
table { width: 100%; border-collapse: collapse; background: var(--surface); }
th, td { padding: 8px 12px; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
th { color: var(--muted); font-size: 12.5px; font-weight: 500; white-space: nowrap; }
th:first-child, td:first-child { padding-left: 20px; }
th:last-child, td:last-child { padding-right: 20px; }
th.number, td.number { text-align: right; }
.board table { table-layout: fixed; }
.board th.number { width: 84px; }
.board th.short { width: 132px; }
.board th.time { width: 172px; }
.board td a.mono { display: block; line-height: 21px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.gap { display: block; color: var(--muted); font-size: 12.5px; white-space: nowrap; }

#session-list table { table-layout: fixed; }
#session-list thead th { position: sticky; top: 0; z-index: 1; background: var(--surface); box-shadow: inset 0 -1px var(--line); border-bottom: 0; }
#session-list th:nth-child(1) { width: 30%; }
#session-list th:nth-child(3) { width: 56px; }
#session-list th:nth-child(4) { width: 168px; }
#session-list th:last-child, #session-list td:last-child { padding-right: 8px; }
#session-list tbody tr { position: relative; }
#session-list tbody tr:hover { background: var(--raised); }
#session-list tr:has([aria-current]) { background: var(--tint); box-shadow: inset 3px 0 var(--accent); }
#session-list .line, #session-list .sub { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
#session-list .mono { font-size: 11.5px; line-height: 19px; }
.row-link { color: inherit; font-weight: 550; text-decoration: none; }
.row-link::after { content: ""; position: absolute; inset: 0; }
.row-link:focus-visible { outline: none; }
.row-link:focus-visible::after { outline: 2px solid var(--accent); outline-offset: -2px; }

@media (max-width: 860px) {
  .board table, .board tbody, .board tr { display: block; }
  .board thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .board tr { padding: 10px 0; border-bottom: 1px solid var(--line); }
  .board td, .board td.number { display: grid; grid-template-columns: 88px minmax(0, 1fr); gap: 12px; padding: 2px 16px; border: 0; text-align: left; }
  .board td:first-child { padding-left: 16px; }
  .board td::before { content: attr(data-label); color: var(--muted); }
  th:first-child, td:first-child { padding-left: 16px; }
  th:last-child, td:last-child { padding-right: 16px; }
}
@media (max-width: 560px) {
  #session-list table, #session-list tbody { display: block; }
  #session-list thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  #session-list tr { display: grid; grid-template-columns: minmax(0, 1fr) 166px; padding: 9px 16px; border-bottom: 1px solid var(--line); }
  #session-list td { padding: 0 0 2px; border: 0; }
  #session-list td:nth-child(2) { grid-area: 2 / 1; }
  #session-list td:nth-child(3) { grid-area: 2 / 2; color: var(--muted); font-size: 12.5px; text-align: left; }
  #session-list td:nth-child(3) .cell::after { content: " turns"; }
  #session-list td:nth-child(4) { grid-area: 1 / 2; padding: 0 0 2px 12px; }
  #session-list td:nth-child(3) { padding-left: 12px; }
}
`

/** The open session: its head and facts, and the entries of its transcript. */
const transcriptStyle: string = `
#detail > * { max-width: 760px; }
.session-facts .facts { grid-template-columns: repeat(auto-fit, minmax(min(290px, 100%), 1fr)); column-gap: 24px; }
.session-facts [data-key="session"], .session-facts [data-key="customer"] { grid-column: 1 / -1; }
.session-head { display: flex; flex-wrap: wrap; align-items: baseline; justify-content: space-between; gap: 4px 16px; margin-bottom: 12px; }
.whole { user-select: all; }
#detail h3, .section { margin-top: 20px; padding-top: 14px; border-top: 1px solid var(--line); }
#detail h3, .section > summary { color: var(--muted); font-size: 13px; font-weight: 600; }
.section > summary, .metadata > summary { cursor: pointer; }
.section > .facts { margin-top: 8px; }
.section .facts > div { grid-template-columns: minmax(80px, 22%) minmax(0, 1fr); }

.transcript { display: grid; grid-template-columns: minmax(0, 1fr); gap: 16px; margin-top: 14px; }
.entry-head { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 10px; margin-bottom: 4px; font-size: 12.5px; color: var(--muted); }
.entry-head .status { font-size: 12.5px; }
.entry-head time { margin-left: auto; }
.role { font-weight: 600; color: var(--text); }

.message { justify-self: start; max-width: 88%; min-width: min(280px, 100%); }
.bubble { display: grid; gap: 8px; padding: 9px 14px; border: 1px solid var(--line); border-radius: 4px 12px 12px; background: var(--surface); }
.message[data-role="user"] { justify-self: end; }
.message[data-role="user"] .bubble { border-color: transparent; border-radius: 12px 4px 12px 12px; background: var(--tint); }
.message[data-role="backgroundAgent"] .bubble { border-style: dashed; }
.metadata { margin-top: 4px; font-size: 12.5px; color: var(--muted); }

.piece { display: grid; grid-template-columns: 48px minmax(0, 1fr); align-items: baseline; gap: 8px; }
.piece > div { display: flex; flex-wrap: wrap; align-items: baseline; gap: 2px 10px; }
.piece .label { color: var(--muted); font-size: 12.5px; }
.piece[data-kind="button"] strong { padding: 2px 10px; border: 1px solid var(--line); border-radius: 6px; background: var(--raised); font-weight: 550; }
.piece code { color: var(--muted); }

.call { padding: 10px 14px; border: 1px solid var(--line); border-left: 3px solid var(--muted); border-radius: 6px; background: var(--raised); }
.call[data-error] { border-color: var(--bad); background: var(--bad-tint); }
.call .entry-head { margin-bottom: 6px; }
.call .role { color: var(--muted); font-weight: 400; }
.call .name { color: var(--text); font-size: 13px; font-weight: 600; }
.phase { padding: 0 6px; border: 1px solid var(--line); border-radius: 4px; }
.call-parts { display: grid; grid-template-columns: 76px minmax(0, 1fr); gap: 4px 12px; }
.call-parts dt { color: var(--muted); font-size: 12.5px; }

.aside { padding-left: 14px; border-left: 3px solid var(--line); color: var(--muted); font-size: 13px; }
.aside .role { color: inherit; }

@media (max-width: 560px) {
  .message { max-width: 96%; }
  .call-parts { grid-template-columns: minmax(0, 1fr); gap: 0; }
  .call-parts dd + dt { margin-top: 6px; }
}
`

/** The tabs that are one wide part: queue, outbox and service. */
const boardStyle: string = `
.board { background: var(--surface); }
.outbox > li {
  display: grid;
  grid-template-columns: 176px minmax(0, 760px);
  gap: 24px;
  padding: 16px 20px;
  border-bottom: 1px solid var(--line);
}
.letter { display: grid; gap: 10px; min-width: 0; }
.letter h3 { font-size: 15px; }
.letter .facts > div { grid-template-columns: 72px minmax(0, 1fr); }
.letter .facts:empty { display: none; }
.letter > .text { max-height: 22rem; overflow: auto; }
.links { display: grid; gap: 2px; }

#service { padding-bottom: 24px; }
#service h2, #service > .muted { padding: 0 20px; }
#service h2 { margin: 24px 0 8px; font-size: 15px; }
#service table { margin-bottom: 16px; }
#service > section { border-top: 1px solid var(--line); margin-top: 24px; }
.faults { display: grid; gap: 8px; padding: 0 20px; }
.faults pre { padding: 6px 12px; border-left: 3px solid var(--bad); background: var(--raised); }

@media (max-width: 860px) {
  .outbox > li { grid-template-columns: minmax(0, 1fr); gap: 10px; padding: 14px 16px; }
  .posted { display: flex; flex-wrap: wrap; align-items: baseline; gap: 2px 12px; }
  #service h2, #service > .muted, .faults { padding: 0 16px; }
}
`

/** Controls and forms. */
const controlStyle: string = `
button, select, input {
  padding: 5px 10px;
  border: 1px solid var(--line);
  border-radius: 6px;
  background: var(--ground);
  color: inherit;
  font: inherit;
  min-width: 0;
}
button { background: var(--raised); font-weight: 550; cursor: pointer; }
button:hover { border-color: var(--accent); }
[aria-busy="true"] { opacity: 0.6; }
.composer { display: flex; gap: 8px; padding: 10px 20px; }
.composer label { min-width: 0; max-width: 40%; }
.composer label > span { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.composer select { max-width: 100%; }
.composer a { align-self: center; white-space: nowrap; }
.composer input[name="message"] { flex: 1; }
.control { display: flex; flex-wrap: wrap; align-items: end; gap: 8px 12px; padding: 4px 20px 0; }
.control label { display: grid; gap: 2px; font-size: 12.5px; color: var(--muted); }
.control input, .control select { color: var(--text); font-size: 14px; }
.control input[type="number"] { width: 96px; }
.control time { align-self: center; }
.controls > button { margin: 10px 20px 0; }
.drafted { margin: 0 0 16px; padding: 10px 14px; border: 1px solid var(--line); border-radius: 6px; background: var(--raised); }

@media (max-width: 860px) {
  .composer { padding: 10px 16px; flex-wrap: wrap; }
  .composer label { max-width: 100%; flex-basis: 100%; }
  .composer select { width: 100%; }
  .control { padding: 4px 16px 0; }
  .controls > button { margin: 10px 16px 0; }
}
`

/** The style sheet of the page. Served as `text/css; charset=utf-8`. */
export const pageCss: string = [themeStyle, layoutStyle, tableStyle, transcriptStyle, boardStyle, controlStyle].join(
  '\n',
)
