/**
 * How the widget looks: one sheet, made by script so that the page's `style-src` has no say, inside a shadow root so that
 * the page's own styles have none. Sizes are in pixels, since the page's root size is not the widget's.
 * @module
 */

/** Black or white: whichever is read better on this colour (WCAG 2 contrast); one of them always has 4.5 or more. */
export function inkOn(accent: string): "#000000" | "#ffffff" {
  return luminance(accent) > 0.179 ? "#000000" : "#ffffff";
}

function luminance(color: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = parseInt(color.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** The sheet's text, for an accent of the form `#rrggbb`. */
export function sheetText(accent: string): string {
  return `
:host {
  /* Important, so that no rule of the page for its own elements ("* {…}") reaches the host. */
  all: initial !important;
  direction: ltr !important;
  position: fixed !important;
  inset: auto 0 0 auto !important;
  z-index: 2147483000 !important;
  display: block !important;
  color-scheme: light dark !important;
  font: 15px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif !important;
}
:host([data-theme="light"]) { color-scheme: light !important; }
:host([data-theme="dark"]) { color-scheme: dark !important; }
.root {
  --accent: ${accent};
  --on-accent: ${inkOn(accent)};
  --surface: light-dark(#ffffff, #1b1d23);
  --surface-2: light-dark(#f0f1f4, #2a2d36);
  --line: light-dark(#dcdfe6, #3a3f4c);
  --line-strong: light-dark(#767d8f, #858da0);
  --text: light-dark(#191b22, #eceef3);
  --text-2: light-dark(#525866, #b3bac8);
  --danger: light-dark(#b3261e, #ff9d94);
  color: var(--text);
  -webkit-text-size-adjust: 100%;
}
*, *::before, *::after { box-sizing: border-box; margin: 0; }
button, textarea { font: inherit; color: inherit; letter-spacing: inherit; }
button { border: 0; background: none; padding: 0; cursor: pointer; touch-action: manipulation; }
button:disabled { cursor: default; }
svg { display: block; fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
ol, ul { padding: 0; list-style: none; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
:focus { outline: none; }
:focus-visible { outline: 3px solid var(--text); outline-offset: 2px; box-shadow: 0 0 0 2px var(--surface); }

.launcher {
  position: fixed; right: 20px; bottom: 20px; width: 60px; height: 60px; border-radius: 50%;
  background: var(--accent); color: var(--on-accent); display: grid; place-items: center;
  box-shadow: 0 6px 20px rgb(10 12 25 / 28%); transition: transform 0.15s;
}
.launcher:hover { transform: scale(1.05); }
.launcher svg { width: 28px; height: 28px; }
.badge {
  min-width: 22px; height: 22px; padding: 0 6px; border-radius: 11px; background: #b3261e; color: #ffffff;
  font-size: 13px; font-weight: 700; line-height: 22px; text-align: center;
}
.launcher .badge { position: absolute; top: -4px; right: -4px; box-shadow: 0 0 0 2px var(--surface); }

.panel {
  position: fixed; right: 20px; bottom: 92px; width: 380px; height: min(640px, calc(100dvh - 112px));
  display: flex; flex-direction: column; overflow: hidden; background: var(--surface);
  border: 1px solid var(--line); border-radius: 16px; box-shadow: 0 12px 40px rgb(10 12 25 / 24%);
  animation: rise 0.16s ease-out;
}
@keyframes rise { from { opacity: 0; transform: translateY(8px); } }
.head {
  display: flex; align-items: center; gap: 4px; flex: none; min-height: 60px; padding: 8px 8px 8px 16px;
  background: var(--accent); color: var(--on-accent);
}
.head h2 { flex: 1; min-width: 0; font-size: 17px; font-weight: 650; line-height: 1.3; }
.head .name { display: block; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.head small { display: block; font-size: 13px; font-weight: 400; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.icon { display: grid; place-items: center; flex: none; width: 44px; height: 44px; border-radius: 10px; }
.icon svg { width: 22px; height: 22px; }
.head .icon:hover { background: rgb(127 127 127 / 30%); }
.head :focus-visible { outline-color: var(--on-accent); outline-offset: -3px; box-shadow: none; }

.scroll { flex: 1; min-height: 0; overflow-y: auto; overscroll-behavior: contain; padding: 16px; }
.scroll:focus-visible { outline-offset: -3px; box-shadow: none; }
.day { margin: 12px 0 8px; text-align: center; font-size: 13px; color: var(--text-2); }
.line { display: flex; flex-direction: column; align-items: flex-start; margin-top: 8px; }
.line.mine { align-items: flex-end; }
.author { margin: 4px 4px 2px; font-size: 13px; color: var(--text-2); }
.bubble {
  max-width: 84%; padding: 9px 13px; border-radius: 16px 16px 16px 4px; background: var(--surface-2);
  overflow-wrap: anywhere; unicode-bidi: isolate;
}
.mine .bubble { border-radius: 16px 16px 4px 16px; background: var(--accent); color: var(--on-accent); }
.bubble p + *, .bubble ul + *, .bubble ol + * { margin-top: 8px; }
.bubble p { white-space: pre-wrap; }
.bubble ul, .bubble ol { padding-inline-start: 22px; }
.bubble ul { list-style: disc; }
.bubble ol { list-style: decimal; }
.bubble a { color: inherit; text-decoration: underline; text-underline-offset: 2px; }
.bubble a:focus-visible, .bubble .file:focus-visible { outline-color: currentColor; outline-offset: 1px; box-shadow: none; }
.file {
  display: flex; align-items: center; gap: 8px; max-width: 100%; min-height: 32px; text-align: start;
  text-decoration: underline; text-underline-offset: 2px;
}
.file svg { flex: none; width: 18px; height: 18px; }
.file span { min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.time { margin: 2px 4px 0; font-size: 12px; color: var(--text-2); }
.bad { color: var(--danger); }
.acts { display: flex; gap: 8px; margin: 2px 4px 0; }
.text { min-height: 32px; padding: 4px 8px; border-radius: 8px; font-size: 14px; font-weight: 600; text-decoration: underline; }
.event { margin: 12px 16px; text-align: center; font-size: 13px; color: var(--text-2); }
.greeting { padding: 12px 14px; border-radius: 16px 16px 16px 4px; background: var(--surface-2); white-space: pre-wrap; overflow-wrap: anywhere; }
.centre { display: flex; flex-direction: column; align-items: center; gap: 8px; padding: 12px; color: var(--text-2); }
.dots { display: inline-flex; gap: 4px; padding: 12px 14px; }
.dots i { width: 7px; height: 7px; border-radius: 50%; background: var(--text-2); animation: blink 1.2s infinite; }
.dots i:nth-child(2) { animation-delay: 0.2s; }
.dots i:nth-child(3) { animation-delay: 0.4s; }
@keyframes blink { 0%, 60%, 100% { opacity: 0.3; } 30% { opacity: 1; } }

.bar { flex: none; padding: 8px 16px; font-size: 13px; background: var(--surface-2); border-top: 1px solid var(--line); }
.bar.bad { display: flex; align-items: center; gap: 8px; }
.composer { flex: none; padding: 8px; border-top: 1px solid var(--line); }
.row { display: flex; align-items: flex-end; gap: 4px; }
.row textarea {
  flex: 1; min-width: 0; min-height: 44px; max-height: 160px; padding: 10px 12px; resize: none; overflow-y: auto;
  border: 1px solid var(--line-strong); border-radius: 12px; background: var(--surface); line-height: 22px;
  /* Phones zoom in on smaller letters. */
  font-size: 16px;
}
textarea::placeholder { color: var(--text-2); opacity: 1; }
.row textarea:focus-visible { outline: 2px solid var(--text); outline-offset: -1px; box-shadow: none; }
.row .icon:hover:not(:disabled) { background: var(--surface-2); }
.send:not(:disabled) { background: var(--accent); color: var(--on-accent); }
.row .send:hover:not(:disabled) { background: var(--accent); filter: brightness(1.1); }
.send:disabled { color: var(--text-2); }
.chips { display: flex; flex-wrap: wrap; gap: 6px; padding: 0 4px 8px; }
.chip {
  position: relative; display: flex; align-items: center; gap: 4px; max-width: 100%; padding-inline-start: 10px;
  border: 1px solid var(--line); border-radius: 8px; font-size: 13px; overflow: hidden;
}
.chip span { min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.chip .icon { width: 32px; height: 32px; }
.chip .icon svg { width: 16px; height: 16px; }
.chip progress { position: absolute; inset: auto 0 0 0; width: 100%; height: 3px; border: 0; appearance: none; background: var(--surface-2); }
.chip progress::-webkit-progress-bar { background: var(--surface-2); }
.chip progress::-webkit-progress-value { background: var(--text-2); }
.chip progress::-moz-progress-bar { background: var(--text-2); }
.dropping { position: absolute; inset: 8px; display: grid; place-items: center; border: 2px dashed var(--line-strong); border-radius: 12px; background: var(--surface); font-weight: 600; }

.list { flex: 1; min-height: 0; overflow-y: auto; overscroll-behavior: contain; }
.item { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 2px 12px; width: 100%; min-height: 60px; padding: 12px 16px; text-align: start; border-bottom: 1px solid var(--line); }
.item:hover { background: var(--surface-2); }
.item:focus-visible { outline-offset: -3px; box-shadow: none; }
.item strong, .item span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.item .when { font-size: 13px; color: var(--text-2); }
.item .last { font-size: 14px; color: var(--text-2); }
.wide { flex: none; margin: 12px 16px; min-height: 44px; border-radius: 12px; background: var(--accent); color: var(--on-accent); font-weight: 600; }

@media (max-width: 480px), (max-height: 420px) {
  .panel { inset: 0; width: 100%; height: 100dvh; border: 0; border-radius: 0; padding-bottom: env(safe-area-inset-bottom); }
  .panel ~ .launcher { display: none; }
  .launcher { right: 16px; bottom: calc(16px + env(safe-area-inset-bottom)); }
}
@media (prefers-reduced-motion: reduce) {
  *, *::before, *::after { animation: none !important; transition: none !important; }
}
@media (forced-colors: active) {
  .launcher, .bubble, .send, .wide { border: 1px solid; }
}
@media print {
  :host { display: none !important; }
}
`;
}
