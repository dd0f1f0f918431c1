/** Stylesheet of the documentation page, at its own path so that the page needs no inline styles. */
export const docsStyle = `:root { color-scheme: light dark; --ink: light-dark(#1a2130, #e4e8ef); --quiet: light-dark(#5b6675, #97a3b4); --line: light-dark(#dde2e9, #2c3645);
  --paper: light-dark(#ffffff, #10161f); --side: light-dark(#f5f7fa, #161e29); --accent: light-dark(#0b63c5, #6cb2ff);
  --control: light-dark(#828d99, #6a7682); --fill: light-dark(#0a5bb0, #1f6fd0); --good: light-dark(#0b6b45, #4fd09b); --bad: light-dark(#b4231f, #ff8d85); }
* { box-sizing: border-box; }
body { margin: 0; display: grid; grid-template-columns: 17rem minmax(0, 1fr); color: var(--ink); background: var(--paper);
  font: 15px/1.6 system-ui, "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif; }
nav { position: sticky; top: 0; height: 100vh; overflow: auto; padding: 1.5rem 1.25rem; background: var(--side); border-right: 1px solid var(--line); }
main { padding: 1.5rem 2rem 6rem; max-width: 64rem; }
a { color: var(--accent); text-decoration: none; }
a:hover { text-decoration: underline; }
h1 { margin: 0; font-size: 1.25rem; }
h1 a { color: inherit; }
h2 { margin: 2.5rem 0 .5rem; font-size: 1.2rem; }
h3 { margin: 0; font-size: 1rem; overflow-wrap: anywhere; }
summary { margin-top: .75rem; cursor: pointer; font-weight: 600; }
nav details a { display: block; padding: .125rem 0 .125rem .75rem; font: 12px/1.7 ui-monospace, Menlo, Consolas, monospace; overflow-wrap: anywhere; }
article { margin: 1rem 0; padding: 1rem 1.25rem; border: 1px solid var(--line); border-radius: 8px; scroll-margin-top: 1rem; }
article p { margin: .5rem 0; }
.quiet { color: var(--quiet); font-size: .85rem; }
.method { display: inline-block; min-width: 3.25rem; padding: 0 .5rem; border-radius: 4px; text-align: center; font-size: .8rem; color: #fff; background: #0b63c5; }
.method.post, .method.put { background: #18794e; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .875rem; }
th, td { padding: .3rem .75rem .3rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
th:not(:last-child), td:not(:last-child) { white-space: nowrap; }
td:last-child, th:last-child { width: 100%; min-width: 12rem; }
th { color: var(--quiet); font-weight: 500; }
code, pre, .type { font-family: ui-monospace, Menlo, Consolas, monospace; font-size: .85em; overflow-wrap: anywhere; }
.type { color: var(--quiet); }
pre { margin: .5rem 0 0; padding: .5rem .75rem; overflow-x: auto; background: var(--side); border-radius: 6px; }
html:not(.live) .try { display: none; }
.needs { color: var(--quiet); }
#session, .try form { margin: .75rem 0; padding: 1rem; border: 1px solid var(--line); border-radius: 6px; background: var(--side); }
#session[hidden] { display: none; }
#session h2 { margin: 0 0 .5rem; font-size: 1rem; }
.fields { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: end; margin: .5rem 0; }
.fields:empty { display: none; }
label { display: flex; flex-direction: column; gap: .125rem; font-size: .85rem; color: var(--quiet); }
label.wide { flex: 1 1 100%; }
input, textarea { font: 13px/1.5 ui-monospace, Menlo, Consolas, monospace; color: var(--ink); background: var(--paper); border: 1px solid var(--control); border-radius: 6px;
  padding: .375rem .5rem; max-width: 100%; }
textarea { width: 100%; resize: vertical; tab-size: 2; }
button { font: inherit; padding: .375rem 1rem; color: #fff; background: var(--fill); border: 1px solid var(--fill); border-radius: 6px; cursor: pointer; }
button.second { color: var(--ink); background: var(--paper); border-color: var(--control); }
button:disabled { opacity: .6; cursor: progress; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.try > summary { color: var(--accent); font-weight: 500; width: max-content; }
.result { margin-top: .75rem; }
.line { font-variant-numeric: tabular-nums; font-weight: 600; }
.good::before { content: "✓ "; color: var(--good); }
.bad::before { content: "✕ "; color: var(--bad); }
.result pre { max-height: 30rem; overflow: auto; background: var(--paper); border: 1px solid var(--line); }
.headers { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 0 1rem; margin: .5rem 0; font: 12px/1.6 ui-monospace, Menlo, Consolas, monospace; }
.headers dt { color: var(--quiet); }
.headers dd { margin: 0; overflow-wrap: anywhere; }
@media (max-width: 800px) { body { display: block; } nav { position: static; height: auto; border: 0; } nav details:not([open]) a { display: none; } main { padding: 1rem; } }
`
