'use strict';
/* Places in the book count bytes of UTF-8, as octavo does; strings of a browser count units of UTF-16. */

/** Turns bytes of a page's text into units of its string and back. */
class Places {
  constructor(text) {
    this.text = text;
    let plain = true;
    for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) { plain = false; break; }
    if (plain) return;
    this.bytes = new Uint32Array(text.length + 1); // byte at which each unit begins
    let byte = 0;
    for (let i = 0; i < text.length; i++) {
      const c = text.charCodeAt(i);
      this.bytes[i] = byte;
      // a pair of surrogates is four bytes, two a half
      byte += c < 0x80 ? 1 : c < 0x800 ? 2 : c >= 0xD800 && c < 0xE000 ? 2 : 3;
    }
    this.bytes[text.length] = byte;
  }
  unit(byte) {
    if (!this.bytes) return Math.max(0, Math.min(byte, this.text.length));
    let low = 0, high = this.text.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.bytes[middle] < byte) low = middle + 1; else high = middle;
    }
    return low;
  }
  byte(unit) { return this.bytes ? this.bytes[unit] : unit; }
}

const toBytes = new TextEncoder, fromBytes = new TextDecoder;

/** The words of a page that stand in a rectangle of it. */
function wordsIn(page, [x, y, w, h]) {
  const within = (word, [a, b] = [word.x, word.box?.[1] ?? y]) => a >= x - 1 && a < x + w - 1 && b >= y - 1 && b < y + h;
  return page.runs.filter(run => run.v || (run.y > y && run.y <= y + h)).flatMap(run => run.words)
    .filter(word => within(word)).map(word => word.text + (word.space ? ' ' : '')).join('').replace(/(\s*\.){3,}\s*/g, ' ').trim();
}

/** The text of a page that has none in the book, a title or contents: its words, a line each. */
function made(page) {
  const lines = new Map;
  for (const run of page.runs) if (!run.k) {
    const words = run.words.map(word => word.text + (word.space ? ' ' : '')).join('');
    lines.set(run.y, lines.has(run.y) ? lines.get(run.y) + ' ' + words : words);
  }
  return [...lines.values()].join('\n').replace(/( \.){3,} */g, ', ');
}

/** The page for those who hear it: its text in reading order, without hyphens, heads and folios. */
function spokenPage(page, book) {
  const words = element('div', { class: 'read', lang: book.lang, dir: book.rtl ? 'rtl' : 'ltr' });
  const places = page.places ??= new Places(page.text), parts = page.parts ?? [], pictures = spokenPictures(page);
  const names = { l: ['ul', 'li'], c: ['pre', 'code'], q: ['blockquote', 'p'], t: ['table'] };
  let unit = 0, open = null, holder = words;
  for (const paragraph of (page.text || made(page)).split('\n')) {
    const byte = places.byte(Math.min(unit, page.text.length));
    const part = page.text && paragraph ? parts.find(([, start, end]) => byte >= start && byte < end) : null, [outer, inner] = names[part?.[0]] ?? [];
    unit += paragraph.length + 1;
    while (pictures.length && pictures[0].place < places.byte(Math.min(unit, page.text.length))) { words.append(pictures.shift().said); open = null; }
    if (!paragraph.trim()) continue;
    // what belongs together is heard together
    if (outer && open !== part) words.append(holder = element(outer));
    open = part;
    if (outer === 'table') spokenCells(holder, part, byte, paragraph);
    else (outer ? holder : words).append(element(part?.[0] === 'h' ? 'h2' : inner ?? 'p', { text: paragraph }));
  }
  words.append(...pictures.map(({ said }) => said));
  return words;
}

/** Cells of a line of a table; a row has several where text in a cell does. */
function spokenCells(table, [, , , heads, rows], byte, line) {
  const row = Math.max(rows.findLastIndex(start => start <= byte), 0), isHead = row < heads;
  const cells = line.split('\t');
  if (table.lastElementChild?.row !== row) { table.append(element('tr')); table.lastElementChild.row = row; }
  else table.lastElementChild.lastElementChild.append(' ' + cells.shift());
  table.lastElementChild.append(...cells.map(text => element(isHead ? 'th' : 'td', { ...isHead && { scope: 'col' }, text })));
}

/** What pictures show, each with the byte of the page's text before which it stands. */
function spokenPictures(page) {
  const words = page.runs.filter(run => !run.k).flatMap(run => run.words.filter(word => word.place >= 0).map(({ place }) => ({ place, y: run.y })));
  // a caption says it already
  return (page.pics ?? []).filter(picture => picture[6] && !page.text?.includes(picture[6])).map(([, , y, , height, , text]) => ({
    place: words.find(word => word.y > y + height / 2)?.place ?? Infinity, said: element('div', { role: 'img', 'aria-label': text }) }))
    .sort((a, b) => a.place - b.place);
}

/**
 * Makes a page as octavo sends it whole: each run gets its words, `{ text, x, place, space }`, and
 * the page its text, where only its gaps were sent; outlines stand at their places.
 */
function unpack(page) {
  let font = 0, size = 0;
  for (const run of page.runs) {
    font = run.f ??= font;
    size = run.s ??= size;
    let place = run.p ?? -1;
    const strays = new Map;
    for (let i = 0; i < (run.q?.length ?? 0); i += 2) strays.set(run.q[i], run.q[i + 1]);
    run.words = [];
    for (const found of run.t.matchAll(/([^ \x1f]*)([ \x1f])/g)) {
      const index = run.words.length, space = found[2] === ' ', text = found[1];
      const isDivided = run.d === 1 && index === run.x.length - 1;
      let at = run.p === undefined ? -1 : place;
      if (strays.has(index)) at = strays.get(index);
      if (at >= 0) place = at;
      const letters = isDivided ? text.slice(0, -1) : text;
      place += (/^[\x00-\x7f]*$/.test(letters) ? letters.length : toBytes.encode(letters).length) + (space ? 1 : 0);
      const box = run.v && [run.x[index] / 100, ...run.v.slice(3 * index, 3 * index + 3)];
      run.words.push({ box, text, letters, x: run.x[index] / 100, place: at, space, isDivided, kind: run.k ?? 0 });
    }
  }
  for (const path of page.paths ?? []) if (path.u) {
    path.d = '';
    for (let i = 0; i < path.u.length; i += 3) path.d += `M${path.u[i + 1]} ${path.u[i + 2]}${page.shapes[path.u[i]]}`;
  }
  if (page.text === undefined) {
    const bytes = new Uint8Array(page.bytes).fill(32);
    for (const run of page.runs) for (const word of run.words) if (word.place >= 0) bytes.set(toBytes.encode(word.letters), word.place);
    for (const end of page.ends) bytes[end] = 10;
    page.text = fromBytes.decode(bytes);
  }
  return page;
}

/** i, ii, iii for pages before the first chapter. */
function roman(n) {
  let text = '';
  for (const [value, sign] of [[1000, 'm'], [900, 'cm'], [500, 'd'], [400, 'cd'], [100, 'c'], [90, 'xc'], [50, 'l'],
    [40, 'xl'], [10, 'x'], [9, 'ix'], [5, 'v'], [4, 'iv'], [1, 'i']]) while (n >= value) { text += sign; n -= value; }
  return text;
}

/** An element with attributes and children. */
function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const key in attributes) {
    if (key === 'text') made.textContent = attributes[key];
    else if (attributes[key] !== null && attributes[key] !== undefined) made.setAttribute(key, attributes[key]);
  }
  made.append(...children);
  return made;
}
const byId = id => document.getElementById(id);
